"""The time that annotators take, by mode."""

from __future__ import annotations

import pytest

from mwplab.annotate import Action, Decision, Mode, time_saved, times
from tests.annotate.problems import said

SUM = "x = q0 + q2"


def test_skips_and_undone_answers_count_into_the_time_of_their_problem() -> None:
    log = [
        Decision(problem="a/1", annotator="ann", action=Action.SKIPPED, seconds=5.0),
        said("a/1", "ann", SUM, seconds=20.0),
        Decision(problem="a/1", annotator="ann", action=Action.UNDONE),
        said("a/1", "ann", SUM, seconds=15.0),
        said("a/2", "ann", SUM, seconds=50.0),
        said("a/1", "bo", SUM, seconds=60.0),
        Decision(problem="a/3", annotator="bo", action=Action.SKIPPED, seconds=7.0),
    ]
    (found,) = times(log)
    assert (found.mode, found.annotators, found.items) == (Mode.QUEUE, 2, 3)
    assert found.seconds == 157.0
    assert found.mean == pytest.approx((40 + 50 + 60) / 3)
    assert found.median == 50.0
    assert found.interval is not None
    assert found.interval.value == pytest.approx(found.mean)


def test_the_time_saved_is_the_ratio_of_the_means() -> None:
    control = [said(f"a/{number}", "ann", SUM, seconds=240.0, mode=Mode.CONTROL) for number in range(3)]
    chosen = [said(f"a/{number}", "ann", SUM, seconds=60.0) for number in range(3)]
    assert time_saved(times(control + chosen)) == 4.0
    assert time_saved(times(control)) is None
    assert time_saved(times(chosen)) is None
    assert times([]) == ()


def test_what_was_only_skipped_has_no_mean() -> None:
    assert times([Decision(problem="a/1", annotator="ann", action=Action.SKIPPED, seconds=5.0)]) == ()
