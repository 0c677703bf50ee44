"""Numbers read, written and snapped."""

from __future__ import annotations

import struct
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mwplab.equations.bounds import MAX_BITS
from mwplab.equations.numbers import (
    LARGEST,
    LONG,
    MAX_CHARACTERS,
    count_places,
    read_number,
    snap,
    write_decimal,
    write_number,
)
from mwplab.errors import EquationError, ParseError, TooLarge

READ = [
    ("7", "7"),
    ("7.0", "7"),
    ("7.", "7"),
    (".5", "1/2"),
    (" 12 ", "12"),
    ("1,200", "1200"),
    ("1,234,567.25", "4938269/4"),
    ("-3", "-3"),
    ("+3", "3"),
    ("3/4", "3/4"),
    (" 6 / -8 ", "-3/4"),
    ("0.5/0.25", "2"),
    ("1e3", "1000"),
    ("2.5E-1", "1/4"),
    ("-0", "0"),
]

NOT_NUMBERS = [
    "",
    " ",
    ".",
    "-",
    "1,20",
    "1.2.3",
    "12a",
    "½",
    "٣",
    "1/0",
    "1/2/3",
    "/2",
    "1/",
    "0x10",
    "1_000",
    "nan",
    "1e1000",
]

SNAPPED = [
    ("0.3333333", "1/3"),
    ("0.333333333333333", "1/3"),
    ("-0.666667", "-2/3"),
    ("66.6666666667", "200/3"),
    ("16.666666666666668", "50/3"),
    ("7.14285714286", "50/7"),
    ("8.000000000000002", "8"),
    ("0.30000000000000004", "3/10"),
    ("0.10000000149011612", "1/10"),
    ("2.3333332538604736", "7/3"),
    ("1.1999999284744263", "6/5"),
    ("1.2345678806304932", "100/81"),
]

KEPT = [
    "0",
    "2.75",
    "0.33333",
    "0.66667",
    "3.14159",
    "1/3",
    "1/7",
    "1234/3001",
    "0.015625",
    "0.0000005",
    "1e300",
    "1e-300",
]
IRRATIONAL = ["1.4142135623730951", "3.141592653589793", "2.718281828459045"]

short_decimals = st.builds(
    lambda digits, places: Fraction(digits, 10**places), st.integers(), st.integers(0, LONG)
)
sized = st.integers(-(2**MAX_BITS) + 1, 2**MAX_BITS - 1)
exact = st.builds(Fraction, sized, sized.filter(bool))


@pytest.mark.parametrize(("text", "expected"), READ)
def test_numbers_are_read_exactly(text: str, expected: str) -> None:
    assert read_number(text) == Fraction(expected)


@pytest.mark.parametrize("text", NOT_NUMBERS)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(ParseError):
        read_number(text)


@pytest.mark.parametrize("text", ["9" * (MAX_CHARACTERS + 1), "9" * 1400, "9" * 500 + "e999"])
def test_numbers_beyond_the_bounds_are_refused(text: str) -> None:
    with pytest.raises(TooLarge):
        read_number(text)


@given(exact)
def test_every_allowed_number_comes_back_as_it_was_written(value: Fraction) -> None:
    assert read_number(write_number(value)) == value
    assert read_number(str(value)) == value


@given(st.text("0123456789.,/eE+-x ", max_size=30))
def test_reading_fails_with_nothing_but_equation_errors(text: str) -> None:
    try:
        value = read_number(text)
    except EquationError:
        return
    assert read_number(write_number(value)) == value


@given(st.fractions(max_denominator=10**9), st.integers(0, 15))
def test_a_decimal_is_written_exactly_or_not_at_all(value: Fraction, places: int) -> None:
    written = write_decimal(value, places)
    ends = (value * 10**places).denominator == 1
    assert (written is not None) == ends
    if written is not None:
        assert Fraction(written) == value
        assert len(written.partition(".")[2]) == count_places(value)


@pytest.mark.parametrize(("text", "expected"), SNAPPED)
def test_long_decimals_snap_to_what_they_stand_for(text: str, expected: str) -> None:
    assert snap(read_number(text)) == Fraction(expected)


@pytest.mark.parametrize("text", [*KEPT, *IRRATIONAL])
def test_other_numbers_stay(text: str) -> None:
    assert snap(read_number(text)) == read_number(text)


@given(short_decimals)
def test_a_short_decimal_never_moves(value: Fraction) -> None:
    assert snap(value) == value


@given(st.fractions(-1000, 1000, max_denominator=LARGEST), st.integers(7, 15), st.booleans())
def test_a_fraction_comes_back_from_its_decimals(value: Fraction, places: int, rounded: bool) -> None:
    scaled = value * 10**places
    digits = round(scaled) if rounded else int(scaled)
    assume(digits % 10 or value.denominator == 1)  # one that happens to end in zeros is a shorter decimal
    assert snap(Fraction(digits, 10**places)) == value


@given(st.integers(-(10**7), 10**7), st.integers(0, 4))
def test_single_precision_leaves_no_trace(digits: int, places: int) -> None:
    value = Fraction(digits, 10**places)
    single = Fraction(struct.unpack("f", struct.pack("f", float(value)))[0])
    assume(single.denominator > LARGEST)
    assert snap(Fraction(repr(float(single)))) == value


@given(st.integers(1, 10**9), st.integers(6, 12))
def test_snapping_finds_the_smallest_denominator(digits: int, places: int) -> None:
    value = Fraction(digits, 10**places)
    found = snap(value)
    if found == value or struct.unpack("f", struct.pack("f", float(value)))[0] == float(value):
        return
    tolerance = min(max(Fraction(1, 10 ** (count_places(value) or 0)), Fraction(1, 10**9)), value / LARGEST)
    assert abs(found - value) <= tolerance
    for denominator in range(1, found.denominator):
        assert abs(Fraction(round(value * denominator), denominator) - value) > tolerance


@given(st.fractions())
def test_snapping_twice_is_snapping_once_and_keeps_the_sign(value: Fraction) -> None:
    found = snap(value)
    assert snap(found) == found
    assert snap(-value) == -found
    assert bool(found) == bool(value)
