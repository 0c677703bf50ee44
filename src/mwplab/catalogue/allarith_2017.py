"""AllArith as released in 2017, and the three sets it was made from, with the places of their numbers.

{"iIndex": 7, "sQuestion": "A crate holds 12.0 jars . How many jars do 4.0 crates hold ?",
 "quantities": [{"start": 14, "end": 18, "val": 12.0}, {"start": 44, "end": 47, "val": 4.0}],
 "lAlignments": [1, 0], "lEquations": ["X=(4.0*12.0)"], "lSolutions": [48.0]}

In AllArith ``lAlignments`` are positions in ``quantities``, and a file of its own lists the rates. The source
sets have no ``quantities``; there they are the places of the numbers. Both follow the order of the equation.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from mwplab.catalogue.folder import Folder
from mwplab.catalogue.formats.aligned import (
    ADDED,
    Place,
    place_quantities,
    refer_in_order,
    split_with_places,
)
from mwplab.catalogue.formats.folds import folds_from_tests
from mwplab.equations import EquationSystem, induce, read_number, snap
from mwplab.equations.nodes import Number, walk
from mwplab.equations.notations import mawps as notation
from mwplab.records import Answer, Dataset, Problem
from mwplab.records.problem import join_parts

FOLDS = 5
ASKED_RATE = -1

Record = dict[str, Any]
Rates = dict[int, tuple[int, ...]]


def read_release(name: str, part: str, folder: Folder) -> Dataset:
    """Read AllArith or a part of it with its five folds."""
    records = json.loads(folder.text(f"allarith/{part}/questions.json"))
    problems = _with_spans(name, records, read_rates(folder.text(f"allarith/{part}/rateAnnotations.txt")))
    splits = folds_from_tests(problems, _tests(name, part, FOLDS, folder))
    return Dataset(name=name, edition="2017", problems=problems, splits=splits)


def read_long(folder: Folder) -> Dataset:
    """Read AllArith with perturbed problems, whose rates are not annotated."""
    records = json.loads(folder.text("allarith/allArith/questionsLong.json"))
    rates = read_rates(folder.text("allarith/allArith/rateAnnotations.txt"))
    return Dataset(name="allarith", edition="2017-long", problems=_with_spans("allarith", records, rates))


def read_source(name: str, part: str, folds: int, folder: Folder) -> Dataset:
    """Read one of the sets that AllArith was made from; a fold's ids that do not exist are left out."""
    problems = tuple(
        _problem(f"{name}/{record['iIndex']}", record, _offsets(record))
        for record in json.loads(folder.text(f"allarith/{part}/questions.json"))
    )
    known = {problem.id for problem in problems}
    tests = [[id for id in test if id in known] for test in _tests(name, part, folds, folder)]
    return Dataset(name=name, problems=problems, splits=folds_from_tests(problems, tests))


def read_rates(text: str) -> Rates:
    """Return the annotated rates by problem; a line without a value says that there are none.

    >>> read_rates("12\\t0\\n13\\t1 2\\n14\\t\\n")
    {12: (0,), 13: (1, 2), 14: ()}
    """
    lines = [line.split() for line in text.splitlines() if line.strip()]
    return {int(key): tuple(map(int, rates)) for key, *rates in lines}


def _tests(name: str, part: str, folds: int, folder: Folder) -> list[list[str]]:
    texts = (folder.text(f"allarith/{part}/fold{fold}.txt") for fold in range(folds))
    return [[f"{name}/{key}" for key in text.split()] for text in texts]


def _with_spans(name: str, records: Sequence[Record], rates: Rates) -> tuple[Problem, ...]:
    return tuple(
        _problem(f"{name}/{record['iIndex']}", record, _spans(record), rates.get(record["iIndex"], ()))
        for record in records
    )


def _spans(record: Record) -> list[Place]:
    return [Place(one["start"], snap(read_number(str(one["val"])))) for one in record["quantities"]]


def _offsets(record: Record) -> list[Place]:
    """Return the places of the equation's numbers, which ``lAlignments`` gives without their values."""
    values = [part.value for part in walk(notation.read(record["lEquations"])) if isinstance(part, Number)]
    return [Place(start, snap(value)) for start, value in zip(record["lAlignments"], values, strict=True)]


def _problem(id: str, record: Record, places: Sequence[Place], rates: Sequence[int] = ()) -> Problem:
    in_order = range(len(places)) if "quantities" not in record else record["lAlignments"]
    needed = sorted({*in_order, *rates} - {ASKED_RATE})
    body, question, moved = split_with_places(record["sQuestion"], [places[index] for index in needed])
    placed = place_quantities(join_parts(body, question), moved)
    position = dict(zip(needed, placed.positions, strict=True))
    system: EquationSystem = notation.read(record["lEquations"])
    system = refer_in_order(system, placed.quantities, [position[index] for index in in_order])
    extra: dict[str, Any] = {"lEquations": record["lEquations"]}
    if placed.added:
        extra[ADDED] = placed.surfaces
    return Problem(
        id=id,
        body=body,
        question=question,
        quantities=placed.quantities,
        equations=system,
        derivation=induce(system),
        answers=tuple(Answer(snap(read_number(str(value)))) for value in record["lSolutions"]),
        rates=tuple(rate if rate == ASKED_RATE else position[rate] for rate in rates),
        extra=extra,
    )
