"""Predictions for people: steps in words, trees, answers; curves of a training."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from mwplab.equations import parse, parse_expression
from mwplab.errors import EvaluationError
from mwplab.records import Prediction, Question, parse_answers
from mwplab.reports.curves import training_curves
from mwplab.reports.prediction import prediction_steps, prediction_view
from mwplab.reports.steps import solution_steps
from mwplab.text import quantities

TEXT = "Ann had 7 figs, bought 5 and shared them among 4 friends. How many for each?"
QUESTION = Question(id="a/1", text=TEXT, quantities=quantities(TEXT))

STEPS = [
    ("7", []),
    ("7 + 5", ["Add 7 and 5: 7 + 5 = 12"]),
    ("(7 + 5) / 4", ["Add 7 and 5: 7 + 5 = 12", "Divide 12 by 4: 12 / 4 = 3"]),
    ("ceil(7 / 2)", ["Divide 7 by 2: 7 / 2 = 3.5", "Round 3.5 up: ceil(3.5) = 4"]),
    ("gcd(12, 18)", ["Find the greatest divisor that 12 and 18 share: gcd(12, 18) = 6"]),
    ("max(1, 2, 3)", ["Take the max of 1, 2, 3: max(1, 2, 3) = 3"]),
    (
        "2^0.5 * 3 / 7",
        [
            "Raise 2 to the power 0.5: 2^0.5 ≈ 1.414213562",
            "Multiply 1.414213562 by 3: 1.414213562 * 3 ≈ 4.242640687",
            "Divide 4.242640687 by 7: 4.242640687 / 7 ≈ 0.6060915267",
        ],
    ),
    ("1 / 3", ["Divide 1 by 3: 1 / 3 = 1/3"]),
]


@pytest.mark.parametrize(("text", "expected"), STEPS)
def test_an_expression_is_carried_out_in_words(text: str, expected: list[str]) -> None:
    assert solution_steps(parse_expression(text)) == expected


def test_signs_are_turned() -> None:
    assert [step.partition(":")[0] for step in solution_steps(parse_expression("-(2 - 5)"))] == [
        "Take 5 away from 2",
        "Turn the sign of -3",
    ]


@pytest.mark.parametrize("text", ["x + 1", "3 : 4", "1 / 0"])
def test_what_has_no_steps_is_refused(text: str) -> None:
    with pytest.raises(EvaluationError):
        solution_steps(parse_expression(text))


@pytest.mark.parametrize("equations", ["x = q0 / (q1 - q1)", "x + y = 3; x = 1", "2 * x = x"])
def test_equations_that_do_not_say_the_answer_have_no_steps(equations: str) -> None:
    assert prediction_steps(QUESTION, Prediction(problem="a/1", equations=parse(equations))) == []


def shown(prediction: Prediction) -> str:
    console = Console(width=100, record=True, file=StringIO())
    console.print(prediction_view(QUESTION, prediction))
    return console.export_text()


def test_a_prediction_is_shown_whole() -> None:
    found = shown(
        Prediction(
            problem="a/1",
            answers=parse_answers("3"),
            equations=parse("x = (q0 + q1) / q2"),
            confidence=0.5,
            trace={"attention": {"words": ["Ann"], "symbols": ["/"], "weights": [[1.0]]}},
        )
    )
    for part in ("x = (q0 + q1) / q2", "4 (q2)", "2. Divide 12 by 4", "answer: 3   (confidence 0.50)", "███"):
        assert part in found


def test_a_long_decimal_is_shortened_and_said_to_be() -> None:
    long = parse_answers("1.41421356237309504880168872421")
    found = shown(Prediction(problem="a/1", answers=(*long, *parse_answers("0.25"))))
    assert "answer: about 1.414213562; 0.25" in found


def test_a_prediction_without_an_answer_says_why() -> None:
    assert "answer: none: no luck" in shown(Prediction(problem="a/1", trace={"reason": "no luck"}))


def test_a_prediction_that_has_not_read_everything_says_so() -> None:
    unread = "the first 3 of 403 words were not read"
    assert f"note: {unread}" in shown(Prediction(problem="a/1", trace={"unread": unread}))


def test_curves_mark_the_chosen_epoch_with_or_without_accuracy() -> None:
    for accuracy in (0.4, None):
        drawn = training_curves([(1, 3.2, accuracy), (2, 1.1, accuracy)], chosen=2, title="gts")
        assert drawn.startswith("<svg")
        assert "training loss" in drawn
