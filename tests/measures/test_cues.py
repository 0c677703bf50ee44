"""Cue words: what counts as misled, whatever form the gold equation has."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mwplab.equations import parse
from mwplab.measures.cues import CueOf, cue_words, looks_at_words
from mwplab.records import Prediction, Problem, Row, Verdict
from mwplab.records.problem import Json
from mwplab.text import quantities

SEEN: Json = {
    "words": ["left", "figs"],
    "symbols": ["-", "q1", "q0"],
    "weights": [[0.9, 0.1], [0.5, 0.5], [0.5, 0.5]],
}


def row(gold: str, written: str, verdict: Verdict) -> Row:
    return Row(
        problem=Problem(id="a/1", body="left figs", equations=parse(gold)),
        prediction=Prediction(problem="a/1", equations=parse(written), trace={"attention": SEEN}),
        verdicts={"solution": verdict},
    )


def test_functions_are_operations_too() -> None:
    seen: Json = {"words": ["each"], "symbols": ["ceil/", "q0", "q1"], "weights": [[0.9], [0.5], [0.5]]}
    rows = [
        Row(
            problem=Problem(id=f"a/{number}", body="each", equations=parse(gold)),
            prediction=Prediction(
                problem=f"a/{number}", equations=parse("x = ceil(q0 / q1)"), trace={"attention": seen}
            ),
        )
        for number, gold in enumerate(["x = ceil(q0 / q1)", "x = ceil(q1 / q0)", "x = max(q0, q1)"])
    ]
    (by_operator,), (by_template,) = (cue_words(rows, of) for of in CueOf)
    assert (by_operator.word, by_operator.writes, by_operator.attended, by_operator.misled) == (
        "each",
        "ceil/",
        3,
        1,
    )
    assert (by_template.writes, by_template.attended, by_template.misled) == ("x = ceil(A / B)", 3, 1)


@pytest.mark.parametrize("symbol", ["x", "=", "END", "q0", "7", "/x", ""])
def test_what_is_no_operation_has_no_cue(symbol: str) -> None:
    seen: Json = {"words": ["each"], "symbols": [symbol], "weights": [[0.9]]}
    other = row("x = q0 + q1", "x = q0 + q1", Verdict.WRONG)
    assert (
        cue_words([replace(other, prediction=replace(other.prediction, trace={"attention": seen}))], least=1)
        == ()
    )


CASES = [
    # gold, written, verdict, misled by operator, misled by template
    ("x + q0 = q1", "x = q1 - q0", Verdict.CORRECT, 0, 0),
    ("x + q0 = q1", "x = q0 - q1", Verdict.WRONG, 0, 0),
    ("x - q0 = q1", "x = q1 - q0", Verdict.WRONG, 1, 1),
    ("x = q1 + q0", "x = q1 - q0", Verdict.WRONG, 1, 1),
    ("x = q1 + q0 * 0 - q0", "x = q1 - q0", Verdict.CORRECT, 0, 0),
    ("x * x = q0", "x = q1 - q0", Verdict.WRONG, 1, 1),
]


@pytest.mark.parametrize(("gold", "written", "verdict", "operators", "templates"), CASES)
def test_misled_is_who_writes_what_the_solved_gold_equation_lacks(
    gold: str, written: str, verdict: Verdict, operators: int, templates: int
) -> None:
    rows = [row(gold, written, verdict)] * 2
    (by_operator,), (by_template,) = (cue_words(rows, of) for of in CueOf)
    assert (by_operator.attended, by_operator.misled) == (2, 2 * operators)
    assert (by_template.attended, by_template.misled) == (2, 2 * templates)


def test_an_equation_counts_once_for_a_word_and_an_operator() -> None:
    seen: Json = {
        "words": ["left", "?"],
        "symbols": ["+", "+", "q0", "q1", "q2", "-"],
        "weights": [[0.6, 0.4], [0.8, 0.2], [1, 0], [1, 0], [1, 0], [0.1, 0.9]],
    }
    other = row("x = q0 * q1", "x = q0 + q1 + q2", Verdict.WRONG)
    seen_twice = replace(other, prediction=replace(other.prediction, trace={"attention": seen}))
    (cue,) = cue_words([seen_twice], least=1)
    assert (cue.word, cue.writes, cue.attended, cue.misled, cue.weight) == ("left", "+", 1, 1, 0.8)
    assert looks_at_words([seen_twice]) == (2, 3)  # the third looks at a mark


def test_a_number_written_as_a_word_is_no_cue() -> None:
    text = "Two dozen figs, half of them left, and the second fig."
    seen: Json = {
        "words": ["Two dozen", "half", "left", "second"],
        "symbols": ["+", "-", "*", "/"],
        "weights": [[0.9, 0.1, 0, 0], [0, 0.9, 0.1, 0], [0, 0, 0.9, 0.1], [0, 0, 0.1, 0.9]],
    }
    gold = parse("x = q0 + q1")
    one = Row(
        problem=Problem(id="a/1", body=text, quantities=quantities(text), equations=gold),
        prediction=Prediction(problem="a/1", equations=gold, trace={"attention": seen}),
    )
    assert [cue.word for cue in cue_words([one], least=1)] == ["left", "second"]
    assert looks_at_words([one]) == (2, 4)


def test_a_template_has_the_word_of_its_surest_operator() -> None:
    seen: Json = {"words": ["left", "each"], "symbols": ["+", "-"], "weights": [[0.6, 0.4], [0.1, 0.9]]}
    other = row("x = q0 + q1 - q2", "x = q0 + q1 - q2", Verdict.CORRECT)
    one = replace(other, prediction=replace(other.prediction, trace={"attention": seen}))
    (cue,) = cue_words([one], CueOf.TEMPLATE, least=1)
    assert (cue.word, cue.weight) == ("each", 0.9)
