"""Whether two derivations over one text say the same, with what is marked as equivalent."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace
from functools import lru_cache

from mwplab.equations.alignment import derivation_equivalence
from mwplab.equations.equivalence import Sameness, bucket_key
from mwplab.equations.templates import Derivation, Template

Classes = tuple[tuple[int, ...], ...]
"""Quantities that mean the same thing (EquivTNum): each class sorted, the classes in order."""


def merge_classes(groups: Iterable[Iterable[int]]) -> Classes:
    """Return classes in which groups that share a quantity are one; a quantity alone is no class.

    >>> merge_classes([(4, 1), (2, 3), (1, 0), (7,)])
    ((0, 1, 4), (2, 3))
    """
    merged: list[set[int]] = []
    for group in groups:
        joined = set(group)
        apart = [other for other in merged if not other & joined]
        merged = [*apart, joined.union(*(other for other in merged if other & joined))]
    return tuple(sorted(tuple(sorted(group)) for group in merged if len(group) > 1))


def same_derivation(first: Derivation, second: Derivation, classes: Classes = ()) -> bool:
    """Tell whether two derivations are equivalent when the quantities of a class mean the same thing.

    >>> from mwplab.equations import induce, parse
    >>> one, other = induce(parse("x = q0 - q1")), induce(parse("x + q1 = q0"))
    >>> same_derivation(one, other), same_derivation(one, induce(parse("x = q1 - q0")))
    (True, False)
    >>> same_derivation(one, induce(parse("x = q0 - q2")), ((1, 2),))
    True
    """
    named = {position: group[0] for group in classes for position in group}
    mine, theirs = (
        [named.get(position, position) for position in derivation.alignment] for derivation in (first, second)
    )
    if mine == theirs and first.template == second.template:
        return True
    # Most pairs differ here already, and the search for a renaming is spared.
    if sorted(mine) != sorted(theirs) or _key(first.template) != _key(second.template):
        return False
    marked = replace(second, equivalent=classes)
    return derivation_equivalence(first, marked).verdict is Sameness.SAME


@lru_cache(maxsize=4096)
def _key(template: Template) -> Hashable:
    return bucket_key(template)
