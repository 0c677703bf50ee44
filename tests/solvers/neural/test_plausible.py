"""Answers weighed by their kind: what is counted, what is chosen, what is said."""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.errors import RecordError
from mwplab.records import Problem, Question, parse_answers
from mwplab.solvers.neural.plausible import (
    KINDS,
    Kinds,
    answer_kinds,
    kind_of,
    plausibility,
    wrong_kinds,
)
from mwplab.solvers.neural.predicting import Candidate, predict
from mwplab.solvers.neural.solver import Neural
from mwplab.solvers.neural.symbols import Symbols
from mwplab.solvers.neural.targets import target, value_of
from mwplab.solvers.neural.words import Reading
from mwplab.text import quantities
from tests.solvers.neural.made import SMALL, STARTER

TEXT = "Ann had 3 figs and gave Bob 7 more than she ate."
QUESTION = Question(id="a/1", text=TEXT, quantities=quantities(TEXT))
SYMBOLS = Symbols(("+", "-", "/"), (Fraction(0),), 2)
PLUS, MINUS, OVER, ZERO, FIRST, SECOND = range(6)
WHOLE = {"whole": {"whole": 99, "broken": 1}}

counts = st.dictionaries(st.sampled_from(KINDS), st.integers(0, 1000))


def chosen(
    candidates: list[Candidate],
    right: dict[str, dict[str, int]],
    text: str = TEXT,
    wrong: dict[str, dict[str, int]] | None = None,
) -> tuple[str, str]:
    """Return the equation that is predicted, and what is said about another one."""
    question = Question(id="a/1", text=text, quantities=quantities(text))
    found = predict(question, candidates, SYMBOLS, Reading((), (), ()), 4, Kinds(right, wrong or {}))
    return str(found.equations), str(found.trace.get("implausible", ""))


@given(counts, counts, st.sampled_from(["whole", "broken"]))
def test_what_right_and_wrong_answers_are_weighs_all_kinds(
    right: dict[str, int], wrong: dict[str, int], numbers: str
) -> None:
    values = [Fraction(-2), Fraction(0), Fraction(5), Fraction(1, 3)]
    assert [kind_of(value) for value in values] == list(KINDS)

    def weights(kinds: Kinds) -> list[float]:
        return [math.exp(plausibility(QUESTION, value, kinds)) for value in values]

    assert weights(Kinds()) == pytest.approx([1.0] * 4)  # where nothing is known nothing is weighed
    assert sum(weights(Kinds({numbers: right}))) == pytest.approx(4.0)  # shares, beside a quarter each
    both = weights(Kinds({numbers: right}, {numbers: wrong}))
    assert min(both) > 0
    more_right = weights(Kinds({numbers: {**right, "zero": right.get("zero", 0) + 50}}, {numbers: wrong}))
    more_wrong = weights(Kinds({numbers: right}, {numbers: {**wrong, "zero": wrong.get("zero", 0) + 50}}))
    assert more_wrong[1] <= both[1] <= more_right[1]
    if right.get("whole") and wrong.get("whole"):
        assert more_wrong[1] < both[1] < more_right[1]


def test_wrong_answers_are_those_of_other_expressions() -> None:
    problems = STARTER[:80]
    targets = [target(problem) for problem in problems]
    pairs = [(problem, one) for problem, one in zip(problems, targets, strict=True) if one is not None]
    found = wrong_kinds([problem for problem, _ in pairs], [one for _, one in pairs], seed=1)
    every = Counter(
        kind_of(value)
        for problem, right in pairs
        for _, other in pairs
        if (value := value_of(problem.as_question(), other)) is not None
        and value != value_of(problem.as_question(), right)
    )
    drawn = Counter({kind: sum(one.get(kind, 0) for one in found.values()) for kind in KINDS})
    for kind in KINDS:
        assert drawn[kind] / drawn.total() == pytest.approx(every[kind] / every.total(), abs=0.03)


def test_answers_of_training_problems_are_counted_by_kind() -> None:
    def made(text: str, answer: str) -> Problem:
        return Problem(id="a/1", body=text, quantities=quantities(text), answers=parse_answers(answer))

    problems = [made("2 and 5", "3"), made("2 and 5", "-3"), made("2.5 and 5", "7.5"), made("1 and 1", "0")]
    assert answer_kinds(problems) == {
        "whole": {"negative": 1, "whole": 1, "zero": 1},
        "broken": {"broken": 1},
    }
    found = answer_kinds(STARTER)
    plain = Counter(
        all(one.value.denominator == 1 for one in problem.quantities)
        for problem in STARTER
        if problem.answers
    )
    assert sum(found["whole"].values()) == plain[True]
    assert sum(found["broken"].values()) == plain[False]
    assert answer_kinds([Problem(id="a/1", body="no answer")]) == {"whole": {}, "broken": {}}


def test_a_little_less_likely_expression_with_a_plausible_answer_is_taken() -> None:
    candidates = [Candidate((MINUS, FIRST, SECOND), -0.7), Candidate((MINUS, SECOND, FIRST), -0.8)]
    assert chosen(candidates, WHOLE) == (
        "x = q1 - q0",
        "x = q0 - q1 fits the words better, but where all numbers are whole, "
        "training makes a negative answer less plausible than a whole one",
    )
    assert chosen(candidates, {}) == ("x = q0 - q1", "")
    other = {"broken": {"whole": 99}}  # what texts with other numbers have counts where there are no such
    assert chosen(candidates, other)[0] == "x = q1 - q0"
    own = {"whole": {"negative": 99}, "broken": {"whole": 99}}
    assert chosen(candidates, own) == ("x = q0 - q1", "")


def test_what_is_rare_for_wrong_answers_too_says_little() -> None:
    wrong = {"whole": {"whole": 60, "negative": 38, "zero": 1}}
    nothing = "Ann had 5 figs and ate 5."
    candidates = [Candidate((MINUS, FIRST, SECOND), -0.2), Candidate((PLUS, FIRST, SECOND), -2.3)]
    assert chosen(candidates, WHOLE, nothing)[0] == "x = q0 + q1"
    assert chosen(candidates, WHOLE, nothing, wrong)[0] == "x = q0 - q1"
    assert chosen(candidates, WHOLE, TEXT, wrong)[0] == "x = q0 + q1"  # 3 - 7


def test_where_a_text_has_broken_numbers_such_texts_count_and_the_note_says_so() -> None:
    candidates = [Candidate((MINUS, FIRST, SECOND), -0.7), Candidate((PLUS, FIRST, SECOND), -0.9)]
    equation, said = chosen(candidates, {"broken": {"whole": 99}}, "Ann has 2.5 kg and Bob 4.5 kg.")
    assert equation == "x = q0 + q1"
    assert "but where not all numbers are whole, training makes a negative answer less" in said


@pytest.mark.parametrize("answers", [{"whole": {"whole": 10**400}}, {"whole": {"purple": 1}}, {"odd": {}}])
def test_counts_that_no_training_comes_to_are_refused(
    answers: dict[str, dict[str, int]], tmp_path: Path
) -> None:
    solver = solver_of(epochs=1)
    solver.fit(STARTER[:30])
    solver.save(tmp_path)
    learnt = json.loads((tmp_path / "learnt.json").read_text())
    (tmp_path / "learnt.json").write_text(json.dumps({**learnt, "answers": answers}))
    with pytest.raises(RecordError, match="its counts of answers are none that training can come to"):
        solver_of(epochs=1).load(tmp_path)


def test_a_far_likelier_expression_is_taken_all_the_same() -> None:
    candidates = [Candidate((MINUS, FIRST, SECOND), -0.1), Candidate((MINUS, SECOND, FIRST), -6.0)]
    assert chosen(candidates, WHOLE) == ("x = q0 - q1", "")


def test_an_expression_without_a_value_is_not_the_one_that_was_passed_over() -> None:
    nothing = Candidate((OVER, FIRST, ZERO), -0.1)
    candidates = [nothing, Candidate((OVER, FIRST, SECOND), -0.7), Candidate((PLUS, FIRST, SECOND), -0.9)]
    equation, said = chosen(candidates, WHOLE)
    assert equation == "x = q0 + q1"
    assert said.startswith("x = q0 / q1 fits the words better, but where all")
    assert chosen([nothing], WHOLE) == ("x = q0 / 0", "")


def solver_of(**options: object) -> Neural:
    return Neural("gts", **{**SMALL, "epochs": 3, "held_out": 0.0, "beam": 5, "alternatives": 8, **options})  # type: ignore[arg-type]


def test_a_solver_weighs_what_it_writes(tmp_path: Path) -> None:
    plain = solver_of(plausible=0.0)
    plain.fit(STARTER[:60])
    assert plain.trained is not None
    assert plain.trained.learnt.answers == answer_kinds(STARTER[:60])
    plain.save(tmp_path)
    weighing = solver_of(plausible=1.0)
    weighing.load(tmp_path)
    questions = [problem.as_question() for problem in STARTER[60:120]]
    kinds = Kinds(plain.trained.learnt.answers, plain.trained.learnt.wrong)
    changed = 0
    for question, one, other in zip(
        questions, plain.solve(questions), weighing.solve(questions), strict=True
    ):
        written = [(math.log(one.confidence or 1), one.answers, one.equations)]
        written += [(math.log(each.score), each.answers, each.equations) for each in one.alternatives]
        best = max(
            (
                (score + plausibility(question, answers[0].value, kinds), equations)
                for score, answers, equations in written
                if answers and isinstance(answers[0].value, Fraction)
            ),
            key=lambda pair: pair[0],
        )
        assert other.equations == best[1]
        assert (other.equations != one.equations) == ("implausible" in other.trace)
        changed += other.equations != one.equations
    assert changed


def test_what_was_learnt_without_kinds_is_read(tmp_path: Path) -> None:
    solver = solver_of(epochs=1, plausible=1.0)
    solver.fit(STARTER[:30])
    solver.save(tmp_path)
    assert solver.trained is not None
    before = json.loads((tmp_path / "learnt.json").read_text())
    assert before["answers"] == solver.trained.learnt.answers
    assert before["wrong"] == solver.trained.learnt.wrong
    older = {name: value for name, value in before.items() if name not in ("answers", "wrong")}
    (tmp_path / "learnt.json").write_text(json.dumps(older))
    again = solver_of(epochs=1, plausible=1.0)
    again.load(tmp_path)
    unweighed = solver_of(epochs=1, plausible=0.0)
    unweighed.trained = solver.trained
    unweighed.trained.settings = replace(unweighed.trained.settings, plausible=0.0)
    questions = [problem.as_question() for problem in STARTER[30:50]]
    assert again.solve(questions) == unweighed.solve(questions)
