"""SVAMP: challenging variations of one-unknown problems.

{"ID": "chal-1", "Body": "A drum holds 40 litres. If 15 are drawn off", "Question": "How much is left?",
 "Equation": "( 40.0 - 15.0 )", "Answer": 25.0, "Type": "Subtraction"}

The CSV of the release has the same problems in another order, tokenised and in lower case, with the codes of
the variations that made them, latest first; it is joined by text, and where texts differ by the most similar.
"""

from __future__ import annotations

import csv
import json
import re
from typing import Any

from mwplab.catalogue.folder import Folder
from mwplab.catalogue.formats.build import build_problem, read_or_note
from mwplab.catalogue.formats.folds import folds_from_tests
from mwplab.equations import read_number, snap
from mwplab.equations.notations import svamp as notation
from mwplab.records import Answer, Dataset, Problem
from mwplab.records.taxonomy import repair_type

VARIATIONS = {
    "11": "same-object-different-structure",
    "12": "different-object-same-structure",
    "13": "different-object-different-structure",
    "21": "add-relevant-information",
    "22": "change-information",
    "23": "invert-operation",
    "31": "change-order-of-objects",
    "32": "change-order-of-phrases",
    "33": "add-irrelevant-information",
}
"""The variation codes of the CSV; the first digit is the category."""

CATEGORIES = {"1": "question-sensitivity", "2": "reasoning-ability", "3": "structural-invariance"}
"""The categories of variations."""

Row = dict[str, str]
FOLDS = 5


def read(folder: Folder) -> Dataset:
    """Read the JSON file, joined with the CSV of the release and its folds."""
    records: list[dict[str, Any]] = json.loads(folder.text("svamp/SVAMP.json"))
    rows = _rows(folder, "mawps-asdiv-a_svamp/dev.csv")
    joined = join_rows(records, rows)
    problems = tuple(_problem(record, *joined[record["ID"]]) for record in records)
    place = {_identity(row): key for key, (row, _) in joined.items()}
    tests = [
        tuple(
            f"svamp/{place[_identity(row)]}"
            for row in _rows(folder, f"cv_svamp_augmented/fold{fold}/dev.csv")
        )
        for fold in range(FOLDS)
    ]
    return Dataset(name="svamp", edition="1.0", problems=problems, splits=folds_from_tests(problems, tests))


def join_rows(records: list[dict[str, Any]], rows: list[Row]) -> dict[str, tuple[Row, bool]]:
    """Return for each record its row of the CSV, and whether their texts agree word for word."""
    waiting: dict[str, list[Row]] = {}
    for row in rows:
        waiting.setdefault(_letters(_row_text(row)), []).append(row)
    joined: dict[str, tuple[Row, bool]] = {}
    for record in records:
        if same := waiting.get(_letters(_record_text(record))):
            joined[record["ID"]] = (same.pop(0), True)
    left = [row for same in waiting.values() for row in same]
    for record in records:
        if record["ID"] not in joined:
            best = max(left, key=lambda row: _similarity(_record_text(record), _row_text(row)))
            left.remove(best)
            joined[record["ID"]] = (best, False)
    return joined


def _problem(record: dict[str, Any], row: Row, same_text: bool) -> Problem:
    extra = {
        "Equation": record["Equation"],
        "csv_type": row["Type"],
        "csv_text": "same" if same_text else "differs",
        "variation_codes": row["Variation Type"],
    }
    if read_number(row["Answer"]) != read_number(str(record["Answer"])):
        extra["csv_answer"] = row["Answer"]
    return build_problem(
        f"svamp/{record['ID']}",
        body=record["Body"],
        question=record["Question"],
        system=read_or_note(lambda: notation.read(record["Equation"]), extra),
        answers=[Answer(snap(read_number(str(record["Answer"]))))],
        type=repair_type(record["Type"]),
        changes=tuple(VARIATIONS[code.strip()] for code in reversed(row["Variation Type"].split(","))),
        extra=extra,
    )


def _rows(folder: Folder, path: str) -> list[Row]:
    return list(csv.DictReader(folder.text(f"svamp/data/{path}").splitlines()))


def _identity(row: Row) -> tuple[str, str]:
    return row["Question"], row["Numbers"]


def _record_text(record: dict[str, Any]) -> str:
    return f"{record['Body']} {record['Question']}"


def _row_text(row: Row) -> str:
    numbers = row["Numbers"].split()
    return re.sub(r"number(\d+)", lambda match: numbers[int(match[1])], row["Question"])


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "", text.lower())


def _similarity(one: str, other: str) -> float:
    words, others = (set(re.findall(r"[a-z0-9]+", text.lower())) for text in (one, other))
    return len(words & others) / len(words | others)
