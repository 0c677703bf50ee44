"""Equations and programs that completions state: read by our parser, evaluated exactly, never run."""

from __future__ import annotations

import time
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.equations import induce, parse
from mwplab.judge import DerivationJudge, SolutionJudge
from mwplab.reading import Wanted, read_prediction
from mwplab.reading.programs import MOST_STEPS, read_program, read_stated_equations
from mwplab.records import READING, Problem, Question, Verdict, parse_answers
from mwplab.text import quantities

TEXT = "A crate holds 12 jars. Mia has 5 crates and breaks 7 jars. How many jars are left?"
QUESTION = Question(id="t/1", text=TEXT, quantities=quantities(TEXT))

PROGRAMS = [
    ("answer = q0 * q1 - q2", "x = q0 * q1 - q2", 53),
    ("all = q0 * q1\nanswer = all - q2", "x = q0 * q1 - q2", 53),
    ("All = Q0 * Q1\nAnswer = All - Q2", "x = q0 * q1 - q2", 53),
    ("```python\nall_jars = q0 * q1  # together\n\nanswer = all_jars - q2\n```", "x = q0 * q1 - q2", 53),
    ("```\nanswer = (q0 + q1) / 2\n```\nThat is it.", "x = (q0 + q1) / 2", Fraction(17, 2)),
    ("Let me think.\n\ntotal = 12 * 5\nleft = total - 7", "x = 12 * 5 - 7", 53),
    ("<think>answer = q1</think>\nanswer = q0 ** 2", "x = q0^2", 144),
    ("answer = floor(q0 / q1)", "x = floor(q0 / q1)", 2),
    ("a = 1\nSo we try again.\nanswer = q2", "x = q2", 7),
    ("answer = q0 + q1\nprint(answer)", "x = q0 + q1", 17),
]


@pytest.mark.parametrize(("text", "equation", "value"), PROGRAMS)
def test_a_program_is_its_equation_and_its_value(text: str, equation: str, value: int | Fraction) -> None:
    found = read_program(text, QUESTION)
    assert found is not None
    system, (answer,), rule = found
    assert (str(system), answer.value, rule) == (equation, value, "program")


NO_PROGRAMS = [
    "",
    "The answer is 53.",
    "answer = q9 + 1",
    "answer = unknown_name + 1",
    "answer = q0 / (q1 - 5)",
    "answer = 9 ^ 9 ^ 9 ^ 9",
    "answer = open('x')",
    "answer = __import__('os').system('touch x')",
    "answer = [q0 for _ in range(9)]",
    "answer == 3",
    "def f():\n    return 3",
    "answer = " + "(" * 400 + "1" + ")" * 400,
    "answer = 1" + " + 1" * 2000,
]


@pytest.mark.parametrize("text", NO_PROGRAMS)
def test_what_is_no_program_is_none(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert read_program(text, QUESTION) is None
    assert list(tmp_path.iterdir()) == []


def test_a_program_that_doubles_a_hundred_times_is_evaluated_and_not_written_out() -> None:
    steps = ["a0 = q0", *(f"a{place} = a{place - 1} + a{place - 1}" for place in range(1, MOST_STEPS))]
    started = time.process_time()
    found = read_program("\n".join(steps), QUESTION)
    assert time.process_time() - started < 1
    assert found is not None
    assert found[0] is None
    assert found[1][0].value == 12 * 2 ** (MOST_STEPS - 1)


EQUATIONS = [
    ("Equation: x = q0 * q1 - q2", "x = q0 * q1 - q2", ["53"]),
    ("Sure!\n\nEquation: x + q2 = q0 * q1", "x + q2 = q0 * q1", ["53"]),
    ("**Equation:** `x = 12 * 5 - 7`", "x = 12 * 5 - 7", ["53"]),
    ("```\nx = q0 + q1\n```", "x = q0 + q1", ["17"]),
    ("Equation: x + y = q0; x - y = q2", "x + y = q0; x - y = q2", ["9.5", "2.5"]),
    ("Equation: x * x = q0 + 4", "x * x = q0 + 4", []),
    ("Equation: x = q0 / (q1 - 5)", "x = q0 / (q1 - 5)", []),
]


@pytest.mark.parametrize(("text", "equation", "values"), EQUATIONS)
def test_stated_equations_are_read_and_solved(text: str, equation: str, values: list[str]) -> None:
    found = read_stated_equations(text, QUESTION)
    assert found is not None
    assert str(found[0]) == equation
    assert [str(answer) for answer in found[1]] == values


@pytest.mark.parametrize("text", ["", "I think 53.", "Equation: x = q7 + 1", "Equation: see above", "x = y"])
def test_what_is_no_equation_over_the_question_is_none(text: str) -> None:
    assert read_stated_equations(text, QUESTION) is None


def test_a_stated_equation_is_judged_by_its_derivation() -> None:
    gold = induce(parse("x = q0 * q1 - q2"))
    problem = Problem(id="t/1", question=TEXT, quantities=quantities(TEXT), derivation=gold)
    right = read_prediction(problem, "Equation: x = q1 * q0 - q2", wanted=Wanted.EQUATION)
    wrong = read_prediction(problem, "all = q0 * q2\nanswer = all - q1", wanted=Wanted.PROGRAM)
    assert right.trace == {READING: "found", "rule": "equation"}
    assert DerivationJudge()(problem, right).verdict is Verdict.CORRECT
    assert DerivationJudge()(problem, wrong).verdict is Verdict.WRONG


@pytest.mark.parametrize("wanted", list(Wanted))
def test_without_what_was_wanted_the_answer_is_read(wanted: Wanted) -> None:
    found = read_prediction(QUESTION, "Well, 60 - 7. The answer is 53 jars.", wanted=wanted)
    assert [str(answer) for answer in found.answers] == ["53 (jars)"]
    silent = read_prediction(QUESTION, "Bananas!", wanted=wanted)
    assert silent.trace[READING] == "unreadable"


def test_equations_with_two_solutions_leave_the_choice_to_the_judge() -> None:
    problem = Problem(id="t/1", question=TEXT, quantities=quantities(TEXT), answers=parse_answers("-4"))
    found = read_prediction(problem, "Equation: x * x = q0 + 4", wanted=Wanted.EQUATION)
    assert SolutionJudge()(problem, found).verdict is Verdict.CORRECT


@given(st.text(alphabet=" \nabqx0123=+-*/^()#`:;.,_\\{}[]'\"", max_size=300), st.sampled_from(list(Wanted)))
def test_no_text_breaks_the_reader(text: str, wanted: Wanted) -> None:
    found = read_prediction(QUESTION, text, wanted=wanted)
    assert found.problem == "t/1"
    assert found.samples == (text,)


@pytest.mark.parametrize("wanted", [Wanted.EQUATION, Wanted.PROGRAM])
@pytest.mark.parametrize(
    "piece", ["a = 1\n", "x = q0 + q1\n", "Equation: ", "(", "=", "```\n", "a" * 400 + " = 1\n", "\\frac{"]
)
def test_megabytes_cost_little(piece: str, wanted: Wanted) -> None:
    text = piece * (1_000_000 // len(piece))
    started = time.process_time()
    read_prediction(QUESTION, text, wanted=wanted)
    assert time.process_time() - started < 3
