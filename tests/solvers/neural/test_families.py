"""Training on problems and their variants: what is held out, what is counted once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mwplab.perturb import perturb
from mwplab.records import Dataset, Problem
from mwplab.solvers.neural.account import gather
from mwplab.solvers.neural.families import copies, originals, told_once
from mwplab.solvers.neural.words import read
from tests.solvers.neural.made import STARTER, begun

SOME = STARTER[:60]
CHANGES = ["add-irrelevant-information(count=2)", "resampled-numbers"]
BOTH = perturb(Dataset(name="starter", problems=SOME), CHANGES, originals=True).dataset.problems


def test_a_problem_that_is_held_out_takes_its_variants_along() -> None:
    alone, together = (gather("gts", some, None, held_out=0.25, seed=3) for some in (SOME, BOTH))
    assert [one.id for one in together.valid] == [one.id for one in alone.valid]
    families = {problem.seed or problem.id for problem in together.problems}
    assert families == {problem.id for problem in alone.problems}
    account = together.account
    assert account.left_out.keys() == {"variants of problems held out"}
    assert account.given == account.learnt + account.held_out + sum(account.left_out.values())
    reversed_too = gather("gts", BOTH[::-1], None, held_out=0.25, seed=3)
    assert {one.id for one in reversed_too.problems} == {one.id for one in together.problems}


def test_no_family_is_both_learnt_from_and_held_out_whoever_of_it_is_missing() -> None:
    first = perturb(Dataset(name="starter", problems=SOME), ["add-irrelevant-information(count=2)"]).dataset
    second = perturb(first, ["resampled-numbers"]).dataset.problems
    for some in ([*SOME, *second], list(first), [*first, *second], second[::-1]):
        material = gather("gts", some, None, held_out=0.25, seed=3)
        families = [
            {problem.seed or problem.id for problem in part} for part in (material.problems, material.valid)
        ]
        assert len(families[1]) == len(material.valid) > 10
        assert families[0].isdisjoint(families[1])
        assert copies(some) == len(some) / len({problem.seed or problem.id for problem in some})


def test_variants_of_variants_and_circles_find_where_they_begin() -> None:
    chain = [Problem(id="c", parent="b"), Problem(id="b", parent="a"), Problem(id="a")]
    assert originals(chain) == [2, 2, 2]
    gap = [Problem(id="c", parent="b", seed="a"), Problem(id="a")]
    assert originals(gap) == [1, 1]
    circle = [Problem(id="d", parent="b"), Problem(id="b", parent="a"), Problem(id="a", parent="b")]
    assert originals(circle) == [2, 2, 2]
    assert copies(chain) == 3.0


def test_words_that_variants_repeat_count_once_and_their_own_count() -> None:
    problems = [STARTER[0], replace(STARTER[0], id="made/1", parent=STARTER[0].id)]
    readings = [read(one.text, one.quantities, numbered=False) for one in problems]
    assert sorted(told_once(problems, readings)) == sorted(readings[0].words)
    unlike = [problems[0], replace(problems[1], parent=None)]
    assert len(list(told_once(unlike, readings))) == 2 * len(readings[0].words)


@pytest.mark.parametrize("kind", ["gts", "seq2seq"])
def test_copies_make_no_rare_word_known(kind: str) -> None:
    copied = [replace(one, id=f"{one.id}~same-1", parent=one.id) for one in SOME]
    plain, twice = (
        begun(kind, tuple(some), minimum_count=2, word_dropout=3.0) for some in (SOME, [*SOME, *copied])
    )
    assert plain.learnt.vocabulary == twice.learnt.vocabulary
    found = [one.training.step.left_out for one in (plain, twice)]
    assert found[0] is not None
    assert found[1] is not None
    assert found[0].allclose(found[1])
