"""MAWPS as the SVAMP release has it: 1,921 problems with one unknown, in five folds.

Question,Numbers,Equation,Answer,group_nums,Body,Ques_Statement
A shelf holds number0 jars . number1 fall . How many stay ?,9.0 4.0,- number0 number1,5.0,"[1, 2]",...

The rows are problems of `mawps@2373`, in the same order and without their indexes, which are found again by
text. ``number<i>`` is the i-th of the numbers; they are put back into the text, whose tokens stay apart.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from mwplab.catalogue.folder import Folder
from mwplab.catalogue.formats.aligned import ADDED, Place, Placed, place_quantities
from mwplab.catalogue.formats.build import note_matched
from mwplab.catalogue.formats.folds import folds_from_tests
from mwplab.equations import EquationSystem, Matched, induce, read_number, snap
from mwplab.equations.matching import CONSTANTS
from mwplab.equations.nodes import Expr, Leaf, Number, QuantityRef, map_system
from mwplab.equations.notations import svamp as notation
from mwplab.equations.numbers import write_decimal
from mwplab.errors import DataError
from mwplab.records import Answer, Dataset, Problem
from mwplab.records.problem import join_parts

Row = dict[str, str]
FOLDS = 5

_NUMBER = re.compile(r"number(\d+)")
_DIGITS = re.compile(r"\d*\.\d+|\d+")


def read(folder: Folder) -> Dataset:
    """Read the test parts of the folds in turn, and the one row that no fold tests."""
    tests = [_rows(folder, f"fold{fold}/dev.csv") for fold in range(FOLDS)]
    tested = {_identity(row) for test in tests for row in test}
    untested = [row for row in _rows(folder, "fold0/train.csv") if _identity(row) not in tested]
    rows = [row for part in (*tests, untested) for row in part]
    keys = find_keys(map(_row_text, rows), json.loads(folder.text("mawps/mawps_source.json")))
    problems = tuple(_problem(f"mawps/{key}", row) for key, row in zip(keys, rows, strict=True))
    ids = iter([problem.id for problem in problems])
    splits = folds_from_tests(problems, [[next(ids) for _ in test] for test in tests])
    return Dataset(name="mawps", edition="1921", problems=problems, splits=splits)


def find_keys(texts: Iterable[str], records: Iterable[dict[str, Any]]) -> list[int]:
    """Return for each text the index of its record; records come in the same order, some have no text.

    >>> records = [{"iIndex": 8, "sQuestion": "Is 2.0 odd?"}, {"iIndex": 3, "sQuestion": "Is 3 odd?"}]
    >>> find_keys(["is 3.0 odd ?"], records)
    [3]
    """
    waiting = ((record["iIndex"], _letters(record["sQuestion"])) for record in records)
    keys = []
    for text in texts:
        letters = _letters(text)
        key = next((key for key, other in waiting if other == letters), None)
        if key is None:
            raise DataError(
                f"no problem of mawps@2373 has the text {text[:60]!r}; the files do not belong together"
            )
        keys.append(key)
    return keys


def _problem(id: str, row: Row) -> Problem:
    numbers = [snap(read_number(number)) for number in row["Numbers"].split()]
    body, question = (_put_back(row[part], numbers) for part in ("Body", "Ques_Statement"))
    places = [Place(start, numbers[index]) for index, start in _starts(row["Question"], numbers)]
    placed = place_quantities(join_parts(body, question), places)
    matched = _refer(notation.read_prefix(row["Equation"]), placed)
    extra: dict[str, Any] = {name: row[name] for name in ("Numbers", "Equation")}
    if placed.added:
        extra[ADDED] = placed.surfaces
    note_matched(extra, matched)
    return Problem(
        id=id,
        body=body,
        question=question,
        quantities=placed.quantities,
        equations=matched.system,
        derivation=None if matched.unmatched else induce(matched.system),
        answers=(Answer(snap(read_number(row["Answer"]))),),
        extra=extra,
    )


def _refer(system: EquationSystem, placed: Placed) -> Matched:
    """Refer number<i> to its place, and constants to words that the release left in the text: *eight*."""
    words = [index for index in range(len(placed.quantities)) if index not in placed.positions]
    constants: list[Fraction] = []
    unmatched: list[Fraction] = []

    def refer(leaf: Leaf) -> Expr:
        if isinstance(leaf, QuantityRef):
            return QuantityRef(placed.positions[leaf.index])
        if not isinstance(leaf, Number):
            return leaf
        same = [index for index in words if placed.quantities[index].value == leaf.value]
        if len(same) == 1:
            return QuantityRef(same[0])
        (constants if leaf.value in CONSTANTS else unmatched).append(leaf.value)
        return leaf

    return Matched(map_system(system, refer), constants=tuple(constants), unmatched=tuple(unmatched))


def write_readable(value: Fraction) -> str:
    """Return a number as a text has it: whole, a decimal, or a mixed fraction.

    >>> write_readable(Fraction(7)), write_readable(Fraction("2.5")), write_readable(Fraction(11, 3))
    ('7', '2.5', '3 2/3')
    """
    decimal = write_decimal(value)
    if decimal is not None:
        return decimal
    whole, part = divmod(value, 1)
    return f"{whole} {part}" if whole else str(part)


def _put_back(text: str, numbers: list[Fraction]) -> str:
    return _NUMBER.sub(lambda match: write_readable(numbers[int(match[1])]), text)


def _starts(text: str, numbers: list[Fraction]) -> list[tuple[int, int]]:
    """Return each number with the place where it starts once all are put back."""
    found, grown = [], 0
    for match in _NUMBER.finditer(text):
        found.append((int(match[1]), match.start() + grown))
        grown += len(write_readable(numbers[int(match[1])])) - len(match[0])
    return found


def _rows(folder: Folder, path: str) -> list[Row]:
    return list(csv.DictReader(folder.text(f"svamp/data/cv_mawps/{path}").splitlines()))


def _identity(row: Row) -> tuple[str, str]:
    return row["Question"], row["Numbers"]


def _row_text(row: Row) -> str:
    numbers = row["Numbers"].split()
    return _NUMBER.sub(lambda match: numbers[int(match[1])], row["Question"])


def _letters(text: str) -> str:
    """Return letters and digits only, 7.0 and 7 alike."""
    plain = _DIGITS.sub(lambda match: str(float(match[0])), text.replace(",", "").lower())
    return re.sub(r"[^a-z0-9]+", "", plain)
