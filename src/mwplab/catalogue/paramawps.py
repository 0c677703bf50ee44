"""ParaMAWPS: paraphrases and variations of MAWPS problems; the test and validation parts.

{"id": 20000012, "original_text": "After giving away 2 of her 6 plums, how many are left?",
 "segmented_text": "...", "equation": "x=6-2", "ans": 4.0}

The id of a variant is k * 10000000 + the id of its seed; k = 16 generally turns the seed's question round.
"""

from __future__ import annotations

import json
from typing import Any

from mwplab.catalogue.folder import Folder
from mwplab.catalogue.formats.build import build_problem, read_or_note
from mwplab.equations import read_number, snap
from mwplab.equations.notations import mawps as notation
from mwplab.records import Answer, Dataset, Problem

FILES = {"test": "paramawps/testset.json", "valid": "paramawps/validset.json"}
"""The published parts with their files; the training part is not among them."""

SEEDS = 10_000_000
"""Ids below this are seeds; the k-th variant of a seed has the id k * SEEDS + seed."""

INVERTED = 16
"""The variant that generally turns the seed's question round."""


def read(folder: Folder) -> Dataset:
    """Read both parts; each variant names its seed, whether or not that is among them."""
    problems: list[Problem] = []
    splits: dict[str, tuple[str, ...]] = {}
    for part, path in FILES.items():
        found = [_problem(record) for record in json.loads(folder.text(path))]
        splits[part] = tuple(problem.id for problem in found)
        problems += found
    return Dataset(name="paramawps", problems=tuple(problems), splits=splits)


def _problem(record: dict[str, Any]) -> Problem:
    extra: dict[str, Any] = {"equation": record["equation"]}
    variant, seed = divmod(record["id"], SEEDS)
    seed_id = f"paramawps/{seed}"
    return build_problem(
        f"paramawps/{record['id']}",
        text=record["original_text"],
        system=read_or_note(lambda: notation.read([record["equation"]]), extra),
        answers=[Answer(snap(read_number(str(record["ans"]))))],
        seed=seed_id,
        parent=seed_id if variant else None,
        changes=(change_name(variant),) if variant else (),
        extra=extra,
    )


def change_name(variant: int) -> str:
    """Return what was done to a seed to make its k-th variant, as far as its id says.

    >>> change_name(3), change_name(16)
    ('paraphrase', 'invert-question')
    """
    return "invert-question" if variant == INVERTED else "paraphrase"
