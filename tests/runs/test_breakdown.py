"""Break-downs, deltas and consistency, each against counting by hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.catalogue import load
from mwplab.equations import count_operators, parse, unknowns
from mwplab.errors import UnknownName
from mwplab.records import Row, Score, Verdict
from mwplab.runs.breakdown import accuracy, break_down, fields_of, labels, silent_shares
from mwplab.runs.removal import removed_deltas, seed_consistency
from mwplab.statistics import bootstrap_interval, fisher_exact, holm, proportion_interval, wilson
from tests.runs.made import problem, row

VARIATIONS = [
    "invert-operation",
    "change-information",
    "change-order-of-phrases",
    "same-object-different-structure",
]


def random_rows(count: int = 200, *, seeds: bool = False) -> list[Row]:
    rng = random.Random(5)
    made = [
        problem(
            str(number),
            type=rng.choice(["Sum", "Ratio", ""]),
            grade=rng.choice([1, 2, 10, None]),
            changes=tuple(rng.sample(VARIATIONS, rng.randrange(3))),
            equations=parse(rng.choice(["x = q0 + q1", "x = q0 + q1 - q2", "x + y = q0; x - y = q1"])),
            extra={
                "source_book": rng.choice(["red", "blue"]),
                "page": number,
                "tags": rng.sample(["a", "b"], 1),
            },
            seed=f"s{number // 4}" if seeds else None,
        )
        for number in range(count)
    ]
    return [row(one, rng.random() < 0.3 + 0.4 * (one.type == "Sum")) for one in made]


ROWS = random_rows()
CATEGORY = {
    "invert-operation": "reasoning-ability",
    "change-information": "reasoning-ability",
    "change-order-of-phrases": "structural-invariance",
    "same-object-different-structure": "question-sensitivity",
}
FIELDS: dict[str, Callable[[Any], list[Any]]] = {
    "type": lambda one: [one.type] if one.type else [],
    "grade": lambda one: [] if one.grade is None else [one.grade],
    "operators": lambda one: [count_operators(one.equations)],
    "unknowns": lambda one: [len(unknowns(one.equations))],
    "variation": lambda one: list(one.changes),
    "category": lambda one: [CATEGORY[change] for change in one.changes],
    "source_book": lambda one: [one.extra["source_book"]],
    "tags": lambda one: one.extra["tags"],
}


@pytest.mark.parametrize("field", FIELDS)
def test_a_break_down_is_what_counting_gives(field: str) -> None:
    expected: dict[str, tuple[int, int]] = {}
    for each in ROWS:
        for label in set(FIELDS[field](each.problem)):
            right, count = expected.get(f"{field}={label}", (0, 0))
            is_right = each.verdicts["solution"] is Verdict.CORRECT
            expected[f"{field}={label}"] = (right + is_right, count + 1)
    found = break_down(ROWS, [field], "solution", signature="sig")
    assert {one.score.slice: (round(one.score.value * one.score.n), one.score.n) for one in found} == expected
    for one in found:
        share = wilson(*expected[one.score.slice])
        assert (one.score.low, one.score.high) == (share.low, share.high)
        assert one.score.signature == "sig"


def test_each_part_is_tested_against_the_rest_and_corrected_together() -> None:
    found = break_down(ROWS, ["type", "grade"], "solution")
    right = sum(one.verdicts["solution"] is Verdict.CORRECT for one in ROWS)
    raw = []
    for one in found:
        inside = round(one.score.value * one.score.n)
        raw.append(fisher_exact(inside, one.score.n, right - inside, len(ROWS) - one.score.n))
    assert [one.p_value for one in found] == pytest.approx(raw)
    assert [one.adjusted for one in found] == pytest.approx(holm(raw))


def test_a_part_that_is_everything_has_no_rest_to_be_tested_against() -> None:
    rows = [row(problem(str(number), type="Sum"), True) for number in range(4)]
    (found,) = break_down(rows, ["type"], "solution")
    assert (found.p_value, found.adjusted) == (None, None)


def test_numbers_are_in_order_and_before_words() -> None:
    found = [one.score.slice for one in break_down(ROWS, ["grade"], "solution")]
    assert found == ["grade=1", "grade=2", "grade=10"]


def test_a_field_that_no_problem_has_is_an_error() -> None:
    with pytest.raises(UnknownName, match="no field of the problems named 'tipe'; did you mean 'type'"):
        break_down(ROWS, ["tipe"], "solution")


def test_the_fields_of_problems_are_those_that_divide_them() -> None:
    found = fields_of([one.problem for one in ROWS])
    assert set(found) == set(FIELDS)
    assert "page" not in found


def test_variants_of_one_seed_count_for_what_they_are_worth() -> None:
    rows = random_rows(seeds=True)
    score = accuracy(rows, "solution")
    outcomes = [one.verdicts["solution"] is Verdict.CORRECT for one in rows]
    expected = proportion_interval(outcomes, [one.problem.seed for one in rows])
    assert score is not None
    assert (score.low, score.high) == (expected.low, expected.high)
    alike = [
        row(problem(f"{seed}-{twin}", seed=f"s{seed}"), seed % 2 == 0)
        for seed in range(20)
        for twin in range(5)
    ]
    clustered = accuracy(alike, "solution")
    alone = wilson(50, 100)
    assert clustered is not None
    assert clustered.low is not None
    assert clustered.low < alone.low - 0.05


def test_silent_rows_are_counted_by_kind() -> None:
    verdicts = [Verdict.CORRECT, Verdict.NO_ANSWER, Verdict.NO_ANSWER, Verdict.UNREADABLE]
    rows = [row(problem(str(number)), verdict) for number, verdict in enumerate(verdicts)]
    assert {one.name: one.value for one in silent_shares(rows, "solution")} == {
        "solution-no-answer": 0.5,
        "solution-unreadable": 0.25,
    }
    score = accuracy(rows, "solution")
    assert score is not None
    assert (score.value, score.n) == (0.25, 4)


def test_nothing_judged_gives_no_accuracy() -> None:
    assert accuracy([row(problem("1"), Verdict.UNJUDGED)], "solution") is None


def by_definition(rows: list[Row], field: str, label: str) -> Fraction:
    """Acc(Full) - Acc(Full - Category), as the paper writes it."""

    def share(some: list[Row]) -> Fraction:
        return Fraction(sum(one.verdicts["solution"] is Verdict.CORRECT for one in some), len(some))

    return share(rows) - share([one for one in rows if label not in FIELDS[field](one.problem)])


def deltas(field: str, rows: list[Row] = ROWS) -> dict[str, Score]:
    return {one.slice.partition("=")[2]: one for one in removed_deltas(rows, field, "solution")}


@pytest.mark.parametrize("field", ["category", "variation", "type"])
def test_a_delta_is_the_paper_s_definition(field: str) -> None:
    found = deltas(field)
    counts = Counter(label for one in ROWS for label in set(FIELDS[field](one.problem)))
    assert {label: one.n for label, one in found.items()} == counts
    for label, one in found.items():
        assert one.value == pytest.approx(float(by_definition(ROWS, field, label)))
        assert one.low is not None
        assert one.high is not None
        assert one.low < one.value < one.high


@pytest.mark.parametrize("seeds", [False, True])
def test_the_interval_of_a_delta_is_that_of_the_bootstrap(seeds: bool) -> None:
    rows = random_rows(600, seeds=seeds)
    (found,) = [one for label, one in deltas("type", rows).items() if label == "Sum"]

    def delta(some: list[Row]) -> float:
        return float(by_definition(some, "type", "Sum"))

    groups = [one.problem.seed for one in rows] if seeds else None
    expected = bootstrap_interval(rows, delta, groups, resamples=500)  # type: ignore[arg-type]
    assert found.low is not None
    assert found.high is not None
    assert found.low == pytest.approx(expected.low, abs=0.015)
    assert found.high == pytest.approx(expected.high, abs=0.015)
    assert found.high - found.low == pytest.approx(expected.high - expected.low, rel=0.12)


def test_removing_everything_leaves_nothing_to_compare() -> None:
    rows = [row(problem(str(number), type="Sum"), True) for number in range(3)]
    assert removed_deltas(rows, "type", "solution") == []


@given(st.lists(st.tuples(st.integers(0, 4), st.booleans()), min_size=1))
def test_a_seed_is_consistent_if_all_its_variants_are_right(made: list[tuple[int, bool]]) -> None:
    rows = [row(problem(str(place), seed=f"s{seed}"), right) for place, (seed, right) in enumerate(made)]
    families = [[right for other, right in made if other == seed] for seed in {seed for seed, _ in made}]
    several = [family for family in families if len(family) > 1]
    found = seed_consistency(rows, "solution")
    if not several:
        assert found is None
    else:
        assert found is not None
        assert (found.value, found.n) == (sum(all(one) for one in several) / len(several), len(several))


@pytest.mark.realdata
def test_the_parts_of_svamp_are_as_large_as_the_paper_says() -> None:
    problems = load("svamp").problems
    categories = Counter(label for one in problems for label in labels(one, "category"))
    assert categories["question-sensitivity"] == 462
    assert categories["reasoning-ability"] == pytest.approx(649, abs=1)
    assert categories["structural-invariance"] == 467
    variations = Counter(label for one in problems for label in labels(one, "variation"))
    assert variations["same-object-different-structure"] == 325
    assert variations["invert-operation"] == 255
    assert variations["change-order-of-phrases"] == 152
