"""AQuA-RAT: multiple-choice problems with rationales in words.

{"question": "A kite of 5 dollars is sold with 20% profit. What is its price?",
 "options": ["A)$5", "B)$6", "C)$7", "D)$8", "E)$9"], "rationale": "5 + 1 = 6.", "correct": "B"}
"""

from __future__ import annotations

import json
from typing import Any

from mwplab.catalogue.folder import Folder
from mwplab.catalogue.formats.build import build_problem
from mwplab.catalogue.formats.choices import chosen_answer
from mwplab.records import Dataset, Problem

SPLITS = ("dev", "test")


def read(folder: Folder) -> Dataset:
    """Read both parts; the key of a problem is its part and its place there."""
    parts = {split: _problems(split, folder.text(f"aqua/{split}.json")) for split in SPLITS}
    return Dataset(
        name="aqua",
        problems=tuple(problem for part in parts.values() for problem in part),
        splits={split: tuple(problem.id for problem in part) for split, part in parts.items()},
    )


def _problems(split: str, text: str) -> list[Problem]:
    records = [json.loads(line) for line in text.split("\n") if line]
    return [_problem(f"aqua/{split}-{place}", record) for place, record in enumerate(records)]


def _problem(id: str, record: dict[str, Any]) -> Problem:
    options = tuple(option.partition(")")[2].strip() for option in record["options"])
    return build_problem(
        id,
        text=record["question"],
        answers=chosen_answer(options, record["correct"]),
        options=options,
        rationale=record["rationale"],
        extra={"correct": record["correct"]},
    )
