"""Problems that share one sentence pattern."""

from __future__ import annotations

import pytest

from mwplab.catalogue import load
from mwplab.errors import SpecError, StatisticsError
from mwplab.measures import SentencePatterns, take
from tests.measures.made import dataset, told

ALIKE = [
    ("Tom has 3 red kites.", "Emily has twenty red kites."),
    ("A car drives 40 km in 30 min. Find its speed.", "A car drives 9 km in 4 minutes. What is its speed?"),
    ("Calculate the sum of 3 and 4.", "What is the sum of 13 and 14?"),
    ("The baker sold 9 loaves!", "the baker sells 7 loaves"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_numbers_forms_and_ways_of_asking_make_no_pattern(one: str, other: str) -> None:
    made = SentencePatterns()
    assert made.observe(told("a/1", one))[0] == made.observe(told("a/2", other))[0]


UNLIKE = [
    ("names=True", 0),
    ("numbers=True", 0),
    ("asking=[]", 1),
    ("units=False", 1),
    ("lemmas=False", 3),
]


@pytest.mark.parametrize(("option", "place"), UNLIKE)
def test_each_option_tells_apart_what_it_names(option: str, place: int) -> None:
    data = dataset(*ALIKE[place])
    assert take(data, "sentence-patterns").score.value == 1
    assert take(data, f"sentence-patterns({option})").score.value == 0


def test_patterns_come_with_their_sizes_and_members() -> None:
    kites = ["Tom has 3 kites.", "Emily has 5 kites.", "Bill has 9 kites."]
    owls = ["An owl eats 4 mice.", "An owl ate 6 mice."]
    data = dataset(kites[0], owls[0], "Why?", "It rains in Paris.", kites[1], owls[1], kites[2])
    found = take(data, "sentence-patterns")
    assert found.score.n == 6  # a text without words has no pattern
    assert found.score.value == pytest.approx(5 / 6)
    assert list(found.values.values()) == [3, 2, None, 1, 3, 2, 3]
    assert [(score.slice, score.n) for score in found.parts] == [
        ("pattern=<name> <number> kite", 3),
        ("pattern=owl eat <number> mouse", 2),
    ]
    assert found.members["pattern=<name> <number> kite"] == ("a/0", "a/4", "a/6")
    assert found.neighbours == ("a/4", "a/5", None, None, "a/0", "a/1", "a/0")
    large = take(data, "sentence-patterns(least=3)")
    assert [score.n for score in large.parts] == [3]
    assert large.score.value == found.score.value


def test_what_cannot_be_a_pattern_is_refused() -> None:
    with pytest.raises(StatisticsError, match="two problems or more, found least=1"):
        SentencePatterns(least=1)
    with pytest.raises(SpecError, match="'asking' cannot be 'find'; give a list"):
        take(dataset("Ann ran."), "sentence-patterns(asking=find)")
    with pytest.raises(StatisticsError, match="none of the 1 problems has words"):
        take(dataset("Why?"), "sentence-patterns")


@pytest.mark.slow
@pytest.mark.realdata
def test_a_train_crosses_a_pole_a_hundred_times_in_mathqa() -> None:
    # ASDiv's Figure 3 speaks of 105 problems; the released files have 102 in four wordings.
    wordings = ("seconds . what is", "seconds . find", "sec . what is")
    begins = "a train running at the speed of"
    data = load("mathqa").select(lambda problem: "train" in problem.text and "pole" in problem.text, "poles")
    found = take(data, "sentence-patterns")
    largest = found.parts[0]
    texts = [problem.text for problem in data if problem.text.startswith(begins)]
    expected = [text for text in texts if "crosses a pole" in text and any(one in text for one in wordings)]
    assert largest.n == len(expected) == 102
    assert largest.slice == (
        "pattern=train run speed <number> kilometer hour cross pole <number> second length train"
    )
