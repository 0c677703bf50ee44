from __future__ import annotations

import pytest

from mwplab.catalogue import load
from mwplab.equations.nodes import map_system
from mwplab.equations.solve import solve
from mwplab.errors import SolveError
from mwplab.records import Problem, same_values
from mwplab.text import DEFAULT, EVERY, Form, quantities
from tests.catalogue.pins import Pin, three_pins
from tests.text.places import Annotated, which_are_found

pytestmark = pytest.mark.realdata

PINS = {
    "draw": [
        Pin("397760", "a8228b36", 3, "q1 * (q0 - x) = q2 * (q0 + x)", "15/7"),
        Pin("424731", "124191f0", 3, "plane + tail_wind = q2; plane - tail_wind = q1", "13; 49"),
        Pin("97995", "786ad483", 3, "x + y = q2; y = x + q1", "61; 63"),
    ],
    "alg514": [
        Pin(
            "5484",
            "097ca17d",
            6,
            "q0 * audio_cassettes + q1 * video_cassettes = q2; "
            "q3 * audio_cassettes + q4 * video_cassettes = q5",
            "30; 300",
        ),
        Pin(
            "5163",
            "f069369e",
            6,
            "q2 * 0.01 * low_interest_loan + q3 * 0.01 * high_interest_loan = q4; "
            "low_interest_loan + high_interest_loan = q1",
            "8698.95652; 309639.04347",
        ),
        Pin("6106", "7974927a", 4, "q3 = q0 * number_of_candles - q1", "7"),
    ],
    "dolphin-l": [
        Pin("2000989", "44003785", 4, "x + y = q1; x - y = q2", "11; 7"),
        Pin("2001306", "ed5f4103", 2, "x = y + q0; x + y = q1", "12; 7"),
        Pin("2001721", "1af3be82", 2, "x + 1 = y; y + 1 = z; x + y + z = q1", "88; 90; 89"),
    ],
}


@pytest.mark.parametrize("name", PINS)
def test_first_tenth_and_last_problem_are_as_published(name: str) -> None:
    dataset = load(name)
    assert three_pins(dataset) == PINS[name]
    assert len(dataset) == dataset.card.counts["problems"]


def test_the_parts_are_as_published() -> None:
    assert {name: len(ids) for name, ids in load("draw").splits.items()} == {
        "train": 600,
        "dev": 200,
        "test": 200,
    }
    assert [len(load("alg514").split(f"fold{fold}/test")) for fold in range(5)] == [102, 102, 102, 102, 106]
    assert [len(load("dolphin-l").split(f"fold{fold}/test")) for fold in range(5)] == [
        134,
        131,
        132,
        132,
        130,
    ]


def test_the_doubled_id_has_two_keys_in_dev() -> None:
    draw = load("draw")
    assert {"draw/153934", "draw/153934-2"} <= set(draw.splits["dev"])
    assert draw["153934"].text == draw["153934-2"].text


def test_what_no_fold_tests_is_trained_on_in_every_fold() -> None:
    dataset = load("dolphin-l")
    tested = {id for fold in dataset.folds for id in dataset.splits[f"{fold}/test"]}
    untested = {problem.id for problem in dataset} - tested
    assert len(untested) == 172
    assert all(untested <= set(dataset.splits[f"{fold}/train"]) for fold in dataset.folds)


def solved(problem: Problem, *, by_derivation: bool) -> bool:
    system = problem.derivation.system if by_derivation and problem.derivation else problem.equations
    assert system is not None
    expected = [answer.value for answer in problem.answers]
    try:
        found = solve(map_system(system, problem.fill))
    except SolveError:
        return False
    return any(same_values([value for _, value in one.values], expected) for one in found)


@pytest.mark.parametrize("name", PINS)
def test_equations_give_the_solutions(name: str) -> None:
    assert [problem.key for problem in load(name) if not solved(problem, by_derivation=False)] == []


@pytest.mark.parametrize(
    ("name", "wrong"), [("draw", []), ("alg514", []), ("dolphin-l", ["2000661", "2000334"])]
)
def test_derivations_give_the_solutions_but_for_the_known_errors(name: str, wrong: list[str]) -> None:
    assert sorted(one.key for one in load(name) if not solved(one, by_derivation=True)) == sorted(wrong)


@pytest.mark.parametrize(("name", "filled"), [("draw", 49), ("alg514", 78), ("dolphin-l", 131)])
def test_equivalent_numbers_are_classes_of_equal_quantities(name: str, filled: int) -> None:
    derivations = [(one, one.derivation.equivalent) for one in load(name) if one.derivation]
    assert sum(1 for _, classes in derivations if classes) == filled
    assert all(len({one.values[i] for i in group}) == 1 for one, classes in derivations for group in classes)


@pytest.mark.parametrize(
    ("name", "forms", "least"),
    [
        ("draw", EVERY, 0.995),
        ("alg514", EVERY, 0.995),
        ("dolphin-l", EVERY, 0.995),
        ("draw", DEFAULT, 0.97),
        ("alg514", DEFAULT, 0.98),
        ("dolphin-l", DEFAULT | {Form.PARITY}, 0.989),
    ],
)
def test_our_reader_finds_the_aligned_numbers_by_itself(
    name: str, forms: frozenset[Form], least: float
) -> None:
    found: list[bool] = []
    for problem in load(name):
        assert problem.derivation is not None
        aligned = [problem.quantities[position] for position in problem.derivation.alignment]
        places = [Annotated(one.start, one.end, float(one.value)) for one in aligned]
        found += which_are_found(places, quantities(problem.text, count=forms))
    assert len(found) == {"draw": 3234, "alg514": 1783, "dolphin-l": 2171}[name]
    assert sum(found) / len(found) >= least


def test_known_slips_of_the_annotation_are_kept_and_listed() -> None:
    slip = load("alg514")["2102"]
    assert [(one.surface, str(one.value)) for one in slip.quantities if one.surface == "5"] == [("5", "2")]
    assert load("draw")["425137"].extra["added"] == ["3"]
    assert all(load("alg514")[key].extra["Equiv"] for key in ("6459", "2952"))
