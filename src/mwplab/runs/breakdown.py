"""Scores from rows: of all of them, and of every part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from mwplab.catalogue.names import FIELDS
from mwplab.catalogue.svamp import CATEGORIES, VARIATIONS
from mwplab.errors import UnknownName
from mwplab.records import Problem, Row, Score, Verdict
from mwplab.records.problem import ALTERNATIVES, AMBIGUOUS, MALFORMED, UNMATCHED
from mwplab.statistics import compare_unpaired, holm, proportion_interval, wilson

Label = str | int
"""A value of a field, as it stands behind ``field=`` in a slice."""

USUAL = ("type", "grade", "operators", "quantities", "unknowns", "source", "variation", "category")
"""The fields that every result is broken down by, where its problems have them."""

MOST_LABELS = 24
"""A field with more labels than this says little about any of them; it is broken down only when asked for."""

FEWEST = 5
"""A field of ``extra`` with a label that fewer problems have is broken down only when asked for."""

REMARKS = (MALFORMED, UNMATCHED, AMBIGUOUS, ALTERNATIVES)
"""What the catalogue notes in ``extra`` about single problems."""

CATEGORY_OF = {VARIATIONS[code]: CATEGORIES[code[0]] for code in VARIATIONS}
"""SVAMP's variations and the category of each."""


def labels(problem: Problem, field: str) -> tuple[Label, ...]:
    """Return the labels of a problem in a field: none, one, or several as for its variations.

    >>> labels(Problem(id="a/1", changes=("invert-operation", "change-information")), "category")
    ('reasoning-ability',)
    """
    if field == "variation":
        return tuple(dict.fromkeys(change.partition("(")[0] for change in problem.changes))
    if field == "category":
        known = (CATEGORY_OF.get(name) for name in map(str, labels(problem, "variation")))
        return tuple(dict.fromkeys(name for name in known if name))
    value = FIELDS[field](problem) if field in FIELDS else problem.extra.get(field)
    values = value if isinstance(value, list | tuple) else [value]
    return tuple(one for one in values if isinstance(one, str | int) and one != "")


def fields_of(problems: Sequence[Problem]) -> tuple[str, ...]:
    """Return the fields that say something about some problems: the usual ones, then those of ``extra``.

    >>> fields_of([Problem(id="a/1", type="Sum", grade=2), Problem(id="a/2", type="Difference", grade=2)])
    ('type',)
    """
    extra = dict.fromkeys(name for problem in problems for name in problem.extra if name not in REMARKS)
    usual = [field for field in USUAL if 0 < len(_counts(problems, field)) <= MOST_LABELS]
    return tuple(
        field
        for field in dict.fromkeys([*usual, *extra])
        if any(count < len(problems) for count in _counts(problems, field).values())
        and (field in USUAL or _is_even(_counts(problems, field), len(problems)))
    )


def _counts(problems: Sequence[Problem], field: str) -> Counter[Label]:
    return Counter(label for problem in problems for label in labels(problem, field))


def _is_even(counts: Counter[Label], problems: int) -> bool:
    """Tell whether labels that we know nothing about stand for parts, and not for single problems."""
    return len(counts) <= MOST_LABELS and counts.total() * 2 >= problems and min(counts.values()) >= FEWEST


def judged(rows: Iterable[Row], judge: str) -> list[Row]:
    """Return the rows that a judge could decide; no answer and unreadable ones count as not correct."""
    return [row for row in rows if row.verdicts[judge] is not Verdict.UNJUDGED]


def outcomes(rows: Iterable[Row], judge: str) -> list[bool]:
    """Return for each row whether it is correct."""
    return [row.verdicts[judge] is Verdict.CORRECT for row in rows]


def clusters(rows: Sequence[Row]) -> list[Hashable] | None:
    """Return the seed of each row, or its id; none where every row stands for itself."""
    groups: list[Hashable] = [row.problem.seed or row.problem.id for row in rows]
    return None if len(set(groups)) == len(groups) else groups


def accuracy(rows: Sequence[Row], judge: str, *, slice: str = "", signature: str = "") -> Score | None:
    """Return the share of correct rows among those judged, with its interval; none where nothing was judged.

    The interval is Wilson's; variants of one seed, and repeats of one problem, count for what they are worth.
    """
    known = judged(rows, judge)
    if not known:
        return None
    share = proportion_interval(outcomes(known, judge), clusters(known))
    return Score(
        name=f"{judge}-accuracy",
        value=share.value,
        n=len(known),
        slice=slice,
        low=share.low,
        high=share.high,
        signature=signature,
    )


def silent_shares(rows: Sequence[Row], judge: str, *, signature: str = "") -> list[Score]:
    """Return the shares of rows without an answer, unreadable or not judged, where there are any."""
    counts = Counter(row.verdicts[judge] for row in rows)
    found = []
    for verdict in (Verdict.NO_ANSWER, Verdict.UNREADABLE, Verdict.UNJUDGED):
        if counts[verdict]:
            share = wilson(counts[verdict], len(rows))
            name = f"{judge}-{verdict.value.replace('_', '-')}"
            score = Score(name=name, value=share.value, n=len(rows), low=share.low, high=share.high)
            found.append(replace(score, signature=signature))
    return found


@dataclass(frozen=True, slots=True)
class Slice:
    """A part of the rows, and whether it differs from the rest."""

    score: Score
    """Its accuracy."""

    p_value: float | None = None
    """The chance of such a difference from the rest by luck; none where there is no rest."""

    adjusted: float | None = None
    """The same, corrected for all the slices that were looked at (Holm)."""


Labels = Callable[[Problem], tuple[Label, ...]]


def break_down(
    rows: Sequence[Row], fields: Sequence[str | tuple[str, Labels]], judge: str, *, signature: str = ""
) -> list[Slice]:
    """Return the accuracy of every part of the rows by each field, tested against the rest of the rows.

    A field is a name, or a name with the function that gives a problem's labels. A row with several labels,
    such as several variations, counts in each of these parts.
    """
    known = judged(rows, judge)
    found: list[Slice] = []
    for field in fields:
        name, function = field if isinstance(field, tuple) else (field, label_function(field, rows))
        parts = parts_by(known, function)
        for label in sorted(
            parts, key=lambda one: (isinstance(one, str), one if isinstance(one, int) else 0, str(one))
        ):
            score = accuracy(parts[label], judge, slice=f"{name}={label}", signature=signature)
            if score is not None:
                found.append(Slice(score, _against_rest(parts[label], known, judge)))
    tested = [one for one in found if one.p_value is not None]
    adjusted = iter(holm([one.p_value for one in tested if one.p_value is not None]))
    return [one if one.p_value is None else replace(one, adjusted=next(adjusted)) for one in found]


def label_function(field: str, rows: Sequence[Row]) -> Labels:
    """Return what gives a problem's labels in a field that some of the rows may have."""
    known = [*USUAL, *FIELDS, *(name for row in rows for name in row.problem.extra)]
    if field not in known:
        raise UnknownName.among("field of the problems", field, dict.fromkeys(known))
    return lambda problem: labels(problem, field)


def parts_by(rows: Iterable[Row], function: Labels) -> Mapping[Label, list[Row]]:
    """Return the rows of each label."""
    parts: dict[Label, list[Row]] = {}
    for row in rows:
        for label in function(row.problem):
            parts.setdefault(label, []).append(row)
    return parts


def _against_rest(part: Sequence[Row], rows: Sequence[Row], judge: str) -> float | None:
    inside = set(map(id, part))
    rest = [row for row in rows if id(row) not in inside]
    if not rest:
        return None
    groups = (clusters(part), clusters(rest)) if clusters(rows) is not None else (None, None)
    return compare_unpaired(outcomes(part, judge), outcomes(rest, judge), *groups).p_value
