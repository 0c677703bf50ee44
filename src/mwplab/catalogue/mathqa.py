"""MathQA: multiple-choice problems with operation programs; the training part has texts and options only.

{"Problem": "a kite of 5 rupees is sold with 20 % profit . what is its price ?", "Rationale": "5 + 1 = 6",
 "options": "a ) rs . 5 , b ) rs . 6 , c ) rs . 7 , d ) rs . 8 , e ) 9", "correct": "b", "category": "gain",
 "annotated_formula": "divide(multiply(5, add(const_100, 20)), const_100)",
 "linear_formula": "add(n1,const_100)|multiply(n0,#0)|divide(#1,const_100)|"}

,Problem,correct,category,option_a,option_b,option_c,option_d,option_e    (training part, a file per category)
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
    r"""\[?["']?\s*a\s*\)"""
    + r"""["']?\s*,\s*["']?{}\s*\)""".join(["(.*?)"] * 5).format(*LETTERS[1:])
    + r"""["']?\]?\s*$"""
)
_DOUBLED = re.compile(r"^\s*[a-e]\s*\)(?=\s*\S)")
_RUPEES = re.compile(r"^r?s\s*[.:]?\s*(?=[0-9])")
_STRAY = re.compile(r"^[a-z]\s*[=:.]\s*(?=[0-9])")
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


def _train(category: str, folder: Folder) -> list[Problem]:
    rows = csv.DictReader(io.StringIO(folder.text(f"mathqa/train_text/train_{category}.csv"), newline=""))
    return [_train_problem(row) for row in rows]


def _train_problem(row: dict[str, str]) -> Problem:
    options = [_DOUBLED.sub("", row[f"option_{letter}"]).strip() for letter in LETTERS]
    body, question = split_question(row["Problem"])
    return Problem(
        id=f"mathqa/train-{row['category']}-{row['']}",
        body=body,
        question=question,
        quantities=quantities(join_parts(body, question)),
        answers=chosen_answer(options, row["correct"], repair_option),
        options=tuple(options),
        type=row["category"],
        extra={"correct": row["correct"]},
    )


def _with_formulas(lead: str, path: str, folder: Folder) -> list[Problem]:
    separator = "" if lead.endswith("/") else "-"
    return [
        _problem(f"{lead}{separator}{place}", one) for place, one in enumerate(json.loads(folder.text(path)))
    ]


def _problem(id: str, record: Record) -> Problem:
    options = split_options(record["options"])
    extra = {name: record[name] for name in ("correct", "annotated_formula", "linear_formula")}
    body, question = split_question(record["Problem"])
    text = join_parts(body, question)
    found = quantities(text)
    system = read_or_note(lambda: notation.read_nested(record["annotated_formula"]), extra)
    derivation = None
    if system is not None:
        matched = match_preferring(system, found, named_quantities(text, found, record["linear_formula"]))
        note_matched(extra, matched)
        system = matched.system
        derivation = None if matched.unmatched or matched.ambiguous else induce(system)
    return Problem(
        id=id,
        body=body,
        question=question,
        quantities=found,
        equations=system,
        derivation=derivation,
        answers=chosen_answer(options, record["correct"], repair_option),
        options=tuple(options),
        rationale=record["Rationale"],
        type=record["category"],
        extra=extra,
    )


def split_options(text: str) -> list[str]:
    """Return the five options, which a few records have as a printed list.

    >>> split_options("a ) 2 , b ) 1,500 , c ) 3 : 4 , d ) b ) , e ) none")
    ['2', '1,500', '3 : 4', 'b )', 'none']
    >>> split_options("['a ) 2 cm', 'b ) 3 cm', 'c ) 4 cm', 'd ) 5 cm', 'e ) 6 cm']")[0]
    '2 cm'
    """
    found = _OPTIONS.match(text)
    return [_DOUBLED.sub("", option).strip() for option in found.groups()] if found else []


def repair_option(option: str) -> str:
    """Return an option with the cut letter of *rs* put back, and without a stray letter before the number.

    >>> repair_option("s . 40"), repair_option("rs : 40"), repair_option("q = 40"), repair_option("4 x")
    ('rs . 40', 'rs . 40', '40', '4 x')
    """
    return _STRAY.sub("", _RUPEES.sub("rs . ", option))


def named_quantities(text: str, found: Sequence[Quantity], program: str) -> set[int]:
    """Return the positions of the quantities that a linear program names, where any value occurs twice.

    The program counts the numerals of the text from n0, and numbers in words not at all.

    >>> text = "two boys share 6 figs and 2 plums"
    >>> named_quantities(text, quantities(text), "divide(n1,n0)|")
    {1, 2}
    """
    if len({one.value for one in found}) == len(found):
        return set()
    wanted = {int(index) for index in _REFERENCE.findall(program)}
    places = [match.start() for index, match in enumerate(_NUMBER.finditer(text)) if index in wanted]
    return {index for index, one in enumerate(found) if any(one.start <= place < one.end for place in places)}
