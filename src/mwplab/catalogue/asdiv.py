"""ASDiv: diverse problems of the first six school years, and ASDiv-A, its arithmetic part.

<Problem ID="nluds-0000" Grade="3" Source="www.example.org" Class="...">
    <Body>Three shelves hold 8 jars each. Four jars are sold.</Body>
    <Question>How many jars are left?</Question>
    <Solution-Type Subgoal-1="Multiplication" UnitTrans="...">Subtraction</Solution-Type>
    <Answer>20 (jars)</Answer>
    <Formula>3*8-4=20</Formula>
</Problem>

The folds are lists of ids, one list for each test part; together those of ASDiv-A name its problems.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import fromstring

from mwplab.catalogue.folder import Folder
from mwplab.catalogue.formats.build import build_problem
from mwplab.catalogue.formats.folds import folds_from_tests
from mwplab.equations import Expr
from mwplab.equations.evaluate import TIED
from mwplab.equations.nodes import Binary, Number
from mwplab.equations.notations import asdiv as notation
from mwplab.errors import EquationError
from mwplab.records import Answer, Dataset, Problem, Time, parse_answers
from mwplab.records.problem import MALFORMED
from mwplab.records.taxonomy import repair_type

FOLDS = 5
EDITION = "1.0"
_CLOCK_MARK = "hh:mm"
_SIXTY = Number(Fraction(60))
_EQUAL = "They are equal"
_SIGN = re.compile(r"-\s*\((\d+/\d+)\)")


def read(folder: Folder) -> Dataset:
    """Read all problems, with the five folds of the whole."""
    tests = _tests(folder, "asdiv", "asdiv-w")
    problems = tuple(_problem("asdiv", element) for element in _elements(folder))
    return Dataset(name="asdiv", edition=EDITION, problems=problems, splits=folds_from_tests(problems, tests))


def read_arithmetic(folder: Folder) -> Dataset:
    """Read ASDiv-A: the problems that its five folds name."""
    tests = _tests(folder, "asdiv-a", "asdiv-a")
    wanted = {id for test in tests for id in test}
    elements = [element for element in _elements(folder) if f"asdiv-a/{element.get('ID')}" in wanted]
    problems = tuple(_problem("asdiv-a", element) for element in elements)
    return Dataset(
        name="asdiv-a", edition=EDITION, problems=problems, splits=folds_from_tests(problems, tests)
    )


def _tests(folder: Folder, name: str, part: str) -> list[list[str]]:
    lists = [folder.text(f"asdiv/nfolds/{part}/fold{fold}.txt").split() for fold in range(FOLDS)]
    return [[f"{name}/{key}" for key in keys] for keys in lists]


def _elements(folder: Folder) -> list[Element]:
    return list(fromstring(folder.text("asdiv/ASDiv.xml")).iter("Problem"))


def _problem(name: str, element: Element) -> Problem:
    solution = element.find("Solution-Type")
    labels = {} if solution is None else solution.attrib
    raw_type, formula, answer = (_text(element, part) for part in ("Solution-Type", "Formula", "Answer"))
    extra: dict[str, Any] = {"Formula": formula, "Answer": answer}
    extra |= {key: labels[key] for key in ("UnitTrans",) if key in labels}
    extra |= {key: element.attrib[key] for key in ("Class",) if key in element.attrib}
    kind = repair_type(raw_type)
    if kind != raw_type:
        extra["Solution-Type"] = raw_type
    read = _read_formula(formula, kind, answer, extra)
    answers = read_answers(answer, formula, labels.get("UnitTrans", ""))
    return build_problem(
        f"{name}/{element.attrib['ID']}",
        body=_text(element, "Body"),
        question=_text(element, "Question"),
        system=read.system if read else None,
        asked=_asked(read, answers) if read else (),
        answers=answers,
        type=kind,
        grade=int(element.attrib["Grade"]),
        subgoals=tuple(repair_type(value) for key, value in labels.items() if key.startswith("Subgoal")),
        source=element.attrib["Source"],
        extra=extra,
    )


def _read_formula(formula: str, type: str, answer: str, extra: dict[str, Any]) -> notation.Formula | None:
    try:
        return notation.read(formula, type=type, answer=answer)
    except EquationError as error:
        extra[MALFORMED] = str(error)
        return None


def _asked(read: notation.Formula, answers: tuple[Answer, ...]) -> tuple[Expr, ...]:
    """Return what is asked for; hours, minutes and seconds of one time become its minutes."""
    if len(read.asked) == 1 or len(answers) != 1 or not isinstance(answers[0].value, Time):
        return read.asked
    hours, minutes, *seconds = read.asked
    whole = Binary("+", Binary("*", _SIXTY, hours), minutes)
    return (Binary("+", whole, Binary("/", seconds[0], _SIXTY)) if seconds else whole,)


def read_answers(answer: str, formula: str, transformed: str) -> tuple[Answer, ...]:
    """Read the answers of a problem; a colon means a time where formula or unit say so, otherwise a ratio.

    A draw reads as the value of a choice between equals.

    >>> str(read_answers("4:50", "3:20+1:30=4:50", "Time")[0]), str(read_answers("4:6", "4:6=2:3", "")[0])
    ('4:50', '2:3')
    """
    if answer == _EQUAL:
        return (Answer(TIED),)
    return parse_answers(_SIGN.sub(r"-\1", answer), time=transformed == "Time" or _CLOCK_MARK in formula)


def _text(element: Element, part: str) -> str:
    return " ".join((element.findtext(part) or "").split())
