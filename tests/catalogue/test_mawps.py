"""The six sets of MAWPS and its collections, as the published files have them."""

from __future__ import annotations

import pytest

from mwplab.catalogue import load
from mwplab.catalogue.mawps import aligned_problem
from mwplab.equations import parse
from mwplab.equations.nodes import Unknown
from tests.catalogue.agreement import contradictions, settled_share
from tests.catalogue.pins import Pin, three_pins

PINS: dict[str, list[Pin]] = {
    "mawps/addsub": [
        Pin("1", "2f634715", 2, "x = q0 - q1", "43"),
        Pin("10", "f8bb6a56", 2, "x = q0 + q1", "10"),
        Pin("395", "07c25c84", 3, "x = q0 + q2", "57"),
    ],
    "mawps/singleop": [
        Pin("0", "864c8b79", 2, "x = q0 + q1", "14"),
        Pin("9", "864c8b79", 2, "x = q0 + q1", "14"),
        Pin("1413", "f7712202", 2, "x = q0 * q1", "7.5"),
    ],
    "mawps/multiarith": [
        Pin("0", "1ced8384", 3, "x = q0 + q1 - q2", "39"),
        Pin("9", "a264a73b", 3, "x = q0 + q1 - q2", "1"),
        Pin("599", "108e582e", 4, "x = (q0 - q1) / q3", "2"),
    ],
    "mawps/singleeq": [
        Pin("0", "66b5c5bf", 2, "q0 - x = q1", "43"),
        Pin("9", "156149c1", 3, "(x + q0) / 2 = q2", "64"),
        Pin("507", "3c7478db", 3, "q0 * x + q1 = q2", "5"),
    ],
    "mawps/simuleq-s": [
        Pin("2598", "81ae6a7e", 3, "q1 * novelists = q0 * poets; novelists + poets = q2", "15; 9"),
        Pin(
            "5874",
            "a8cc725b",
            4,
            "q0 * columbian_pounds + q1 * peruvian_pounds = q2 * q3; columbian_pounds + peruvian_pounds = q2",
            "11.2; 28.8",
        ),
        Pin(
            "3734", "611788ff", 5, "q2 * five_point + q3 * ten_point = q0; five_point + ten_point = q1", "20"
        ),
    ],
    "mawps/simuleq-l": [
        Pin("395", "28f6dea6", 2, "q1 + boys = girls; girls + boys = q0", "127"),
        Pin("404", "14227627", 3, "salary = q1 * q0 + q2", "168.25"),
        Pin("2225", "354d3a09", 4, "q1 * children + q2 * adults = q3; children + adults = q0", "366; 388"),
    ],
    "mawps@2373": [
        Pin("3238", "6b67b309", 2, "q0 * q1 = x", "504"),
        Pin("3867", "874bf789", 3, "x = q0 * q2", "2016"),
        Pin("3842", "12be8968", 2, "x = q0 * q1", "360"),
    ],
    "mawps@3220": [
        Pin("0", "2f634715", 2, "x = q0 - q1", "43"),
        Pin("9", "f8bb6a56", 2, "x = q0 + q1", "10"),
        Pin("3914", "f7712202", 2, "x = q0 * q1", "7.5"),
    ],
    "mawps@3915": [
        Pin("0", "2f634715", 2, "x = q0 - q1", "43"),
        Pin("9", "f8bb6a56", 2, "x = q0 + q1", "10"),
        Pin("3914", "f7712202", 2, "x = q0 * q1", "7.5"),
    ],
}
COUNTS = {
    "mawps/addsub": 395,
    "mawps/singleop": 562,
    "mawps/multiarith": 600,
    "mawps/singleeq": 508,
    "mawps/simuleq-s": 514,
    "mawps/simuleq-l": 1155,
    "mawps@2373": 2373,
    "mawps@3220": 3220,
    "mawps@3915": 3915,
}
SINGLEEQ_ERRORS = {"191", "226", "255", "317", "320", "332", "408", "453", "462", "482", "485", "495"}
WRONG = {
    "mawps/addsub": {"264"},
    "mawps/singleop": set[str](),
    "mawps/multiarith": set[str](),
    "mawps/singleeq": SINGLEEQ_ERRORS,
    "mawps/simuleq-s": {"6072", "3542", "3623", "2121"},
}


def test_an_alignment_settles_which_of_two_equal_numbers_is_meant() -> None:
    text = " Ida had 4 figs and 4 plums. She ate 1 plum. How many plums are left?"
    problem = aligned_problem("a/1", text, parse("x = 4 - 1"), [20, 37], {"extra": {"iIndex": 7}})
    assert str(problem.equations) == "x = q1 - q2"
    assert problem.derivation is not None
    assert problem.derivation.alignment == (1, 2)
    assert problem.extra == {"iIndex": 7}


@pytest.mark.realdata
@pytest.mark.parametrize("name", PINS)
def test_an_edition_has_its_count_and_its_first_tenth_and_last_problem(name: str) -> None:
    dataset = load(name)
    assert len(dataset) == COUNTS[name] == dataset.card.counts["problems"]
    assert three_pins(dataset) == PINS[name]


@pytest.mark.realdata
@pytest.mark.parametrize("name", WRONG)
def test_the_known_errors_are_found_and_no_others(name: str) -> None:
    assert contradictions(load(name)) == WRONG[name]


@pytest.mark.realdata
def test_forty_five_of_all_problems_are_wrong() -> None:
    found = contradictions(load("mawps@3220"))
    assert len(found) == 45
    assert {str(2845 + int(key)) for key in SINGLEEQ_ERRORS} | {"263", "818"} <= found


@pytest.mark.realdata
@pytest.mark.parametrize("name", ["mawps/singleop", "mawps/multiarith"])
def test_every_number_of_an_aligned_set_is_settled(name: str) -> None:
    dataset = load(name)
    assert settled_share(dataset) == 1
    assert all(problem.derivation is not None for problem in dataset)


@pytest.mark.realdata
@pytest.mark.parametrize(
    ("name", "share"),
    [
        ("mawps/addsub", 0.99),
        ("mawps/simuleq-s", 0.99),
        ("mawps/simuleq-l", 0.99),
        ("mawps/singleeq", 0.988),
        ("mawps/singleeq+fixes", 0.99),
    ],
)
def test_nearly_every_number_is_in_the_text_or_common_knowledge(name: str, share: float) -> None:
    assert settled_share(load(name)) >= share


@pytest.mark.realdata
def test_the_large_set_says_what_is_asked_for_and_whether_order_matters() -> None:
    dataset = load("mawps/simuleq-l")
    assert all(len(problem.asked) == len(problem.answers) for problem in dataset)
    assert dataset["423"].asked == (Unknown("smaller"), Unknown("middle"), Unknown("larger"))
    assert sum(not problem.ordered for problem in dataset) == 94


@pytest.mark.realdata
def test_a_key_names_one_problem_in_all_editions() -> None:
    whole, single = load("mawps@3915"), load("mawps@2373")
    assert {problem.key for problem in load("mawps@3220")} < {problem.key for problem in whole}
    edited = [problem.key for problem in single if problem.text != whole[problem.key].text]
    assert len(edited) == 81
    assert sum(problem.equations is None for problem in whole) == 695 + 2
