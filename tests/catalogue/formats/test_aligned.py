from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.catalogue.formats.aligned import (
    Place,
    match_preferring,
    place_quantities,
    reads,
    refer_in_order,
    split_with_places,
)
from mwplab.equations import parse
from mwplab.errors import DataError
from mwplab.records.problem import join_parts
from mwplab.text import quantities

PLACED = [
    ("Add 4 to 7 .", [(4, "4"), (9, "7")], ["4", "7"], []),
    ("Two even numbers", [(4, "2")], ["Two", "even"], ["even"]),
    ("Sell a goat for 9 pounds", [(5, "1")], ["a", "9"], ["a"]),
    ("He has dimes and 3 pens", [(7, "0.1")], ["dimes", "3"], ["dimes"]),
    ("One thousand boats", [(0, "1000")], ["One thousand"], []),
    ("one half of it is 90", [(0, "1"), (4, "1/2")], ["one", "half", "90"], ["one", "half"]),
    ("It was built last year , 3 times", [(13, "1")], ["last", "3"], ["last"]),
    ("He owes P25 ,000 to 2 men", [(8, "25000")], ["25", "2"], ["25"]),
]


def places(pairs: list[tuple[int, str]]) -> list[Place]:
    return [Place(start, Fraction(value)) for start, value in pairs]


@pytest.mark.parametrize(("text", "wanted", "surfaces", "added"), PLACED)
def test_every_place_holds_a_quantity_with_the_value_that_the_source_says(
    text: str, wanted: list[tuple[int, str]], surfaces: list[str], added: list[str]
) -> None:
    placed = place_quantities(text, places(wanted))
    assert [placed.quantities[position].value for position in placed.positions] == [
        Fraction(v) for _, v in wanted
    ]
    assert [one.surface for one in placed.quantities if one.surface in surfaces] == surfaces
    assert sorted(placed.surfaces) == sorted(added)


def test_a_place_behind_the_last_word_is_refused() -> None:
    with pytest.raises(DataError, match="no word starts at 6"):
        place_quantities("Add 4 ", places([(6, "4")]))


def test_our_reader_tells_a_number_from_a_word() -> None:
    assert reads("five odd ends", Place(0, Fraction(5)))
    assert not reads("five odd ends", Place(0, Fraction(6)))
    assert not reads("five odd ends", Place(9, Fraction(5)))


@given(st.lists(st.sampled_from([" ", "  ", "\n"]), min_size=5, max_size=5), st.sampled_from(["", " "]))
def test_places_move_with_the_white_space(gaps: list[str], lead: str) -> None:
    words = ["Ann", "has", "5", "figs.", "Why?"]
    raw = lead + "".join(word + gap for word, gap in zip(words, gaps, strict=True))
    body, question, (moved,) = split_with_places(raw, [Place(raw.index("5"), Fraction(5))])
    assert join_parts(body, question)[moved.start] == "5"


def test_only_the_preferred_of_equal_quantities_is_referred_to() -> None:
    found = quantities("5 cats, 5 dogs, 3 hens and 5 cows")
    assert str(match_preferring(parse("x = 5 + 5 + 3"), found, {1, 3}).system) == "x = q1 + q3 + q2"
    assert match_preferring(parse("x = 5 + 3"), found, {1}).ambiguous == ()
    assert match_preferring(parse("x = 5 + 3"), found, {1, 3}).ambiguous == (Fraction(5),)


def test_numbers_are_referred_to_in_the_order_of_the_alignment() -> None:
    found = quantities("7 jars of 7 figs at 30 %")
    assert str(refer_in_order(parse("x = 7 * 7 * 0.3"), found, [1, 0, 2])) == "x = q1 * q0 * (q2 / 100)"


@pytest.mark.parametrize(
    ("positions", "message"),
    [([1, 0], "the alignment is wrong"), ([0], "more numbers than the 1 that are aligned")],
)
def test_a_wrong_alignment_is_refused(positions: list[int], message: str) -> None:
    with pytest.raises(DataError, match=message):
        refer_in_order(parse("x = 4 - 3"), quantities("4 of 3"), positions)
