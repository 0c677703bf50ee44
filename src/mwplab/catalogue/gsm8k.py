"""GSM8K: grade school problems with worked solutions.

{"question": "Ann buys 3 bags of 6 figs and eats 5. How many figs are left?",
 "answer": "She buys 6*3 = <<6*3=18>>18 figs.\\nThat leaves 18-5 = <<18-5=13>>13.\\n#### 13"}
"""

from __future__ import annotations

import json

from mwplab.catalogue.folder import Folder
from mwplab.catalogue.formats.build import build_problem
from mwplab.catalogue.formats.worked import chain, final_answer
from mwplab.records import Dataset, Problem
from mwplab.text import quantities

SPLITS = ("train", "test")


def read(folder: Folder) -> Dataset:
    """Read both parts; the key of a problem is its part and its place there."""
    parts = {split: _problems(split, folder.text(f"gsm8k/{split}.jsonl")) for split in SPLITS}
    return Dataset(
        name="gsm8k",
        problems=tuple(problem for part in parts.values() for problem in part),
        splits={split: tuple(problem.id for problem in part) for split, part in parts.items()},
    )


def _problems(split: str, text: str) -> list[Problem]:
    records = (json.loads(line) for line in text.split("\n") if line)
    return [
        worked_problem(f"gsm8k/{split}-{place}", record["question"], record["answer"])
        for place, record in enumerate(records)
    ]


def worked_problem(
    id: str,
    question: str,
    solution: str,
    *,
    parent: str | None = None,
    seed: str | None = None,
    extra: dict[str, object] | None = None,
) -> Problem:
    """Return a problem with its worked solution, whose calculator marks give the equation where they can.

    >>> problem = worked_problem("a/1", "Ann has 18 figs and eats 5. What is left?", "<<18-5=13>> #### 13")
    >>> str(problem.equations), str(problem.answers[0])
    ('x = q0 - q1', '13')
    """
    return build_problem(
        id,
        text=question,
        system=chain(solution, {one.value for one in quantities(question)}),
        answers=[final_answer(solution)],
        rationale=solution,
        parent=parent,
        seed=seed,
        extra=extra,
    )
