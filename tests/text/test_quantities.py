"""Quantities: known cases, properties, and an independent writer of number words."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.text import DEFAULT, EVERY, Flag, Form, quantities

ALWAYS_COUNTED = [
    ("The shop sold 1,200, and 7 more.", ["1200", "7"]),
    ("It cost $5.00.", ["5"]),
    ("12 , 000 tickets", ["12000"]),
    ("12 , 000 , 000 tickets", ["12000000"]),
    ("pages 5 , 100 , 200", ["5", "100", "200"]),
    ("1,2,3 and 12,34", ["1", "2", "3", "12", "34"]),
    (".5 or 0.5 or 2.50 or $.40", ["1/2", "1/2", "5/2", "2/5"]),
    ("from 5 to -3 and (-2)", ["5", "-3", "-2"]),
    ("between \u22124 and negative seven", ["-4", "-7"]),
    ("3-5 or 10-12 or x -3", ["3", "5", "10", "12", "3"]),
    ("fourteen negative reviews", ["14"]),
    ("3/4 and 2 1/2 and 2-1/2 and 3 / 4", ["3/4", "5/2", "5/2", "3/4"]),
    ("1 / 3 rd of it and 1/5th", ["1/3", "1/5"]),
    ("½ cup, 2½ cups, 3 ¾ cups, ⅔", ["1/2", "5/2", "15/4", "2/3"]),
    ("two and 3/4 and 5 and a half", ["11/4", "11/2"]),
    ("two and a half, one and three quarters", ["5/2", "7/4"]),
    ("the sum of 13 and one-eighth of it", ["13", "1/8"]),
    ("in 3/4/2020", ["3", "4", "2020"]),
    ("5/0 and 1.2.3", ["5", "0", "6/5", "3"]),
    ("two thirds, three-quarters, one fifth, five-third", ["2/3", "3/4", "1/5", "5/3"]),
    ("a third of it, a tenth as many, 5 sixths, five sixths", ["1/3", "1/10", "5", "1/6", "5/6"]),
    ("a number whose fifth part exceeds its ninth by 4", ["1/5", "1/9", "4"]),
    ("its third is 2 more than its quarter is, a sixth part", ["1/3", "2", "1/4", "1/6"]),
    ("its third year, whose fourth term is 8, the fifth part of a show", ["8"]),
    ("one half, one-half, half, a half", ["1/2", "1/2", "1/2", "1/2"]),
    ("three quarters of an hour, a quarter mile", ["3/4", "1/4"]),
    ("half past six in the first half", ["6"]),
    ("one fifth grader and two fourth graders", ["1", "2"]),
    ("a hundred, a million, one hundred and five", ["100", "1000000", "105"]),
    ("forty-two, forty two, ninety - five", ["42", "42", "95"]),
    ("five-hundred-and-twenty and six hundred one", ["520", "601"]),
    ("nineteen hundred; twenty thirty; three four", ["1900", "20", "30", "3", "4"]),
    ("two million three hundred thousand and five", ["2300005"]),
    ("2 million, 1.5 million, 2.5 millions, 3 hundred", ["2000000", "1500000", "2500000", "300"]),
    ("several hundred people, hundreds of birds", []),
    ("twice, thrice, tripled, double the price, double rooms", ["2", "3", "3", "2"]),
    ("a dozen, two dozen, 3 dozens, half a dozen, half dozen", ["12", "24", "36", "6", "6"]),
    ("dozens of eggs", []),
    ("a 3-year-old, 5x, 70lb, 16 km, 3m", ["3", "5", "70", "16", "3"]),
    ("a 7up, an mp3 player, vitamin B12, number0", []),
    ("ratio 2:3, in the ratio 10:30, 5:12:13", ["2", "3", "10", "30", "5", "12", "13"]),
    ("two-point and four-legged", ["2", "4"]),
    ("TWENTY-ONE Geese and Three", ["21", "3"]),
    ("in her 20s, in 1990", ["20", "1990"]),
    ("9" * 60, []),
    ("½½½ ornament", []),
    ("", []),
]

FORMS = [
    ("12", Form.DIGITS, "12", "12"),
    ("it is -3 now", Form.DIGITS, "-3", "-3"),
    ("forty-two", Form.WORDS, "forty-two", "42"),
    ("two and a half", Form.FRACTION, "two and a half", "5/2"),
    ("doubled", Form.MULTIPLE, "doubled", "2"),
    ("two dozen", Form.DOZEN, "two dozen", "24"),
    ("the first", Form.ORDINAL, "first", "1"),
    ("the 2nd", Form.ORDINAL, "2nd", "2"),
    ("the 12 th inning", Form.ORDINAL, "12 th", "12"),
    ("the twenty-third", Form.ORDINAL, "twenty-third", "23"),
    ("the one hundred and first", Form.ORDINAL, "one hundred and first", "101"),
    ("the second hour", Form.ORDINAL, "second", "2"),
    ("a couple of weeks", Form.PAIR, "couple", "2"),
    ("both pies", Form.PAIR, "both", "2"),
    ("a single pie", Form.SINGLE, "single", "1"),
    ("once", Form.SINGLE, "once", "1"),
    ("one of them", Form.PRONOUN, "one", "1"),
    ("each one", Form.PRONOUN, "one", "1"),
    ("One number is 3 more than the other.", Form.PRONOUN, "One", "1"),
    ("one more than the other", Form.WORDS, "one", "1"),
    ("an hour", Form.ARTICLE, "an", "1"),
    ("pennies", Form.COIN, "pennies", "1/100"),
    ("nickels", Form.COIN, "nickels", "1/20"),
    ("a dime", Form.COIN, "dime", "1/10"),
    ("some quarters", Form.COIN, "quarters", "1/4"),
    ("even integers", Form.PARITY, "even", "2"),
    ("consecutive odd numbers", Form.PARITY, "odd", "2"),
    ("consecutive integers", Form.CONSECUTIVE, "consecutive", "1"),
    ("at 3:30 p.m.", Form.CLOCK, "3:30", "7/2"),
    ("at 7 : 15 am", Form.CLOCK, "7 : 15", "29/4"),
    ("by 10am", Form.CLOCK, "10", "10"),
    ("at 6 o'clock", Form.CLOCK, "6", "6"),
    ("No. 5", Form.LABEL, "5", "5"),
    ("room # 7", Form.LABEL, "7", "7"),
]

NOT_OF_THE_FORM = [
    ("even if it rains", Form.PARITY),
    ("5 feet per second", Form.ORDINAL),
    ("a two-second delay", Form.ORDINAL),
    ("a hundred", Form.ARTICLE),
    ("10 a.m.", Form.ARTICLE),
    ("a quarter of it", Form.COIN),
    ("the ratio 3:30", Form.CLOCK),
    ("3:75", Form.CLOCK),
    ("one pizza and two burgers", Form.PRONOUN),
]

FLAGS = [
    ("25 % off", "25", {Flag.PERCENT}),
    ("25% off", "25", {Flag.PERCENT}),
    ("25 percent", "25", {Flag.PERCENT}),
    ("a 25-percent cut", "25", {Flag.PERCENT}),
    ("25 per cent", "25", {Flag.PERCENT}),
    ("twenty-five percent", "25", {Flag.PERCENT}),
    ("$ 5 each", "5", {Flag.MONEY}),
    ("$5", "5", {Flag.MONEY}),
    ("€7", "7", {Flag.MONEY}),
    ("5 dollars", "5", {Flag.MONEY}),
    ("a five-dollar bill", "5", {Flag.MONEY}),
    ("rs . 36 per kilo", "36", {Flag.MONEY}),
    ("Rs.36", "36", {Flag.MONEY}),
    ("$ 2 million", "2000000", {Flag.MONEY}),
    ("75 cents", "75", {Flag.MONEY, Flag.CENTS}),
    ("20-cent stamps", "20", {Flag.MONEY, Flag.CENTS}),
    ("it is -4 out", "-4", {Flag.NEGATIVE}),
    ("5 pounds", "5", set()),
]


@pytest.mark.parametrize(("text", "values"), ALWAYS_COUNTED)
def test_default_values_come_in_reading_order(text: str, values: list[str]) -> None:
    assert [quantity.value for quantity in quantities(text)] == [Fraction(value) for value in values]


@pytest.mark.parametrize(("text", "form", "surface", "value"), FORMS)
def test_each_form_is_read_when_it_counts(text: str, form: Form, surface: str, value: str) -> None:
    found = [(quantity.surface, quantity.value) for quantity in quantities(text, count={form})]
    assert (surface, Fraction(value)) in found


@pytest.mark.parametrize(("text", "form"), NOT_OF_THE_FORM)
def test_look_alikes_are_left_alone(text: str, form: Form) -> None:
    assert quantities(text, count={form}) == ()


@pytest.mark.parametrize(("text", "value", "flags"), FLAGS)
def test_flags_say_what_stands_beside(text: str, value: str, flags: set[Flag]) -> None:
    (quantity,) = quantities(text)
    assert quantity.value == Fraction(value)
    assert set(quantity.flags) == flags


def test_every_form_and_every_flag_has_a_case() -> None:
    assert {form for _, form, _, _ in FORMS} == set(Form)
    assert {flag for _, _, flags in FLAGS for flag in flags} == set(Flag)


def test_a_number_before_dozen_stands_alone_when_dozens_do_not_count() -> None:
    values = [quantity.value for quantity in quantities("9 dozen eggs", count=DEFAULT - {Form.DOZEN})]
    assert values == [9]


def test_spans_exclude_signs_of_money_and_percent() -> None:
    text = "It fell by $ 8 and 5 %."
    assert [(quantity.start, quantity.end) for quantity in quantities(text)] == [(13, 14), (19, 20)]


WORDS = (
    "one two twenty forty-two hundred thousand million and a an half third thirds quarter quarters dozen "
    "3 12 1,200 2.50 / - , . % $ : ½ first 2nd twice odd even integers dimes of -5 negative ratio 3:30 am"
)
PIECES = st.sampled_from(WORDS.split())


@given(st.text() | st.lists(PIECES, max_size=30).map(" ".join) | st.lists(PIECES, max_size=30).map("".join))
def test_spans_index_the_text_and_never_overlap(text: str) -> None:
    place = 0
    for quantity in quantities(text, count=EVERY):
        assert place <= quantity.start < quantity.end
        assert text[quantity.start : quantity.end] == quantity.surface
        assert (quantity.value < 0) == (Flag.NEGATIVE in quantity.flags)
        place = quantity.end


@given(st.lists(PIECES, max_size=30).map(" ".join))
def test_fewer_forms_never_find_new_places(text: str) -> None:
    starts = {quantity.start for quantity in quantities(text, count=EVERY)}
    assert {quantity.start for quantity in quantities(text)} <= starts


ONES = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
TEENS = ["thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def below_thousand(number: int, hyphen: str, conjunction: str) -> str:
    """Write 1 to 999 in words, the way people do it by hand."""
    hundreds, rest = divmod(number, 100)
    parts = [f"{ONES[hundreds]} hundred"] if hundreds else []
    if rest and parts and conjunction:
        parts.append(conjunction)
    if 0 < rest < 20:
        parts.append((ONES + TEENS)[rest])
    elif rest:
        tens, unit = divmod(rest, 10)
        parts.append(TENS[tens - 2] + (hyphen + ONES[unit] if unit else ""))
    return " ".join(parts)


def in_words(number: int, hyphen: str = "-", conjunction: str = "") -> str:
    """Write 1 to 999,999,999,999 in words."""
    parts = []
    for scale, name in ((10**9, "billion"), (10**6, "million"), (10**3, "thousand"), (1, "")):
        group, number = divmod(number, scale)
        if group:
            parts.append(f"{below_thousand(group, hyphen, conjunction)} {name}".strip())
    return " ".join(parts)


@given(
    st.integers(1, 10**12 - 1) | st.integers(1, 1200),
    st.sampled_from(["-", " "]),
    st.sampled_from(["", "and"]),
)
def test_number_words_read_back_as_their_number(number: int, hyphen: str, conjunction: str) -> None:
    text = in_words(number, hyphen, conjunction)
    (quantity,) = quantities(f"They saw {text} stars.")
    assert quantity.value == number
    assert quantity.surface == text


@given(st.integers(0, 10**15))
def test_digits_with_separators_read_back_as_their_number(number: int) -> None:
    assert [quantity.value for quantity in quantities(f"about {number:,} or {number}.")] == [number, number]


@given(st.integers(0, 10**9), st.integers(0, 99))
def test_decimals_are_exact(whole: int, hundredths: int) -> None:
    (quantity,) = quantities(f"It cost ${whole}.{hundredths:02d}.")
    assert quantity.value == whole + Fraction(hundredths, 100)


MEGABYTE = 1_000_000
LONG = [
    "1",
    "one hundred ",
    "(",
    "1,111",
    "1/",
    "½",
    "twenty-",
    "hundred and ",
    "-",
    ".",
    " ",
    "é",
    "1 , 000",
    "3:30 ",
]


@pytest.mark.parametrize("piece", LONG)
def test_a_megabyte_of_anything_is_read_in_linear_time(piece: str) -> None:
    text = piece * (MEGABYTE // len(piece))
    started = time.perf_counter()
    found = quantities(text)
    assert time.perf_counter() - started < 30
    assert len(found) <= len(text)
