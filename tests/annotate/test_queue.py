"""Queues: what a machine settles and what it leaves."""

from __future__ import annotations

import pytest

from mwplab.annotate import Mode, queue, resolve, settle
from mwplab.annotate.queue import Item
from mwplab.equations import Derivation, Template, induce, parse
from mwplab.errors import RecordError, UnknownName
from mwplab.records import Dataset
from mwplab.records.problem import MALFORMED
from tests.annotate.problems import HATS, hats, made, said

MIXED = Dataset(
    name="mixed",
    problems=(
        made("mixed/clear", HATS, "x = 2 * 3"),
        made("mixed/twice", HATS, "x = 5 + 2"),
        made("mixed/strange", HATS, "x = 77 + 83 + 2"),
        made("mixed/none", HATS, None),
        made("mixed/broken", HATS, None, extra={MALFORMED: "expected a number"}),
        made("mixed/constant", "How many minutes has an hour?", "x = 60"),
    ),
)


def test_every_problem_is_in_one_part_of_the_queue() -> None:
    found = queue(MIXED)
    assert [item.problem.key for item in found.settled] == ["clear", "constant"]
    assert [item.problem.key for item in found] == ["twice"]
    assert {left.problem: left.reason for left in found.left} == {
        "mixed/strange": "77, 83 are neither in the text nor common knowledge",
        "mixed/none": "there are no equations",
        "mixed/broken": "the equations cannot be read: expected a number",
    }


def test_what_is_settled_is_the_only_candidate() -> None:
    for item in queue(MIXED).settled:
        assert item.derivations == (settle(item.problem),)
    assert settle(MIXED["clear"]) == induce(parse("x = q2 * 3"))
    assert all(settle(MIXED[key]) is None for key in ("twice", "strange", "none"))


def test_a_problem_that_is_not_in_the_queue_is_named() -> None:
    with pytest.raises(
        UnknownName, match=r"no problem in the queue of mixed named 'mixed/twic'; did you mean"
    ):
        queue(MIXED).item("mixed/twic")


LABELS = [
    (induce(parse("x = q1 + q2")), 0),
    (induce(parse("y - q2 = q1")), 0),
    (induce(parse("x = q2 + q0")), 1),
    (induce(parse("x = q0 + q2"), ((0, 1),)), 0),
    (induce(parse("x = q0 + 2")), "x = q0 + 2"),
]


@pytest.mark.parametrize(("derivation", "label"), LABELS, ids=lambda value: str(value)[:40])
def test_a_derivation_is_labelled_by_the_first_candidate_it_is_equivalent_to(
    derivation: Derivation, label: int | str
) -> None:
    assert queue(hats(1)).items[0].label(derivation) == label


def test_a_candidate_takes_marks_and_a_number_beyond_the_last_is_refused() -> None:
    item = queue(hats(1)).items[0]
    assert item.marked(1, ((0, 1),)) == Derivation(Template(parse("x = A + B")), (0, 2), ((0, 1),))
    with pytest.raises(RecordError, match="hats/1: no candidate 3; there are 2"):
        item.marked(2, ())


def test_what_was_proposed_comes_first_and_is_not_listed_twice() -> None:
    plain = queue(hats(1)).items[0]
    marked = induce(parse("x = q0 + q2"), ((0, 1),))
    own = induce(parse("x = q0 + 2"))
    item = Item(plain.problem, plain.system, plain.sites, (own, plain.derivations[1]))
    assert item.derivations == (own, plain.derivations[1], plain.derivations[0])
    assert Item(plain.problem, plain.system, plain.sites, (marked,)).derivations == (
        marked,
        *plain.derivations,
    )
    assert item.marked(0, ()) == own


def test_an_answer_about_another_edition_is_refused() -> None:
    found = queue(hats(1))
    with pytest.raises(
        RecordError, match="hats/1: ann names q9, the text has 3 quantities; the decisions were made"
    ):
        resolve(found, [said("hats/1", "ann", "x = q9 + q2", mode=Mode.CONTROL)])
