"""Body and question: known cases, round trips, and the published splits."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from defusedxml import ElementTree
from hypothesis import given
from hypothesis import strategies as st

from mwplab.text import join_question, split_question

SPLITS = [
    ("Ada has 5 figs.", "How many are left?"),
    ("Ada has 5 figs. If she eats 2,", "how many are left?"),
    ("ada has 5 figs . if she eats 2 ,", "how many are left ?"),
    ("Ada has 5 figs. If she eats 2", "how many are left?"),
    ("If each box holds 6, and there are 4 boxes,", "about how many eggs are there?"),
    ("Two numbers add up to 9. If one is 4,", "find the other."),
    ("Twice a number is 8.", "Find the number."),
    ("When the digits are reversed, the number is 54 less.", "Find the number."),
    ("The sum is 132, whose parts are in the ratio 5:6.", "Find the parts."),
    ("Mr. Ode has 3 cats and 2 dogs.", "How many pets does Mr. Ode have in the U.S. now?"),
    ("The bus left at 5 p.m. with 12 people.", "At what time did it stop?"),
    ("Ana has 3 pens and Bo has 5.", "Who has more? How many more?"),
    ("Your pay is 50 dollars and 8 are withheld.", "What is left? Assume no other costs."),
    ("Ana has 3 pens.", "How many does she have"),
    ("Ana has $9 and a pen costs $2.", "Does she have enough for 4 pens?"),
    ("Ode walked 5 miles, which took 2 hours.", "Ode wants to know how fast he was?"),
    ("", "What is 5 % of 20?"),
    ("Ana has 3 pens.", ""),
    ("", ""),
]

JOINS = [
    ("If she eats 2 figs", "How many are left?", "If she eats 2 figs, how many are left?"),
    ("If she eats 2 figs,", "How many are left?", "If she eats 2 figs, how many are left?"),
    ("she has 5 . if she eats 2", "how many are left ?", "she has 5 . if she eats 2 , how many are left ?"),
    ("If she eats 2 figs", "Mrs. Lim has how many?", "If she eats 2 figs, Mrs. Lim has how many?"),
    ("If you eat 2 figs", "I have how many?", "If you eat 2 figs, I have how many?"),
    ("He had 5. By", "what percent did it fall?", "He had 5. By what percent did it fall?"),
    ('It was "35% off."', "How much is it?", 'It was "35% off." How much is it?'),
    ("She ate 2.", "How many are left?", "She ate 2. How many are left?"),
    ("She ate 2.", "", "She ate 2."),
    ("", "How many?", "How many?"),
]


@pytest.mark.parametrize(("body", "question"), SPLITS)
def test_text_splits_where_the_question_begins(body: str, question: str) -> None:
    assert split_question(f"{body} {question}".strip()) == (body, question)


@pytest.mark.parametrize(("body", "question", "text"), JOINS)
def test_join_makes_running_text(body: str, question: str, text: str) -> None:
    assert join_question(body, question) == text


@given(st.text() | st.text(alphabet="aA ?.,how many"))
def test_split_loses_nothing_but_white_space(text: str) -> None:
    body, question = split_question(text)
    assert "".join(f"{body} {question}".split()) == "".join(text.split())


@pytest.mark.parametrize("piece", ["how many? ", ", how ", ", to to to ", "if ", "? ", ", ", " ", "'"])
def test_a_megabyte_of_anything_is_split(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    body, question = split_question(text)
    assert len(body) + len(question) <= len(text)


def asdiv(directory: Path) -> Iterator[tuple[str, str]]:
    root = ElementTree.parse(directory / "asdiv" / "ASDiv.xml").getroot()
    assert root is not None
    for problem in root.iter("Problem"):
        yield problem.findtext("Body", ""), problem.findtext("Question", "")


def svamp(directory: Path) -> Iterator[tuple[str, str]]:
    for problem in json.loads((directory / "svamp" / "SVAMP.json").read_text(encoding="utf-8")):
        yield problem["Body"], problem["Question"]


def mawps_folds(directory: Path) -> Iterator[tuple[str, str]]:
    for path in sorted((directory / "svamp" / "data" / "cv_mawps").glob("fold*/dev.csv")):
        with path.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                yield row["Body"], row["Ques_Statement"]


def normalised(part: str) -> str:
    part = re.sub(r"\s+", " ", part).strip(" ,")
    return part[:1].lower() + part[1:]


@pytest.mark.realdata
@pytest.mark.parametrize("source", [asdiv, svamp, mawps_folds])
def test_published_splits_are_recovered(
    source: Callable[[Path], Iterator[tuple[str, str]]], data_directory: Path
) -> None:
    pairs = list(source(data_directory))
    right = 0
    for body, question in pairs:
        found = split_question(join_question(body, question))
        right += [normalised(part) for part in found] == [normalised(body), normalised(question)]
    assert right >= 0.99 * len(pairs) > 900
