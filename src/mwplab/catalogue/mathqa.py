"""MathQA: multiple-choice problems with operation programs; the training part has texts and options only.

{"Problem": "a kite of 5 rupees is sold with 20 % profit . what is its price ?", "Rationale": "5 + 1 = 6", "correct": "b",
 "options": "a ) rs . 5 , b ) rs . 6 , c ) rs . 7 , d ) rs . 8 , e ) none of these", "category": "gain",
 "annotated_formula": "divide(multiply(5, add(const_100, 20)), const_100)",
 "linear_formula": "add(n1,const_100)|multiply(n0,#0)|divide(#1,const_100)|"}

,Problem,correct,category,option_a,option_b,option_c,option_d,option_e       (training part, one file per category)
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from typing import Any

from mwplab.catalogue.folder import Folder
from mwplab.catalogue.formats.aligned import match_preferring
from mwplab.catalogue.formats.build import note_matched, read_or_note
from mwplab.catalogue.formats.choices import chosen_answer
from mwplab.equations import induce
from mwplab.equations.notations import mathqa as notation
from mwplab.records import Dataset, Problem
from mwplab.records.problem import join_parts
from mwplab.text import Quantity, quantities, split_question

CATEGORIES = ("gain", "general", "geometry", "other", "physics", "probability")
LETTERS = "abcde"

Record = dict[str, Any]

_OPTIONS = re.compile(
    r"""\[?["']?\s*a\s*\)""" + r"""["']?\s*,\s*["']?{}\s*\)""".join(["(.*?)"] * 5).format(*LETTERS[1:]) + r"""["']?\]?\s*$"""
)
_NUMBER = re.compile(r"[0-9][0-9,]*(?:\.[0-9]+)?")
_REFERENCE = re.compile(r"\bn([0-9]{1,3})\b")


def read(folder: Folder) -> Dataset:
    """Read the texts of the training part, and the dev and test parts with their formulas."""
    parts = {
        "train": [one for category in CATEGORIES for one in _train(category, folder)],
        "dev": _with_formulas("mathqa/dev", "mathqa/dev.json", folder),
        "test": _with_formulas("mathqa/test", "mathqa/test.json", folder),
    }
    return Dataset(
        name="mathqa",
        problems=tuple(problem for part in parts.values() for problem in part),
        splits={name: tuple(problem.id for problem in part) for name, part in parts.items()},
    )


def read_challenge(folder: Folder) -> Dataset:
    """Read the challenge test set."""
    problems = _with_formulas("mathqa/challenge/", "mathqa/challenge_test.json", folder)
    return Dataset(name="mathqa/challenge", problems=tuple(problems))
