"""Names of datasets, their parts and their problems: ``asdiv-a:fold0/train[grade<=4]``."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from mwplab.equations import count_operators, read_number
from mwplab.equations.templates import unknowns
from mwplab.errors import EquationError, SpecError, UnknownName
from mwplab.records import Problem

PART = r"(?::(?P<split>[\w/.-]+))?(?:\[(?P<selection>[^\]]*)\])?"
"""How a name goes on where a part is meant."""

_NAME = re.compile(
    rf"^(?P<name>[^@:\[\]+]+)(?:@(?P<edition>[\w.-]+?))?(?P<fixes>\+fixes)?(?P<key>/[^:\[\]]+)?{PART}$"
)
_CONDITION = re.compile(r"^\s*(?P<field>[a-z_]+)\s*(?P<relation><=|>=|!=|=|<|>)\s*(?P<value>.+?)\s*$")
_RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
FIELDS: dict[str, Callable[[Problem], object]] = {
    "type": lambda problem: problem.type,
    "grade": lambda problem: problem.grade,
    "source": lambda problem: problem.source,
    "seed": lambda problem: problem.seed,
    "key": lambda problem: problem.key,
    "operators": lambda problem: None if problem.equations is None else count_operators(problem.equations),
    "unknowns": lambda problem: None if problem.equations is None else len(unknowns(problem.equations)),
    "quantities": lambda problem: len(problem.quantities),
    "answers": lambda problem: len(problem.answers),
    "words": lambda problem: len(problem.text.split()),
    "changes": lambda problem: ",".join(problem.changes),
}
"""What a selection may ask of a problem, besides the fields in ``extra``."""


@dataclass(frozen=True, slots=True)
class DatasetName:
    """A dataset, or a part of one, as users write it."""

    name: str
    """The registered name, ``mawps/addsub``."""

    edition: str = ""
    """The edition behind ``@``."""

    fixes: bool = False
    """Whether our published corrections are laid over it."""

    split: str = ""
    """The part behind ``:``, ``fold0/train``."""

    selection: str = ""
    """The conditions in square brackets, ``grade<=4,type=Ratio``."""

    key: str = ""
    """The key of one problem, where the name goes on behind the dataset's."""

    @classmethod
    def parse(cls, text: str, known: Iterable[str]) -> DatasetName:
        """Read a name; of the registered names the longest that fits wins.

        >>> DatasetName.parse("mawps/addsub/12", ["mawps", "mawps/addsub"])
        DatasetName(name='mawps/addsub', edition='', fixes=False, split='', selection='', key='12')
        >>> DatasetName.parse("asdiv-a:fold0/train[grade<=4]", ["asdiv-a"]).split
        'fold0/train'
        """
        match = _NAME.match(text)
        if match is None:
            raise SpecError(
                f"{text!r} is not the name of a dataset; write one such as 'svamp' or 'asdiv-a:fold0/train'"
            )
        whole, names = match["name"], list(known)
        name = max(
            (one for one in names if whole == one or whole.startswith(one + "/")), key=len, default=None
        )
        if name is None:
            raise UnknownName.among("dataset", whole, names)
        key = whole[len(name) + 1 :] or (match["key"] or "")[1:]
        return cls(
            name,
            match["edition"] or "",
            bool(match["fixes"]),
            match["split"] or "",
            match["selection"] or "",
            key,
        )


def selector(selection: str) -> Callable[[Problem], bool]:
    """Return the test that a selection stands for.

    >>> selector("grade<=4, type=Ratio")(Problem(id="a/1", grade=3, type="Ratio"))
    True
    """
    conditions = [_condition(part) for part in selection.split(",")]
    return lambda problem: all(condition(problem) for condition in conditions)


def _condition(text: str) -> Callable[[Problem], bool]:
    match = _CONDITION.match(text)
    if match is None:
        raise SpecError(f"{text!r} is not a condition; write one such as 'grade<=4' or 'type=Ratio'")
    field, relation, wanted = match["field"], _RELATIONS[match["relation"]], match["value"].strip("'\"")

    def holds(problem: Problem) -> bool:
        value = FIELDS[field](problem) if field in FIELDS else problem.extra.get(field, _MISSING)
        if value is _MISSING:
            raise UnknownName.among(f"field of {problem.id}", field, [*FIELDS, *problem.extra])
        if value is None:
            return False
        if isinstance(value, int | float):
            return relation(Fraction(value), _number(wanted, text))
        return relation(str(value).casefold(), wanted.casefold())

    return holds


def _number(wanted: str, text: str) -> Fraction:
    try:
        return read_number(wanted)
    except EquationError as error:
        raise SpecError(f"the condition {text!r} compares with a number; {wanted!r} is none") from error


_MISSING = object()
