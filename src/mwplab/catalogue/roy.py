"""Aggregate, AllArith, their parts and the other sets of Roy and Roth: arithmetic problems with rates.

{"iIndex": 7, "sQuestion": "A crate holds 12.0 jars . How many jars do 4.0 crates hold ?", "rates": [0],
 "quants": [12.0, 4.0], "lAlignments": [1, 0], "lEquations": ["X=(4.0*12.0)"], "lSolutions": [48.0]}

``quants`` are the numbers of the text in order; the i-th number of the equation is ``quants[lAlignments[i]]``
and ``rates`` are positions in ``quants``, -1 where the question asks for a rate.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from mwplab.catalogue.folder import Folder
from mwplab.catalogue.formats.aligned import refer_in_order
from mwplab.catalogue.formats.build import build_problem, stands_for_hundredths
from mwplab.catalogue.formats.folds import folds_from_tests
from mwplab.equations import induce, read_number, snap
from mwplab.equations.matching import SCALE
from mwplab.equations.notations import mawps as notation
from mwplab.errors import DataError
from mwplab.records import Answer, Dataset, Problem
from mwplab.records.problem import join_parts
from mwplab.text import Quantity, quantities, split_question

FOLDS = 5
ASKED_RATE = -1

Record = dict[str, Any]


def read_subset(name: str, part: str, folder: Folder) -> Dataset:
    """Read the problems that the folds of a subset name, in the order of the file."""
    whole = _problems(name, folder.text("roy-arithmetic/questions.json"))
    tests = _tests(name, part, folder)
    named = {id for test in tests for id in test}
    problems = tuple(one for one in whole if one.id in named)
    return Dataset(name=name, problems=problems, splits=folds_from_tests(problems, tests))


def read_aggregate(folder: Folder) -> Dataset:
    """Read Aggregate; ``perturb-old`` is AllArith, ``perturb-new`` what people made of it to fool solvers."""
    dataset = read_subset("aggregate", "aggregate", folder)
    parts = {
        f"perturb-{part}": _ids("aggregate", folder.text(f"roy-arithmetic/perturb/{part}.txt"))
        for part in ("old", "new")
    }
    return replace(dataset, splits={**dataset.splits, **parts})


def read_handcrafted(folder: Folder) -> Dataset:
    """Read the problems written to show what a solver misses; as some alignments are wrong, none is used."""
    name = "roy-handcrafted"
    problems = tuple(
        build_problem(
            f"{name}/{record['iIndex']}",
            text=record["sQuestion"],
            system=notation.read(record["lEquations"]),
            answers=_answers(record),
            rates=tuple(record["rates"]),
            extra={"lEquations": record["lEquations"], "lAlignments": record["lAlignments"]},
        )
        for record in json.loads(folder.text("roy-arithmetic/handcrafted/questions.json"))
    )
    return Dataset(name=name, problems=problems)


def read_simple_interest(folder: Folder) -> Dataset:
    """Read Aggregate with the new problems on simple interest, which are the split ``new``."""
    name, path = "simple-interest", "roy-arithmetic/simple_interest"
    problems = _problems(name, folder.text(f"{path}/questions.json"))
    added = json.loads(folder.text(f"{path}/si.json"))
    splits = folds_from_tests(problems, _tests(name, "simple_interest", folder))
    return Dataset(
        name=name,
        problems=problems,
        splits={**splits, "new": tuple(f"{name}/{record['iIndex']}" for record in added)},
    )


def _problems(name: str, text: str) -> tuple[Problem, ...]:
    return tuple(_problem(f"{name}/{record['iIndex']}", record) for record in json.loads(text))


def _tests(name: str, part: str, folder: Folder) -> list[tuple[str, ...]]:
    return [_ids(name, folder.text(f"roy-arithmetic/{part}/fold{fold}.txt")) for fold in range(FOLDS)]


def _ids(name: str, text: str) -> tuple[str, ...]:
    return tuple(f"{name}/{key}" for key in text.split())


def _problem(id: str, record: Record) -> Problem:
    body, question = split_question(record["sQuestion"])
    found = quantities(join_parts(body, question))
    places = positions_in_order(found, [snap(read_number(str(value))) for value in record["quants"]])
    used = [_place(id, places, index) for index in record["lAlignments"]]
    system = refer_in_order(notation.read(record["lEquations"]), found, used)
    return Problem(
        id=id,
        body=body,
        question=question,
        quantities=found,
        equations=system,
        derivation=induce(system),
        answers=_answers(record),
        rates=tuple(rate if rate == ASKED_RATE else _place(id, places, rate) for rate in record["rates"]),
        extra={"lEquations": record["lEquations"]},
    )


def _answers(record: Record) -> tuple[Answer, ...]:
    return tuple(Answer(snap(read_number(str(value)))) for value in record["lSolutions"])


def positions_in_order(found: Sequence[Quantity], listed: Sequence[Fraction]) -> dict[int, int]:
    """Return for each number of a list the position of its quantity, for those that have one.

    >>> listed = [Fraction(3), Fraction(8), Fraction(1, 4)]
    >>> positions_in_order(quantities("Two 3d nails, 8.0 jars, 25 %."), listed)
    {1: 1, 2: 2}
    """
    positions: dict[int, int] = {}
    start = 0
    for index, value in enumerate(listed):
        place = next((place for place in range(start, len(found)) if _is(found[place], value)), None)
        if place is not None:
            positions[index], start = place, place + 1
    return positions


def _place(id: str, places: Mapping[int, int], index: int) -> int:
    if index not in places:
        raise DataError(f"{id}: number {index} of the source's list was not found in the text")
    return places[index]


def _is(quantity: Quantity, value: Fraction) -> bool:
    own = snap(quantity.value)
    return own == value or (stands_for_hundredths(quantity) and own * SCALE == value)
