"""From decisions to a dataset with derivations."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from mwplab.annotate import Action, Decision, Mode, Over, adjudicate, apply, queue, resolve
from mwplab.equations import induce, parse
from mwplab.records import Dataset, read_jsonl, write_jsonl
from mwplab.records.problem import AMBIGUOUS
from tests.annotate.problems import HATS, hats, made, said

FIRST, SECOND = "x = q1 + q2", "x = q0 + q2"
QUEUE = queue(hats(4))


def test_what_all_say_is_decided_and_the_rest_is_disputed() -> None:
    found = resolve(
        QUEUE,
        [
            said("hats/1", "ann", FIRST),
            said("hats/1", "bo", "q2 + q1 = x"),
            said("hats/2", "ann", FIRST),
            said("hats/2", "bo", SECOND),
            said("hats/3", "ann", FIRST),
            said("hats/3", "bo", FIRST, (0, 1)),
            said("hats/4", "ann", FIRST),
            Decision(problem="hats/4", annotator="ann", action=Action.UNDONE),
        ],
    )
    assert found.decided == {"hats/1": induce(parse(FIRST))}
    assert [(one.problem, one.over) for one in found.disputes] == [
        ("hats/2", Over.ALIGNMENT),
        ("hats/3", Over.EQUIVALENTS),
    ]
    assert [one.annotator for one in found.disputes[0].decisions] == ["ann", "bo"]


def test_alignments_that_the_marks_make_equal_are_no_dispute() -> None:
    found = resolve(QUEUE, [said("hats/1", "ann", SECOND, (0, 1)), said("hats/1", "bo", FIRST, (0, 1))])
    assert found.decided == {"hats/1": induce(parse(SECOND), ((0, 1),))}


def test_a_derivation_from_scratch_must_agree_with_the_choice() -> None:
    control = said("hats/1", "ann", SECOND, mode=Mode.CONTROL)
    assert [one.problem for one in resolve(QUEUE, [said("hats/1", "ann", FIRST), control]).disputes] == [
        "hats/1"
    ]


def test_the_adjudicator_sees_what_was_said_and_has_the_last_word() -> None:
    decisions = [said("hats/2", "ann", "x = q0 + 2"), said("hats/2", "bo", SECOND, (0, 1))]
    (item,) = adjudicate(QUEUE, decisions)
    assert [str(one.system) for one in item.derivations] == ["x = q0 + 2", SECOND, FIRST, SECOND]
    assert item.derivations[1].equivalent == ((0, 1),)
    word = said("hats/2", "cy", FIRST, mode=Mode.ADJUDICATE)
    found = resolve(QUEUE, [*decisions, word])
    assert found.decided == {"hats/2": induce(parse(FIRST))}
    assert found.disputes == ()
    other = said("hats/2", "di", SECOND, mode=Mode.ADJUDICATE)
    assert [one.decisions for one in resolve(QUEUE, [*decisions, word, other]).disputes] == [(word, other)]


def test_the_dataset_gets_what_was_decided_and_what_a_machine_settles(tmp_path: Path) -> None:
    guessed = made("mixed/1", HATS, SECOND, extra={AMBIGUOUS: ["5"], "page": 7})
    known = made("mixed/4", HATS, "x = 5 + 5", derivation=induce(parse("x = q0 + q1")))
    dataset = Dataset(
        name="mixed",
        problems=(guessed, made("mixed/2", HATS, "x = 2 * 3"), made("mixed/3", HATS, "x = 5"), known),
        splits={"test": ("mixed/2", "mixed/3")},
    )
    made_of_it = apply(dataset, [said("mixed/1", "ann", FIRST, (0, 1), seconds=4.0)])
    first, second, third, fourth = made_of_it.problems
    assert first.derivation == induce(parse(FIRST), ((0, 1),))
    assert (str(first.equations), first.extra) == (FIRST, {"page": 7})
    assert second.derivation == induce(parse("x = q2 * 3"))
    assert str(second.equations) == "x = q2 * 3"
    assert third == dataset["3"]
    assert fourth == known
    assert made_of_it.recipe.steps == ("align(annotators=1, decided=1, disputed=0, settled=1)",)
    assert made_of_it.recipe.inputs == (f"mixed#{dataset.fingerprint}",)
    assert made_of_it.splits == dataset.splits
    write_jsonl(made_of_it, tmp_path / "mixed.jsonl")
    assert read_jsonl(tmp_path / "mixed.jsonl") == made_of_it


def test_equations_stay_where_a_template_by_hand_has_other_unknowns() -> None:
    dataset = hats(1)
    found = apply(dataset, [said("hats/1", "ann", "n = q0 + q2")])["1"]
    assert found == replace(dataset["1"], derivation=induce(parse("n = q0 + q2")))


@given(st.permutations(range(6)))
def test_the_order_of_annotators_changes_nothing(order: list[int]) -> None:
    decisions = [
        said("hats/1", "ann", FIRST),
        said("hats/1", "bo", "q2 + q1 = x"),
        said("hats/2", "ann", FIRST),
        said("hats/2", "bo", SECOND),
        said("hats/3", "cy", SECOND, (0, 1)),
        said("hats/3", "ann", SECOND, (0, 1)),
    ]
    shuffled = [decisions[index] for index in order]
    assert resolve(QUEUE, shuffled) == resolve(QUEUE, decisions)
