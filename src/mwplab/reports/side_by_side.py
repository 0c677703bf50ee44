"""Rows of several results side by side, as the data that a page draws them from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from mwplab.equations.alignment import Compared, derivation_equivalence
from mwplab.equations.equivalence import Sameness
from mwplab.equations.nodes import EquationSystem, QuantityRef, walk
from mwplab.equations.templates import Derivation, induce
from mwplab.errors import EquationError
from mwplab.records import Answer, Problem, Row
from mwplab.reports.report import Entry, Report

LONGEST_RAW = 600
"""Characters of a raw completion that are shown."""

QUANTITY = re.compile(r'"(?:[^"\\]|\\.)*"|\bq(\d+)\b')
"""A reference to a quantity, or a word in quotes in which nothing refers to one."""


def page_data(report: Report) -> dict[str, Any]:
    """Return what the page's script draws: a row per problem with what each result says of it.

    A text is a list in which every second part is a quantity, an equation one in which every second part is a
    quantity's position. ``slots`` pairs a slot with the position of its quantity; predicted slots have the
    names of the gold ones where the templates are the same.
    """
    groups = paired([entry.result.rows for entry in report.entries])
    judges = report.judges
    return {
        "results": [entry.name for entry in report.entries],
        "judges": list(judges),
        "rows": [_row_data(list(zip(report.entries, places, strict=True)), judges) for places in groups],
    }


def paired(results: Sequence[Sequence[Row]]) -> list[tuple[int | None, ...]]:
    """Return the places of the rows of each problem, repeats of one problem in their order.

    >>> from mwplab.records import Prediction
    >>> rows = [Row(problem=Problem(id=id), prediction=Prediction(problem=id)) for id in ("a/1", "a/2")]
    >>> paired([rows, rows[1:]])
    [(0, None), (1, 0)]
    """
    found: dict[tuple[str, int], list[int | None]] = {}
    for side, rows in enumerate(results):
        met: Counter[str] = Counter()
        for place, row in enumerate(rows):
            id = row.problem.id
            found.setdefault((id, met[id]), [None] * len(results))[side] = place
            met[id] += 1
    return [tuple(places) for places in found.values()]


def _row_data(sides: Sequence[tuple[Entry, int | None]], judges: Sequence[str]) -> dict[str, Any]:
    """Return a problem with what each result says of it in the row at its place."""
    problem = next(entry.result.rows[place].problem for entry, place in sides if place is not None)
    gold = problem.derivation or _induced(problem.equations)
    system = problem.equations if problem.derivation is None else problem.derivation.system
    grade = "" if problem.grade is None else f"grade {problem.grade}"
    return {
        "id": problem.id,
        "type": problem.type,
        "about": " · ".join(filter(None, (grade, ", ".join(problem.changes)))),
        "text": _text_parts(problem),
        "gold": {"answer": _shown(problem.answers), "equation": _equation_parts(system), **_slots(gold)},
        "said": [None if place is None else _reading(entry, place, gold, judges) for entry, place in sides],
    }


def _reading(entry: Entry, place: int, gold: Derivation | None, judges: Sequence[str]) -> dict[str, Any]:
    """Return what a result says of a problem."""
    row = entry.result.rows[place]
    prediction = row.prediction
    derivation = prediction.derivation or _induced(prediction.equations)
    system = prediction.equations if derivation is None else derivation.system
    found: dict[str, Any] = {
        "answer": _shown(prediction.answers),
        "equation": _equation_parts(system),
        "verdicts": [row.verdicts[judge].value if judge in row.verdicts else "" for judge in judges],
        "reasons": [row.reasons.get(judge, "") for judge in judges],
        **_predicted_slots(derivation, gold),
    }
    if place in entry.remarks:
        found["remark"] = entry.remarks[place]
    if prediction.samples:
        first = prediction.samples[0]
        found["raw"] = first if len(first) <= LONGEST_RAW else f"{first[:LONGEST_RAW]} […]"
    return found


def _predicted_slots(derivation: Derivation | None, gold: Derivation | None) -> dict[str, Any]:
    """Return the slots of a prediction, whether it is drawn, and whether its slots are not the gold ones."""
    if derivation is None or gold is None:
        return _slots(derivation) | ({"drawn": True} if derivation is not None else {})
    compared = _compared(derivation, gold)
    if compared is None or compared.renaming is None:
        return _slots(derivation) | {"drawn": True, "other": True}
    slots = [[compared.renaming[slot], place] for slot, place in enumerate(derivation.alignment)]
    return {"slots": slots} | ({} if compared.verdict is Sameness.SAME else {"drawn": True})


@lru_cache(maxsize=8192)
def _compared(derivation: Derivation, gold: Derivation) -> Compared | None:
    try:
        return derivation_equivalence(derivation, gold)
    except EquationError:
        return None


def _induced(system: EquationSystem | None) -> Derivation | None:
    """Return the derivation behind equations that refer to quantities."""
    if system is None or not any(isinstance(part, QuantityRef) for part in walk(system)):
        return None
    return induce(system)


def _slots(derivation: Derivation | None) -> dict[str, Any]:
    return {} if derivation is None else {"slots": [list(pair) for pair in enumerate(derivation.alignment)]}


def _text_parts(problem: Problem) -> list[str]:
    """Return the text between and in its quantities, in turn."""
    parts, position = [], 0
    for one in problem.quantities:
        parts += [problem.text[position : one.start], problem.text[one.start : one.end]]
        position = one.end
    return [*parts, problem.text[position:]]


def _equation_parts(system: EquationSystem | None) -> list[str | int]:
    """Return equations as text, with the positions of the quantities that they refer to in turn."""
    if system is None:
        return []
    text, parts, position = str(system), list[str | int](), 0
    for found in QUANTITY.finditer(text):
        if found[1] is not None:
            parts += [text[position : found.start()], int(found[1])]
            position = found.end()
    return [*parts, text[position:]]


def _shown(answers: Sequence[Answer]) -> str:
    return "; ".join(map(str, answers))
