"""Whether two templates are the same up to names, order and algebra (TEMPLEQUIV), and classes of templates.

Two templates are the same if a renaming of the slots makes their unknowns, in some order, the same functions
of the slots. Functions are compared at random points modulo a prime (see `mwplab.equations.probes`). What two
equal templates give at a pattern is equal always, so that a verdict of different can be wrong only if one of
the fixed random points happens to be a root of a polynomial that belongs to the templates. A verdict of same
ends with a check of the renaming at one more point modulo 2^127 - 1: different rational functions of degree d
agree there with a chance of 2d / 2^127. Degrees go up to 1,000, so both chances are below 1e-15.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from mwplab.equations.function_probe import FunctionsProbe
from mwplab.equations.modular import CannotTell
from mwplab.equations.nodes import Comparison, EquationSystem, Expr, Leaf, Slot, Unknown, map_system, walk
from mwplab.equations.patterns import FUNCTIONS, VALUES, Probe
from mwplab.equations.probes import probe
from mwplab.equations.renaming import Renaming, Search
from mwplab.equations.templates import Template


class Sameness(StrEnum):
    """What a comparison says."""

    SAME = "same"
    DIFFERENT = "different"
    CANNOT_TELL = "cannot_tell"


@dataclass(frozen=True, slots=True)
class Equivalence:
    """Whether two templates are the same, and how."""

    verdict: Sameness
    """The result."""

    renaming: Renaming | None
    """For each slot of the first template its slot in the second, where they are the same."""

    reason: str
    """A sentence that says why."""


def template_equivalence(first: Template, second: Template) -> Equivalence:
    """Return whether two templates are the same up to names, order and algebra.

    >>> from mwplab.equations import parse
    >>> one, other = Template(parse("m = A + B * n; m = C - n")), Template(parse("m + n = A; m - C * n = B"))
    >>> template_equivalence(one, other).renaming
    (1, 2, 0)
    >>> template_equivalence(one, Template(parse("m = A - n; m = B - C * n"))).reason
    'no renaming of the slots makes the solutions equal'
    """
    return Viewed.of(first).compare(Viewed.of(second))


def bucket_key(template: Template) -> Hashable:
    """Return a key that equivalent templates share and others hardly ever do.

    >>> from mwplab.equations import parse
    >>> bucket_key(Template(parse("x = A - B"))) == bucket_key(Template(parse("B = A + y")))
    True
    """
    return Viewed.of(template).key()


def reconcile(templates: Sequence[Template]) -> list[int]:
    """Return for each template the number of its class; classes count from 0 in order of appearance.

    >>> from mwplab.equations import parse
    >>> reconcile([Template(parse(text)) for text in ("x = A - B", "x = A + B", "x + A = B")])
    [0, 1, 0]
    """
    known: dict[Template, int] = {}
    buckets: dict[Hashable, list[tuple[Viewed, int]]] = {}
    classes = 0
    for template in templates:
        if template in known:
            continue
        view = Viewed.of(template)
        bucket = buckets.setdefault(view.key(), [])
        same = (number for other, number in bucket if view.compare(other).verdict is Sameness.SAME)
        found = next(same, None)
        if found is None:
            found, classes = classes, classes + 1
            bucket.append((view, found))
        known[template] = found
    return [known[template] for template in templates]


@dataclass(frozen=True, slots=True)
class Viewed:
    """A template with the probe that suits it, or the reason why there is none."""

    template: Template
    """What is compared."""

    slots: int
    """How many slots it has."""

    probe: Probe | None
    """How it is looked at."""

    obstacle: str
    """Why it cannot be looked at."""

    @classmethod
    def of(cls, template: Template) -> Viewed:
        """Return a template made ready for comparisons."""
        try:
            found = probe(template)
            if found.family[0] == VALUES:
                # The key needs them, and they may show that the template is too much to handle.
                _ = found.colours
            return cls(template, found.slots, found, "")
        except CannotTell as error:
            return cls(template, template.slots, None, str(error))

    def key(self) -> Hashable:
        """Return a key that equivalent templates share."""
        if self.probe is None:
            return self.probe, as_written(self.template)[0]
        if self.probe.family[0] != VALUES:
            return self.probe.family
        return self.probe.family, frozenset(Counter(self.probe.colours).items())

    def compare(self, other: Viewed) -> Equivalence:
        """Return whether two templates are the same."""
        if self.slots != other.slots:
            return _different(f"one template has {self.slots} slots, the other {other.slots}")
        if self.probe is None or other.probe is None:
            return self._compare_as_written(other)
        try:
            return _compare_probes(self.probe, other.probe)
        except CannotTell as error:
            return Equivalence(Sameness.CANNOT_TELL, None, str(error))

    def _compare_as_written(self, other: Viewed) -> Equivalence:
        (mine, order), (theirs, places) = as_written(self.template), as_written(other.template)
        if mine != theirs:
            hard = self if self.probe is None else other
            return Equivalence(Sameness.CANNOT_TELL, None, f"{hard.template}: {hard.obstacle}")
        pairs = dict(zip(order, places, strict=True))
        unused = iter(sorted(set(range(other.slots)) - set(places)))
        renaming = tuple(pairs[slot] if slot in pairs else next(unused) for slot in range(self.slots))
        return Equivalence(Sameness.SAME, renaming, "both are written the same way")


def _different(reason: str) -> Equivalence:
    return Equivalence(Sameness.DIFFERENT, None, reason)


def _compare_probes(first: Probe, second: Probe) -> Equivalence:
    if (first.family[0] == FUNCTIONS) != (second.family[0] == FUNCTIONS):
        return _compare_mixed(first, second)
    renaming = Search(first, second).within(0) if first.family == second.family else None
    if renaming is not None:
        proof = "under this renaming the solutions are equal"
        return Equivalence(Sameness.SAME, renaming, proof if first.proved else f"{proof} at all points tried")
    plain = [_without_conditions(each.template) for each in (first, second)]
    if plain != [first.template, second.template] and template_equivalence(*plain).verdict is Sameness.SAME:
        return Equivalence(
            Sameness.CANNOT_TELL, None, "the equations are the same, the conditions may differ"
        )
    if first.family == second.family:
        return _different("no renaming of the slots makes the solutions equal")
    return _different("the solutions differ in number or in kind")


def _compare_mixed(first: Probe, second: Probe) -> Equivalence:
    """Compare a template with functions and one without."""
    one, two = (FunctionsProbe(each.template, each.slots) for each in (first, second))
    if one.family == two.family and Search(one, two).within(0) is not None:
        return Equivalence(
            Sameness.CANNOT_TELL,
            None,
            "the solutions agree at all points tried, but only one has functions",
        )
    return _different("no renaming of the slots makes the solutions equal")


def _without_conditions(template: Template) -> Template:
    kept = tuple(each for each in template.system.statements if not isinstance(each, Comparison))
    return Template(EquationSystem(kept)) if kept else template


def as_written(template: Template) -> tuple[EquationSystem, tuple[int, ...]]:
    """Return a template with names in order of appearance, and the slots in that order.

    >>> from mwplab.equations import parse
    >>> system, order = as_written(Template(parse("B * n = A + n")))
    >>> str(system), order
    ('A * x0 = B + x0', (1, 0))
    """
    leaves = dict.fromkeys(part for part in walk(template.system) if isinstance(part, Slot | Unknown))
    slots = [leaf for leaf in leaves if isinstance(leaf, Slot)]
    names: dict[Leaf, Expr] = {slot: Slot(place) for place, slot in enumerate(slots)}
    unknowns = (leaf for leaf in leaves if isinstance(leaf, Unknown))
    names.update((unknown, Unknown(f"x{place}")) for place, unknown in enumerate(unknowns))
    system = map_system(template.system, lambda leaf: names.get(leaf, leaf))
    return system, tuple(slot.index for slot in slots)
