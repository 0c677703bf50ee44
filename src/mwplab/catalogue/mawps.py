"""MAWPS: the six sets of the repository, and the collections of them that circulate.

{"iIndex": 4, "lAlignments": [8, 25], "lEquations": ["X=(9.0-4.0)"], "lSolutions": [5.0],
 "sQuestion": "Kim had 9 plums. She ate 4 plums. How many plums are left?"}
{"iIndex": 7, "lEquations": ["cats=2.0*dogs", "cats+dogs=12.0"], "lSolutions": [8.0, 4.0],
 "lQueryVars": ["cats", "dogs"], "bOrderUnclear": true,
 "sQuestion": "Cats are twice as many as dogs, 12 animals in all. How many of each are there?"}

``lAlignments`` says for each number of the equation at which character it stands, ``lQueryVars`` which
unknowns are asked for, in the order of the solutions. AddSub writes its solutions as strings.
"""

from __future__ import annotations

import json
from typing import Any

from mwplab.catalogue.folder import Folder
from mwplab.catalogue.formats.aligned import (
    ADDED,
    Place,
    place_quantities,
    refer_in_order,
    split_with_places,
)
from mwplab.catalogue.formats.build import build_problem, read_or_note
from mwplab.equations import EquationSystem, induce, read_number, snap
from mwplab.equations.nodes import Number, Unknown, walk
from mwplab.equations.notations import mawps as notation
from mwplab.records import Answer, Dataset, Problem
from mwplab.records.problem import join_parts

Record = dict[str, Any]


def read_addsub(folder: Folder) -> Dataset:
    """Read AddSub, in which one equation cannot be read."""
    return _set("mawps/addsub", _records(folder, "mawps/AddSub.json"))


def read_singleop(folder: Folder) -> Dataset:
    """Read SingleOp, whose numbers are aligned."""
    return _set("mawps/singleop", _records(folder, "mawps/SingleOp.json"))


def read_multiarith(folder: Folder) -> Dataset:
    """Read MultiArith, whose numbers are aligned."""
    return _set("mawps/multiarith", _records(folder, "mawps/MultiArith.json"))


def read_singleeq(folder: Folder) -> Dataset:
    """Read SingleEq; every record has the index 0, so the position is the key."""
    records = _records(folder, "mawps/SingleEQ.json")
    return _set("mawps/singleeq", [{**record, "iIndex": place} for place, record in enumerate(records)])


def read_simuleq_s(folder: Folder) -> Dataset:
    """Read SimulEq-S, which does not say which of the unknowns its solutions are."""
    return _set("mawps/simuleq-s", _records(folder, "mawps/algebra.com_dataset.json"))


def read_simuleq_l(folder: Folder) -> Dataset:
    """Read SimulEq-L: of all problems with equations those that say which unknowns are asked for."""
    records = _records(folder, "mawps/AllWithEquations.json")
    return _set("mawps/simuleq-l", [record for record in records if "lQueryVars" in record])


def read_2373(folder: Folder) -> Dataset:
    """Read the one-unknown problems that later work uses, with the indexes of the whole."""
    return _set("mawps", _records(folder, "mawps/mawps_source.json"), "2373")


def read_3220(folder: Folder) -> Dataset:
    """Read all problems with equations."""
    return _set("mawps", _records(folder, "mawps/AllWithEquations.json"), "3220")


def read_3915(folder: Folder) -> Dataset:
    """Read all problems, those without equations too."""
    return _set("mawps", _records(folder, "mawps/AllData.json"), "3915")


def _records(folder: Folder, path: str) -> list[Record]:
    records: list[Record] = json.loads(folder.text(path))
    return records


def _set(name: str, records: list[Record], edition: str = "") -> Dataset:
    problems = tuple(_problem(f"{name}/{record['iIndex']}", record) for record in records)
    return Dataset(name=name, edition=edition, problems=problems)


def _problem(id: str, record: Record) -> Problem:
    equations, extra = record.get("lEquations", []), dict[str, Any]()
    if equations:
        extra["lEquations"] = equations
    system = read_or_note(lambda: notation.read(equations), extra) if equations else None
    names = notation.unknown_names(equations) if equations else {}
    fields: dict[str, Any] = {
        "asked": tuple(Unknown(names[asked]) for asked in record.get("lQueryVars", [])),
        "answers": tuple(Answer(snap(read_number(str(value)))) for value in record["lSolutions"]),
        "ordered": _ordered(record),
        "extra": extra,
    }
    if system is not None and "lAlignments" in record:
        return aligned_problem(id, record["sQuestion"], system, record["lAlignments"], fields)
    return build_problem(id, text=record["sQuestion"], system=system, **fields)


def _ordered(record: Record) -> bool:
    """Tell whether the order of the answers matters: several without named unknowns have none."""
    if "lQueryVars" in record:
        return not record.get("bOrderUnclear", False)
    return len(record["lSolutions"]) < 2


def aligned_problem(
    id: str, text: str, system: EquationSystem, starts: list[int], fields: dict[str, Any]
) -> Problem:
    """Return a problem whose i-th number in the equations stands at the i-th of the given characters.

    >>> system = notation.read(["X=(6.0-6.0)"])
    >>> str(aligned_problem("a/1", " Of 6 figs 6 are ripe. How many are not?", system, [11, 4], {}).equations)
    'x = q1 - q0'
    """
    numbers = [part.value for part in walk(system) if isinstance(part, Number)]
    places = [Place(start, value) for start, value in zip(starts, numbers, strict=True)]
    body, question, moved = split_with_places(text, places)
    placed = place_quantities(join_parts(body, question), moved)
    referred = refer_in_order(system, placed.quantities, placed.positions)
    extra = {**fields.get("extra", {}), **({ADDED: placed.surfaces} if placed.added else {})}
    return Problem(
        id=id,
        body=body,
        question=question,
        quantities=placed.quantities,
        equations=referred,
        derivation=induce(referred),
        **{**fields, "extra": extra},
    )
