"""Two results side by side."""

from __future__ import annotations

import pytest

from mwplab.errors import RecordError
from mwplab.records import Row, Verdict
from mwplab.runs.compare import compare, compare_variants
from mwplab.statistics import holm, mcnemar, sign_flip
from tests.runs.made import problem, result, row


def rows_of(pattern: str, **fields: object) -> list[Row]:
    """One row per sign: + right, - wrong, ? not judged."""
    verdict = {"+": Verdict.CORRECT, "-": Verdict.WRONG, "?": Verdict.UNJUDGED}
    return [row(problem(str(number), **fields), verdict[sign]) for number, sign in enumerate(pattern)]


FIRST, SECOND = "++++++++--+-", "+--+---+-+--"


def test_the_test_is_mcnemar_s_on_the_problems_that_one_of_them_solved() -> None:
    found = compare(result(rows_of(FIRST)), result(rows_of(SECOND)))
    (contest,) = found.contests
    pairs = list(zip(FIRST, SECOND, strict=True))
    only_first, only_second = pairs.count(("+", "-")), pairs.count(("-", "+"))
    assert (contest.only_first, contest.only_second) == (only_first, only_second)
    assert contest.comparison.p_value == contest.mcnemar == mcnemar(only_first, only_second)
    assert contest.comparison.test == "exact McNemar"
    assert contest.first.value - contest.second.value == pytest.approx(contest.comparison.difference.value)
    assert 0 < contest.bootstrap < 0.2
    expected = [f"made/{place}" for place, (one, two) in enumerate(pairs) if one != two]
    assert [one.problem.id for one, _ in found.differing] == expected


def test_the_order_of_rows_changes_nothing() -> None:
    straight = compare(result(rows_of(FIRST)), result(rows_of(SECOND)))
    turned = compare(result(rows_of(FIRST)), result(rows_of(SECOND)[::-1]))
    assert turned.contests == straight.contests


def test_seeds_are_swapped_whole() -> None:
    seeds = [f"s{number // 3}" for number in range(12)]
    one, two = (
        [
            row(problem(str(n), seed=seed), sign == "+")
            for n, (seed, sign) in enumerate(zip(seeds, signs, strict=True))
        ]
        for signs in (FIRST, SECOND)
    )
    (contest,) = compare(result(one), result(two)).contests
    expected = sign_flip([sign == "+" for sign in FIRST], [sign == "+" for sign in SECOND], seeds)
    assert contest.comparison.test == "sign flips of groups"
    assert contest.comparison.p_value == pytest.approx(expected)
    assert contest.mcnemar < contest.comparison.p_value


def test_rows_without_a_partner_or_verdict_are_left_out_and_counted() -> None:
    found = compare(result(rows_of("++?+-")), result(rows_of("+-+")))
    assert found.unpaired == 2
    (contest,) = found.contests
    assert contest.first.n == 2


def test_repeats_of_one_problem_are_paired_in_their_order() -> None:
    twice = [*rows_of("+-"), *rows_of("--")]
    other = [*rows_of("--"), *rows_of("+-")]
    found = compare(result(twice), result(other))
    (contest,) = found.contests
    assert (contest.only_first, contest.only_second, contest.first.n) == (1, 1, 4)


def test_slices_are_corrected_for_their_number() -> None:
    one = [*rows_of("++++++", type="Sum"), *[row(problem(f"r{n}", type="Ratio"), True) for n in range(4)]]
    two = [*rows_of("------", type="Sum"), *[row(problem(f"r{n}", type="Ratio"), n > 1) for n in range(4)]]
    found = compare(result(one), result(two), by=["type"])
    slices = {contest.slice: contest for contest in found.contests if contest.slice}
    assert set(slices) == {"type=Sum", "type=Ratio"}
    raw = [slices[name].comparison.p_value for name in ("type=Ratio", "type=Sum")]
    assert [slices[name].adjusted for name in ("type=Ratio", "type=Sum")] == holm(raw)


def test_variants_are_paired_with_what_they_were_made_from() -> None:
    clean = rows_of("++-")
    perturbed = [
        row(problem("0~a-1", parent="made/0", seed="made/0", changes=("shuffle",)), False),
        row(problem("0~a-2", parent="made/0", seed="made/0", changes=("shuffle",)), False),
        row(problem("1~a-1", parent="made/1", seed="made/1", changes=("reorder",)), True),
        row(problem("9~a-1", parent="made/9", seed="made/9"), False),
    ]
    found = compare_variants(result(clean), result(perturbed), by=["variation"])
    whole, *parts = found.contests
    assert (whole.first.n, whole.only_first, whole.only_second) == (3, 2, 0)
    assert whole.comparison.test == "sign flips of groups"
    assert {one.slice: one.only_first for one in parts} == {"variation=reorder": 0, "variation=shuffle": 2}
    together = compare_variants(result([*clean, *perturbed]), result([*clean, *perturbed]))
    assert together.contests[0].only_first == 2


def test_results_about_other_problems_cannot_be_compared() -> None:
    with pytest.raises(RecordError, match="no problem in common"):
        compare(result(rows_of("+")), result([row(problem("other"), True)]))


def test_results_of_other_judges_cannot_be_compared() -> None:
    with pytest.raises(RecordError, match="no judge in common"):
        compare(result(rows_of("+")), result([row(problem("0"), True, "exact")]))
