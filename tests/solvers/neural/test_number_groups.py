"""Which words belong to a quantity, and how far the published groups are met."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwplab.solvers.neural.attachments import ENDS
from mwplab.solvers.neural.number_groups import NumberGroups, Style, number_groups
from mwplab.solvers.neural.words import Reading
from mwplab.text.analysis import Analysis, Arc, Layer

# A text, the words of its quantity, and those that hang together with a noun that is counted.
CASES = [
    ("Ann has 5 red apples .", "has 5 red apples", "has red"),
    ("Ann has 5 more apples than Bo .", "has 5 more apples", "has more"),
    ("7 birds were sitting on a fence .", "7 birds", "sitting"),
    ("There are 3 pears in the bowl .", "are 3 pears", "are"),
    ("Cy paid for 4 tickets .", "for 4 tickets", ""),
    ("She gave 6 of them away .", "gave 6 of", ""),
    ("Dee owns $ 8 .", "$ 8", "owns"),
    ("Now Ann has only 6 left .", "only 6 left", "has"),
    ("There are 6 left .", "are 6 left", ""),
    ("Bo sees 6 bird houses .", "sees 6 bird houses", "sees"),
    ("Eve went on a 3 mile hike .", "a 3 mile", ""),
    ("Fay sold 9 yesterday .", "sold 9 yesterday", ""),
    ("The school bought 2 large glass tanks .", "bought 2 large tanks", "bought large"),
    ("Gus has 2 kites . How many kites does he fly ?", "has 2 kites", "has many fly"),
    ("Gus has 2 kites . How many kites does the boy have left ?", "has 2 kites", "has many left"),
    ("Gus has 2 kites . How many kites were sold ?", "has 2 kites", "has many"),
    ("Gus has 2 kites . How many kites are there ?", "has 2 kites", "has many there"),
    ("Gus has 2 kites . How many kites are in the old box ?", "has 2 kites", "has many box"),
    ("Gus has 2 kites . How many kites will be green ?", "has 2 kites", "has many green"),
    ("2 kites are red .", "2 kites", "red"),
    ("Gus has 2 kites . How many drums does he play ?", "has 2 kites", "has"),
    ("Gus has 2 kites . How many kites does he have to sell ?", "has 2 kites", "has many sell"),
]


def reading_of(text: str) -> Reading:
    words = text.split()
    places = [place for place, word in enumerate(words) if word.isdigit()]
    lower = ["[number]" if place in places else word.lower() for place, word in enumerate(words)]
    return Reading(tuple(lower), tuple(words), tuple(places))


def shown(reading: Reading, places: Sequence[int]) -> str:
    return " ".join(reading.surfaces[place] for place in places)


@pytest.mark.parametrize(("text", "group", "attached"), CASES)
def test_groups_reach_as_far_as_the_phrase(text: str, group: str, attached: str) -> None:
    reading = reading_of(text)
    [groups] = number_groups([reading])
    assert shown(reading, groups.quantities[0]) == group
    assert shown(reading, groups.attached) == attached


def test_words_of_rates_and_the_end_of_the_question_are_listed() -> None:
    reading = reading_of("Each box holds 5 pens . How many pens are in every box now ?")
    [groups] = number_groups([reading])
    assert shown(reading, groups.rates) == "Each every"
    assert shown(reading, groups.question) == "every box now"


def test_windows_are_the_words_on_both_sides() -> None:
    [groups] = number_groups([reading_of("4 cats sat . 12 ran .")], Style.WINDOW)
    assert groups.quantities == ((0, 1), (3, 4, 5))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "?",
        "5",
        "how many ?",
        "how many 5 did ?",
        "5 5 5",
        "$ 5",
        "there are",
        "5 figs . how many figs did",
    ],
)
def test_odd_texts_have_groups_too(text: str) -> None:
    reading = reading_of(text)
    for style in Style:
        [groups] = number_groups([reading], style)
        assert all(0 <= place < len(reading.words) for place in groups.words)


LATTER = "5 7 figs how many she her did does have be is were there to left green not each in of the . ? eat"


@given(st.lists(st.sampled_from(LATTER.split()), max_size=9))
@settings(max_examples=400, deadline=None)
def test_words_in_any_order_have_groups_too(words: list[str]) -> None:
    reading = reading_of(" ".join(["5 figs . how many figs", *words]))
    for style in Style:
        [groups] = number_groups([reading], style)
        assert all(0 <= place < len(reading.words) for place in groups.words)


class Parser:
    """A backend that knows the parse of one sentence, by the Universal Dependencies or as spaCy's models."""

    name = "by hand"
    lacks = frozenset(set(Layer) - {Layer.TAGS, Layer.DEPENDENCIES})

    def __init__(self, figs: str, ripe: str) -> None:
        self.figs, self.ripe = figs, ripe

    def analyse(self, texts: Sequence[str]) -> list[Analysis]:
        words = ("Ann", "'s", "friends", "ate", "5", "very", "ripe", "figs", ".")
        heads = (2, 0, 3, 3, 7, 6, 7, 3, 3)
        labels = ("poss", "case", "nsubj", "ROOT", "nummod", "advmod", self.ripe, self.figs, "punct")
        tags = ("NNP", "POS", "NNS", "VBD", "CD", "RB", "JJ", "NNS", ".")
        starts = (0, 3, 6, 14, 18, 20, 25, 30, 35)
        arcs = tuple(Arc(head, label) for head, label in zip(heads, labels, strict=True))
        layers = {Layer.TAGS: tags, Layer.DEPENDENCIES: arcs}
        return [
            Analysis(text=text, backend=self.name, words=words, starts=starts, layers=layers)
            for text in texts
        ]


@pytest.mark.parametrize(
    ("figs", "ripe", "attached"),
    [
        ("obj", "amod", "ate ripe"),
        ("obj", "dep", "ate"),
        ("obl", "amod", "ripe"),
        ("dobj", "dep", "ripe"),  # not by the Universal Dependencies: the tags say more
    ],
)
def test_a_parse_is_used_where_it_is_universal(figs: str, ripe: str, attached: str) -> None:
    reading = reading_of("Ann's friends ate 5 very ripe figs .")  # fewer words than the parse has
    [groups] = number_groups([reading], backend=Parser(figs, ripe))
    assert shown(reading, groups.quantities[0]) == "ate 5 very figs"
    assert shown(reading, groups.attached) == attached


def release(data: Path, *names: str) -> list[tuple[Reading, list[int]]]:
    """Return texts of the SVAMP release as it cuts them into words, with their column of groups."""
    found = []
    for name in names:
        with (data / "svamp" / "data" / name).open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                values = iter(row["Numbers"].split())
                quantity = [
                    word.startswith("number") and word[6:].isdigit() for word in row["Question"].split()
                ]
                words = row["Question"].split()
                surfaces = [
                    next(values, "7") if is_one else word
                    for is_one, word in zip(quantity, words, strict=True)
                ]
                lower = [
                    "[number]" if is_one else word.lower()
                    for is_one, word in zip(quantity, words, strict=True)
                ]
                places = tuple(place for place, is_one in enumerate(quantity) if is_one)
                found.append((Reading(tuple(lower), tuple(surfaces), places), json.loads(row["group_nums"])))
    return found


def as_released(reading: Reading, groups: NumberGroups) -> set[int]:
    """Return places as the release has them: what is attached within its own sentence."""
    starts, start = [], 0
    for place, word in enumerate(reading.words):
        starts.append(start)
        start = place + 1 if word in ENDS else start
    sound = {place for group in (*groups.quantities, groups.question, groups.rates) for place in group}
    return sound | {place - starts[place] for place in groups.attached}


FOLDS = range(5)


@pytest.mark.realdata
@pytest.mark.parametrize(
    ("names", "equal", "contained"),
    [
        ([f"cv_asdiv-a/fold{fold}/dev.csv" for fold in FOLDS], 0.75, 0.96),  # the rules were found on these
        (["mawps-asdiv-a_svamp/dev.csv"], 0.725, 0.97),  # and these tell what they are worth
    ],
)
def test_phrases_meet_the_published_groups(
    data_directory: Path, names: list[str], equal: float, contained: float
) -> None:
    rows = release(data_directory, *names)
    groups = number_groups([reading for reading, _ in rows])
    same = inside = wrong = words = 0
    for (reading, column), found in zip(rows, groups, strict=True):
        ours = as_released(reading, found)
        same += ours == set(column)
        wrong += len(ours ^ set(column))
        words += len(reading.words)
        inside += {*sum(found.quantities, ()), *found.question, *found.rates} <= set(column)
    assert same / len(rows) >= equal
    assert inside / len(rows) >= contained
    assert wrong / words < 0.016


@pytest.mark.realdata
def test_windows_equal_the_published_groups_of_mawps(data_directory: Path) -> None:
    rows = release(data_directory, *(f"cv_mawps/fold{fold}/dev.csv" for fold in FOLDS))
    groups = number_groups([reading for reading, _ in rows], Style.WINDOW)
    same = sound = 0
    for (reading, column), found in zip(rows, groups, strict=True):
        # One row in seventeen points behind the last word: its places are those of another text.
        if max(column) < len(reading.words) - 1:
            sound += 1
            same += column == [place for group in (*found.quantities, found.question) for place in group]
    assert sound / len(rows) > 0.94
    assert same / sound > 0.97
    assert same / len(rows) > 0.91
