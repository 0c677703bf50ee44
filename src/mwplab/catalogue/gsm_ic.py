"""GSM-IC: GSM8K problems with one irrelevant sentence added.

{"problem": "Ann has 18 figs. Her hat is 9 inches wide. She eats 5. How many are left?",
 "conditions": ["Ann has 18 figs.", "Her hat is 9 inches wide.", "She eats 5."],
 "question": "How many are left?", "equation": "Her hat is 9 inches wide.", "gold_answer": "13",
 "verify_condition_index": 2}

Despite its name, ``equation`` holds the irrelevant sentence.
"""

from __future__ import annotations

import json
from typing import Any

from mwplab.catalogue.folder import Folder
from mwplab.catalogue.formats.build import build_problem
from mwplab.records import Dataset, Problem, parse_answer

FILES = {"two-step": "GSM-IC2.json", "multi-step": "GSM-ICM.json"}
IRRELEVANT = "irrelevant_sentence"
"""The key in ``extra`` of the added sentence."""


def read(folder: Folder) -> Dataset:
    """Read both samples; the key of a problem is its sample and its place there."""
    parts = {
        split: [
            _problem(f"gsm-ic/{split}-{place}", record) for place, record in enumerate(_records(path, folder))
        ]
        for split, path in FILES.items()
    }
    return Dataset(
        name="gsm-ic",
        problems=tuple(problem for part in parts.values() for problem in part),
        splits={split: tuple(problem.id for problem in part) for split, part in parts.items()},
    )


def _records(path: str, folder: Folder) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = json.loads(folder.text(f"gsm-ic/{path}"))
    return records


def _problem(id: str, record: dict[str, Any]) -> Problem:
    return build_problem(
        id,
        body=record["problem"].removesuffix(record["question"]).strip(),
        question=record["question"],
        answers=[parse_answer(record["gold_answer"])],
        changes=("add-irrelevant-information",),
        extra={
            IRRELEVANT: record["equation"],
            "conditions": record["conditions"],
            "verify_condition_index": record["verify_condition_index"],
        },
    )
