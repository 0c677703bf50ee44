"""Answers read, written and compared."""

from __future__ import annotations

import time
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mwplab.errors import AnswerError
from mwplab.records.answers import (
    EXACT,
    Answer,
    AnswerValue,
    Time,
    Tolerance,
    contains_values,
    parse_answer,
    parse_answers,
    same_value,
    same_values,
    write_value,
)
from mwplab.records.answers.reading import MAX_ANSWERS, MAX_LENGTH
from tests.records.strategies import answers, fractions, ratios, times, values

NUMBERS = [
    ("9", "9", ""),
    ("-3", "-3", ""),
    ("+3", "3", ""),
    ("− 3", "-3", ""),
    ("–4", "-4", ""),
    ("5.", "5", ""),
    (".5", "1/2", ""),
    ("1/3", "1/3", ""),
    ("4 / 9", "4/9", ""),
    ("9 ⁄ 20", "9/20", ""),
    ("-(1/3)", "-1/3", ""),
    ("(5)", "5", ""),
    ("2 1/2", "5/2", ""),
    ("-1 1/2 hours", "-3/2", "hours"),
    ("2 and 3/4 cups", "11/4", "cups"),
    ("1e5", "100000", ""),
    ("0.333333333", "1/3", ""),
    ("9 (apples)", "9", "apples"),
    ("9(apples)", "9", "apples"),
    ("9 ( square feet ).", "9", "square feet"),
    ("9 ()", "9", ""),
    ("12 cm^2", "12", "cm^2"),
    ("12 m ^ 2", "12", "m ^ 2"),
    ("12 cm 2", "12", "cm 2"),
    ("20 m/s2", "20", "m/s2"),
    ("5 km/h.", "5", "km/h"),
    ("-3 °C", "-3", "°C"),
    ("$1,200.50", "2401/2", "dollars"),
    ("-$5", "-5", "dollars"),
    ("$ - 5.4", "-27/5", "dollars"),
    ("$5 each", "5", "each"),
    ("480 $", "480", "$"),
    ("€ 7", "7", "euros"),
    ("Rs. 500", "500", "rupees"),
    ("rs . 1,000 .", "1000", "rupees"),
    ("25 %", "25", "%"),
    ("25%", "25", "%"),
    ("25 percent", "25", "percent"),
    ("  7\n eggs ", "7", "eggs"),
]

RATIOS = [
    ("3:5", "3 5"),
    ("4 : 6", "2 3"),
    ("4:6:8", "2 3 4"),
    ("1/2:1/3", "3 2"),
    ("0:5", "0 1"),
    ("-2:4", "1 -2"),
]

TIMES = [
    ("3:30 p.m.", False, 55800, "pm"),
    ("3:30 PM", False, 55800, "pm"),
    ("3:30a.m", False, 12600, "am"),
    ("10 am", False, 36000, "am"),
    ("12:00 a.m.", False, 0, "am"),
    ("12:15 p.m.", False, 44100, "pm"),
    ("11:30", True, 41400, ""),
    ("1:02:03", True, 3723, ""),
    ("36:00", True, 129600, ""),
]

WORDS = [
    *(
        "Online",
        "yes",
        "No.",
        "Monday",
        "Rug B",
        "the 60th caller",
        "3 hours 20 minutes",
        "5 to 6",
        "2 and 7",
    ),
    *(
        "10 or 12",
        "1,2",
        "1.2.3",
        "½",
        "٣",
        "0:0",
        "99:99 pm",
        "13:30 pm",
        "1e5000",
        "--5",
        "5 -",
        "5(√3 + 1)",
    ),
    *("5xy/(12w)", "x = 5", "1 1/0", "w − 14", "5;6", "(", "()", "+", "3 km : 5 km", "#5"),
]

SAME: list[tuple[AnswerValue, AnswerValue]] = [
    (Fraction("33.33"), Fraction(100, 3)),
    (Fraction("0.01"), Fraction(0)),
    (Fraction(1001), Fraction(1000)),
    (Fraction(3, 5), (Fraction(3), Fraction(5))),
    ((Fraction(3), Fraction(5)), Fraction(3, 5)),
    ((Fraction(6), Fraction(10)), (Fraction(3), Fraction(5))),
    ((Fraction(1), Fraction(2), Fraction(3)), (Fraction(2), Fraction(4), Fraction(6))),
    ((Fraction(1333), Fraction(1000)), (Fraction(4), Fraction(3))),
    ("online", "Online"),
    ("Yes.", "yes"),
    ("Mia 's class", "mia’s class"),
    ("ﬁve", "FIVE"),
    (Time(55800, "pm"), Time(55800, "pm")),
    (Time(55800), Time(55800, "pm")),
    (Time(12600), Time(55800, "pm")),
    (Time(12600), Time(12600, "am")),
    (Time(44100), Time(900, "am")),
]

DIFFERENT: list[tuple[AnswerValue, AnswerValue]] = [
    (Fraction("0.0101"), Fraction(0)),
    (Fraction("1001.01"), Fraction(1000)),
    ((Fraction(1), Fraction(100)), (Fraction(1), Fraction(200))),
    ((Fraction(3), Fraction(5)), (Fraction(5), Fraction(3))),
    ((Fraction(1), Fraction(2), Fraction(3)), (Fraction(1), Fraction(2))),
    ((Fraction(1), Fraction(2), Fraction(3)), Fraction(1, 2)),
    ((Fraction(1), Fraction(0)), Fraction(1)),
    ("+", "-"),
    ("yes", "no"),
    ("5", Fraction(5)),
    (Time(12600, "am"), Time(55800, "pm")),
    (Time(12600), Time(55800)),
    (Time(55800), Time(12600, "am")),
    (Time(12600), Fraction(7, 2)),
]

near = st.integers(0, 40).map(lambda hundredths: Fraction(hundredths, 100))


@pytest.mark.parametrize(("text", "value", "unit"), NUMBERS)
def test_numbers_are_read_with_their_units(text: str, value: str, unit: str) -> None:
    assert parse_answer(text) == Answer(Fraction(value), unit)


@pytest.mark.parametrize(("text", "parts"), RATIOS)
def test_ratios_are_read_in_lowest_terms(text: str, parts: str) -> None:
    expected = tuple(map(Fraction, parts.split()))
    assert parse_answer(text) == Answer(expected)
    assert parse_answer(f"{text} (red:blue)") == Answer(expected, "red:blue")


@pytest.mark.parametrize(("text", "flag", "seconds", "half"), TIMES)
def test_times_are_read(text: str, flag: bool, seconds: int, half: str) -> None:
    assert parse_answer(text, time=flag) == Answer(Time(seconds, half))


def test_a_clock_time_without_a_half_is_a_ratio_unless_a_time_is_asked_for() -> None:
    assert parse_answer("11:30").value == (Fraction(11), Fraction(30))


@pytest.mark.parametrize("text", WORDS)
def test_everything_else_is_a_word_as_it_stands(text: str) -> None:
    assert parse_answer(text) == Answer(text)


def test_several_answers_are_separated_by_semicolons() -> None:
    assert parse_answers("5 (years old); 15 (years old);") == (
        Answer(Fraction(5), "years old"),
        Answer(Fraction(15), "years old"),
    )
    assert parse_answers(" ; ") == ()


@pytest.mark.parametrize("text", ["", " \n", "x" * (MAX_LENGTH + 1)])
def test_nothing_and_too_much_are_refused(text: str) -> None:
    with pytest.raises(AnswerError, match="is not read; give 1 to 2000"):
        parse_answer(text)


@pytest.mark.parametrize("text", ["1;" * (MAX_ANSWERS + 1), ";" * (MAX_LENGTH + 1)])
def test_too_many_answers_are_refused(text: str) -> None:
    with pytest.raises(AnswerError, match="give 64 answers in 2000 characters at most"):
        parse_answers(text)


@given(st.text(max_size=MAX_LENGTH) | st.text("0123456789.,:;/()-+ $%aepmx^", max_size=60), st.booleans())
@example("1" * 2000, False)
@example("1," * 1000, False)
@example("1:" * 1000, False)
@example("1/3:" * 499 + "1", False)
@example("5 " + "a1" * 999, False)
@example("5 (" + "a^ 2" * 450 + ")", False)
@example("(" * 2000, False)
def test_any_text_is_read_at_once_or_refused(text: str, flag: bool) -> None:
    before = time.perf_counter()
    try:
        found = parse_answers(text, time=flag)
    except AnswerError:
        found = ()
    assert time.perf_counter() - before < 1
    for answer in found:
        assert str(answer)


@given((fractions | ratios | times), st.sampled_from(["", "apples", "years old", "cm^2", "%", "red:blue"]))
def test_an_answer_comes_back_from_what_people_read(value: AnswerValue, unit: str) -> None:
    # A long decimal is written in full and would be snapped on the way back.
    answer = Answer(value, unit)
    read = parse_answer(str(answer), time=isinstance(value, Time))
    assert read.unit == unit
    assert same_value(read.value, value) or (isinstance(value, Time) and value.seconds >= 360_000)


@pytest.mark.parametrize(("found", "expected"), SAME)
def test_equal_answers_are_the_same(found: AnswerValue, expected: AnswerValue) -> None:
    assert same_value(found, expected)


@pytest.mark.parametrize(("found", "expected"), DIFFERENT)
def test_different_answers_are_not_the_same(found: AnswerValue, expected: AnswerValue) -> None:
    assert not same_value(found, expected)
    assert not same_value(expected, found)


@given(values)
def test_every_value_is_itself_even_without_tolerance(value: AnswerValue) -> None:
    assert same_value(value, value, EXACT)


@given(values, values)
def test_comparing_without_tolerance_has_no_direction(one: AnswerValue, other: AnswerValue) -> None:
    assert same_value(one, other, EXACT) == same_value(other, one, EXACT)


@given(st.text(max_size=8), st.text(max_size=8))
def test_comparing_words_has_no_direction(one: str, other: str) -> None:
    assert same_value(one, other) == same_value(other, one)
    assert same_value(one.upper(), one.upper().swapcase().upper())


@given(fractions, fractions, near, near)
def test_the_tolerance_is_the_larger_of_the_two(
    found: Fraction, expected: Fraction, absolute: Fraction, relative: Fraction
) -> None:
    distance = abs(found - expected)
    allowed = distance <= absolute or distance <= relative * abs(expected)
    assert Tolerance(absolute, relative).allows(found, expected) == allowed


@given(st.lists(near, max_size=5), st.lists(near, max_size=5), st.booleans())
def test_lists_match_as_brute_force_over_all_orders_says(
    found: list[Fraction], expected: list[Fraction], ordered: bool
) -> None:
    tolerance = Tolerance(Fraction(5, 100), Fraction(0))

    def fits(order: tuple[Fraction, ...]) -> bool:
        pairs = zip(order, expected, strict=True)
        return all(abs(one - other) <= tolerance.absolute for one, other in pairs)

    orders = [tuple(found)] if ordered else permutations(found)
    same = len(found) == len(expected) and any(map(fits, orders))
    assert same_values(found, expected, ordered=ordered, tolerance=tolerance) == same
    contained = len(found) >= len(expected) and any(map(fits, permutations(found, len(expected))))
    assert contains_values(found, expected, tolerance=tolerance) == contained


@given(st.lists(answers, max_size=6))
def test_order_matters_only_where_it_is_said_to(several: list[Answer]) -> None:
    found = [answer.value for answer in several]
    assert same_values(found[::-1], found, tolerance=EXACT)
    assert same_values(found, found, ordered=True, tolerance=EXACT)


def test_hundreds_of_equal_answers_are_matched_at_once() -> None:
    many: list[AnswerValue] = [Fraction(1)] * 300
    before = time.perf_counter()
    assert same_values(many, many)
    assert not contains_values([*many[1:], "one"], many)
    assert time.perf_counter() - before < 10


@pytest.mark.parametrize(
    ("seconds", "half"), [(-1, ""), (43200, "am"), (43199, "pm"), (86400, "pm"), (0, "noon")]
)
def test_times_that_no_clock_shows_are_refused(seconds: int, half: str) -> None:
    with pytest.raises(AnswerError, match="is no time; give seconds from midnight"):
        Time(seconds, half)


def test_values_are_written_as_people_write_them() -> None:
    shown: list[AnswerValue] = [
        Fraction(5, 2),
        Fraction(1, 3),
        (Fraction(3), Fraction(5)),
        Time(0, "am"),
        Time(3723),
        "Online",
    ]
    assert [write_value(value) for value in shown] == ["2.5", "1/3", "3:5", "12:00 a.m.", "1:02:03", "Online"]
    assert str(Answer(Fraction(9), "apples")) == "9 (apples)"
