"""Dolphin1878: number word problems, with the expressions asked for.

{"id": "forum.12", "index": 3, "text": "Two numbers add up to 9. Their product is 20. Find them.",
 "sources": "forum.12", "equations": ["unkn: x,y", "equ: x+y=9", "equ: x*y=20"],
 "ans": "4; 5 or 5; 4", "ans_simple": [4, 5]}

``ans`` separates forms of the same answer by ``|`` and alternatives by ``or``; ``ans_simple`` is one of them,
in decimals.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from mwplab.catalogue.folder import Folder
from mwplab.catalogue.formats.build import build_problem
from mwplab.equations import EquationSystem, Expr, read_number, snap
from mwplab.equations.notations import dolphin as notation
from mwplab.errors import EquationError
from mwplab.records import Answer, Dataset, Problem
from mwplab.records.answers import parse_answers, same_values
from mwplab.records.problem import ALTERNATIVES, MALFORMED

PARTS = ("dev", "test")


def read(folder: Folder) -> Dataset:
    """Read the dev and the test part."""
    problems: list[Problem] = []
    splits: dict[str, tuple[str, ...]] = {}
    for part in PARTS:
        found = [_problem(one) for one in json.loads(folder.text(f"dolphin1878/number_word_std.{part}.json"))]
        splits[part] = tuple(problem.id for problem in found)
        problems += found
    return Dataset(name="dolphin1878", problems=tuple(problems), splits=splits)


def _problem(record: dict[str, Any]) -> Problem:
    extra: dict[str, Any] = {name: record[name] for name in ("index", "equations", "ans")}
    answers, alternatives = read_answers(record["ans"], record["ans_simple"])
    if alternatives:
        extra[ALTERNATIVES] = ["; ".join(map(str, other)) for other in alternatives]
    system, asked = _read_equations(record["equations"], extra)
    return build_problem(
        f"dolphin1878/{record['id']}",
        text=record["text"],
        system=system,
        asked=asked,
        answers=answers,
        ordered=False,
        source=_sources(record.get("sources", "")),
        extra=extra,
    )


def _sources(given: str | list[str]) -> str:
    """Return where a problem was found, several places in one line."""
    return given if isinstance(given, str) else "; ".join(given)


def _read_equations(
    lines: list[str], extra: dict[str, Any]
) -> tuple[EquationSystem | None, tuple[Expr, ...]]:
    try:
        return notation.read(lines)
    except EquationError as error:
        extra[MALFORMED] = str(error)
        return None, ()


def read_answers(text: str, simple: list[float]) -> tuple[tuple[Answer, ...], list[tuple[Answer, ...]]]:
    """Return the answers, exact where the source has them so, and the alternatives that it accepts.

    >>> answers, others = read_answers("2/3; 5 or 0; 1 | 0.667; 5 or 0; 1", [0.667, 5])
    >>> [str(one) for one in answers], [[str(one) for one in other] for other in others]
    (['2/3', '5'], [['0', '1']])
    """
    if not simple:
        return (), []
    rounded = tuple(Answer(snap(read_number(str(value)))) for value in simple)
    found: list[tuple[Answer, ...]] = []
    for form in text.split("|"):
        for other in form.split(" or "):
            parsed = _numbers(other)
            if parsed and not any(_same(parsed, known) for known in found):
                found.append(parsed)
    exact = next((one for one in found if _same(one, rounded)), rounded)
    return exact, [one for one in found if not _same(one, exact)]


def _numbers(text: str) -> tuple[Answer, ...]:
    answers = parse_answers(text.replace("{", "").replace("}", "").rpartition("=")[2])
    return answers if all(isinstance(one.value, Fraction) for one in answers) else ()


def _same(one: tuple[Answer, ...], other: tuple[Answer, ...]) -> bool:
    return same_values([answer.value for answer in one], [answer.value for answer in other])
