"""Agreement against figures worked out by hand."""

from __future__ import annotations

import pytest

from mwplab.annotate import Agreement, Decision, Mode, agreement, queue
from mwplab.annotate.agreement import mean_kappa
from mwplab.errors import UnknownName
from tests.annotate.problems import hats, said

QUEUE = queue(hats(5))
FIRST, SECOND = "x = q1 + q2", "x = q0 + q2"
"""The first and the second candidate."""


def value(figure: object) -> float:
    return figure.value  # type: ignore[attr-defined, no-any-return]


def by_part(decisions: list[Decision], mode: Mode = Mode.QUEUE) -> dict[str, Agreement]:
    return {one.part: one for one in agreement(QUEUE, decisions, mode)}


def test_agreement_on_alignments_is_as_worked_out_by_hand() -> None:
    pairs = [(FIRST, FIRST), (FIRST, SECOND), (SECOND, SECOND), (SECOND, SECOND)]
    decisions = [
        said(f"hats/{number}", name, choice)
        for number, pair in enumerate(pairs, 1)
        for name, choice in zip(("ann", "bo"), pair, strict=True)
    ]
    # One annotator only: counts for nothing.
    decisions.append(said("hats/5", "ann", FIRST))
    found = by_part(decisions)["alignment"]
    assert (found.annotators, found.problems, found.labels) == (("ann", "bo"), 4, 4)
    assert value(found.raw) == pytest.approx(3 / 4)
    # By chance: 1/2 * 1/4 + 1/2 * 3/4 = 1/2.
    assert value(found.kappa) == pytest.approx((3 / 4 - 1 / 2) / (1 - 1 / 2))
    # Eight labels, 3 and 5 of a kind: observed 2/8, expected 2 * 3 * 5 / (8 * 7).
    assert value(found.alpha) == pytest.approx(1 - (2 / 8) / (30 / 56))


def test_agreement_on_marks_counts_pairs_of_numbers_with_one_value() -> None:
    marks = [(True, True), (False, False), (False, True), (True, False)]
    decisions = [
        said(f"hats/{number}", name, FIRST, *([(0, 1)] if marked else []))
        for number, pair in enumerate(marks, 1)
        for name, marked in zip(("ann", "bo"), pair, strict=True)
    ]
    found = by_part(decisions)
    assert value(found["alignment"].raw) == 1
    assert found["alignment"].kappa is None
    assert "every rating is the same" in found["alignment"].note
    assert found["equivalents"].labels == 4
    assert value(found["equivalents"].raw) == pytest.approx(1 / 2)
    assert value(found["equivalents"].kappa) == pytest.approx(0)
    assert value(found["equivalents"].alpha) == pytest.approx(1 - (4 / 8) / (32 / 56))
    # As the paper's raw figure: a problem counts if alignment and marks are the same.
    assert value(found["both"].raw) == pytest.approx(1 / 2)


def test_equivalent_derivations_agree() -> None:
    decisions = [said("hats/1", "ann", FIRST), said("hats/1", "bo", "q2 = y - q1")]
    decisions += [said("hats/2", "ann", SECOND, (0, 1)), said("hats/2", "bo", FIRST, (0, 1))]
    assert value(by_part(decisions)["alignment"].raw) == 1


def test_three_annotators_with_gaps_have_the_mean_kappa_of_their_pairs() -> None:
    ratings = [("a", "a", None), ("b", "b", "b"), ("a", "b", "b"), (None, "a", "a"), ("b", "b", "a")]
    # Of the first and second 3 of 4 agree, of the first and third 1 of 3, of the second and third 3 of 4.
    kappas = [(3 / 4 - 1 / 2) / (1 / 2), (1 / 3 - 5 / 9) / (4 / 9), (3 / 4 - (1 * 2 + 3 * 2) / 16) / (1 / 2)]
    assert mean_kappa(ratings) == pytest.approx(sum(kappas) / 3)


def test_modes_are_counted_apart() -> None:
    decisions = [said("hats/1", name, FIRST, mode=Mode.CONTROL) for name in ("ann", "bo")]
    assert by_part(decisions)["alignment"].problems == 0
    assert by_part(decisions)["alignment"].note == "no problem was decided by two annotators"
    assert by_part(decisions, Mode.CONTROL)["alignment"].problems == 1


def test_an_interval_holds_its_figure() -> None:
    decisions = [
        said(f"hats/{number}", name, FIRST if number % 2 or (number == 4 and name == "bo") else SECOND)
        for number in range(1, 6)
        for name in ("ann", "bo")
    ]
    raw = by_part(decisions)["alignment"].raw
    assert raw is not None
    assert raw.low < raw.value < raw.high
    assert raw.value == pytest.approx(4 / 5)


def test_decisions_on_another_dataset_are_refused() -> None:
    with pytest.raises(UnknownName, match="no problem in the queue of hats named 'caps/1'"):
        agreement(QUEUE, [said("caps/1", "ann", FIRST)])
