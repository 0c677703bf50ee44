"""What stands of many decisions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.annotate import Action, Decision, Mode, standing
from mwplab.equations import induce, parse
from mwplab.errors import RecordError

DERIVATIONS = [induce(parse(text)) for text in ("x = q0 + q2", "x = q1 + q2", "x = q0 - q1")]


@st.composite
def decisions(draw: st.DrawFn) -> Decision:
    action = draw(st.sampled_from(Action))
    return Decision(
        problem=draw(st.sampled_from(["a/1", "a/2", "b/ü"])),
        annotator=draw(st.sampled_from(["ann", "bo", "çem"])),
        action=action,
        derivation=draw(st.sampled_from(DERIVATIONS)) if action is Action.CHOSEN else None,
        seconds=draw(st.floats(0, 1e6)),
        mode=draw(st.sampled_from(Mode)),
        note=draw(st.text(max_size=8)),
    )


LOGS = st.lists(decisions(), max_size=20)


def reference(log: list[Decision], problem: str, annotator: str, mode: Mode) -> Decision | None:
    """What stands for one item, read from the end: each undo cancels one answer before it."""
    cancelled = 0
    for one in reversed([one for one in log if one.key == (problem, annotator, mode)]):
        if one.action is Action.UNDONE:
            cancelled += 1
        elif one.action is Action.CHOSEN and cancelled:
            cancelled -= 1
        elif one.action is Action.CHOSEN:
            return one
    return None


@given(LOGS)
def test_the_latest_answer_that_was_not_undone_stands(log: list[Decision]) -> None:
    # An undo with nothing to take back does nothing, and the reading from the end cannot see that.
    kept: list[Decision] = []
    for one in log:
        if one.action is not Action.UNDONE or reference(kept, *one.key) is not None:
            kept.append(one)
    expected = {one.key: reference(kept, *one.key) for one in kept}
    assert {one.key: one for one in standing(log)} == {key: one for key, one in expected.items() if one}


@given(LOGS, decisions())
def test_an_undo_brings_back_what_stood_before(log: list[Decision], last: Decision) -> None:
    chosen = Decision(
        problem=last.problem, annotator=last.annotator, mode=last.mode, derivation=DERIVATIONS[0]
    )
    undone = Decision(problem=last.problem, annotator=last.annotator, mode=last.mode, action=Action.UNDONE)
    assert standing([*log, chosen, undone]) == standing(log)


@given(LOGS, st.randoms(use_true_random=False))
def test_the_order_between_items_and_annotators_changes_nothing(log: list[Decision], random: object) -> None:
    keys = list({one.key for one in log})
    random.shuffle(keys)  # type: ignore[attr-defined]
    regrouped = [one for key in keys for one in log if one.key == key]
    assert standing(regrouped) == standing(log)


@given(LOGS)
def test_skips_change_nothing_that_stands(log: list[Decision]) -> None:
    assert standing([one for one in log if one.action is not Action.SKIPPED]) == standing(log)


WRONG = [
    ({"problem": ""}, "a decision names a problem and an annotator"),
    ({"annotator": ""}, "a decision names a problem and an annotator"),
    ({"seconds": -1.0}, "a/1: -1.0 seconds were measured"),
    ({"seconds": float("nan")}, "a/1: nan seconds were measured"),
    ({"derivation": None}, "a/1: a decision is chosen with a derivation or without one"),
    ({"action": Action.SKIPPED}, "a/1: a decision is skipped with a derivation or without one"),
]


@pytest.mark.parametrize(("change", "message"), WRONG)
def test_a_decision_that_makes_no_sense_is_refused(change: dict[str, object], message: str) -> None:
    fields: dict[str, object] = {"problem": "a/1", "annotator": "ann", "derivation": DERIVATIONS[0], **change}
    with pytest.raises(RecordError, match=message):
        Decision(**fields)  # type: ignore[arg-type]
