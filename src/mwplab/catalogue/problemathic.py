"""ProbleMathic: MAWPS problems, plain and with irrelevant information that a machine added.

{"dataset": "problemathic_adv_simple", "id": "passage_3",
 "prompt": "<<Passage>>Ann has 18 figs and weighs 40 kg. She eats 5.<<Question>> How many figs are left?",
 "completion": "<<Reasoning>>...<<RelevantVariables>>...<<Explanation>>18 - 5 = 13.<<FinalAnswer>>13.0"}

An adversarial problem has the id of the plain one that it was made from.
"""

from __future__ import annotations

import json
import re
from typing import Any

from mwplab.catalogue.folder import Folder
from mwplab.catalogue.formats.build import build_problem
from mwplab.equations import read_number, snap
from mwplab.records import Answer, Dataset, Problem

LEVELS = ("simple", "complex")
PLAIN, ADVERSARIAL = "non-adversarial", "adversarial"

_PART = re.compile(r"<<(\w+)>>")


def read(folder: Folder) -> Dataset:
    """Read the four files, each a split."""
    parts = {
        f"{level}-{kind}": _problems(level, kind, folder) for level in LEVELS for kind in (PLAIN, ADVERSARIAL)
    }
    return Dataset(
        name="problemathic",
        problems=tuple(problem for part in parts.values() for problem in part),
        splits={split: tuple(problem.id for problem in part) for split, part in parts.items()},
    )


def _problems(level: str, kind: str, folder: Folder) -> list[Problem]:
    text = folder.text(f"problemathic/{level}_{kind.replace('-', '_')}_train.json")
    return [_problem(level, kind, json.loads(line)) for line in text.split("\n") if line]


def _problem(level: str, kind: str, record: dict[str, Any]) -> Problem:
    prompt, completion = tagged_parts(record["prompt"]), tagged_parts(record["completion"])
    plain = f"problemathic/{level}-{PLAIN}-{record['id']}"
    adversarial = kind == ADVERSARIAL
    return build_problem(
        f"problemathic/{level}-{kind}-{record['id']}",
        body=prompt["Passage"],
        question=prompt["Question"],
        answers=[Answer(snap(read_number(completion.pop("FinalAnswer"))))],
        rationale=completion.pop("Explanation"),
        parent=plain if adversarial else None,
        seed=plain if adversarial else None,
        changes=("add-irrelevant-information",) if adversarial else (),
        extra={"dataset": record["dataset"], **completion},
    )


def tagged_parts(text: str) -> dict[str, str]:
    """Return what stands behind each tag.

    >>> tagged_parts("<<Passage>>Ann has 5 figs.<<Question>> How many?")
    {'Passage': 'Ann has 5 figs.', 'Question': 'How many?'}
    """
    _, *pieces = _PART.split(text)
    return {tag: piece.strip() for tag, piece in zip(pieces[::2], pieces[1::2], strict=True)}
