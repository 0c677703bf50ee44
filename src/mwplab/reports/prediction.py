"""A prediction for a person: equation, tree, steps in words, answer, and what the solver looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from rich.console import Group, RenderableType
from rich.text import Text

from mwplab.equations.nodes import Equation, Expr, Leaf, Number, QuantityRef, map_expr
from mwplab.equations.numbers import write_number
from mwplab.equations.render import render_leaf
from mwplab.equations.tree import draw_tree
from mwplab.errors import EquationError
from mwplab.records import Answer, Prediction, Question
from mwplab.records.attention import Attention
from mwplab.reports.attention import attention_view
from mwplab.reports.steps import rounded, solution_steps
from mwplab.reports.terminal import marked_text, table


def prediction_view(question: Question, prediction: Prediction) -> RenderableType:
    """Return what a solver made of a question."""
    parts: list[RenderableType] = [Text(marked_text(question.text, question.quantities))]
    if prediction.equations is not None:
        parts.append(Text(f"{prediction.equations}\n", style="bold cyan"))
        parts.append(Text(draw_tree(prediction.equations, lambda leaf: _leaf(question, leaf)) + "\n"))
    if steps := prediction_steps(question, prediction):
        parts += [Text(f"{number}. {step}") for number, step in enumerate(steps, start=1)]
        parts.append(Text(""))
    answers = _written(prediction.answers) or f"none: {prediction.trace.get('reason', '')}"
    sure = "" if prediction.confidence is None else f"   (confidence {prediction.confidence:.2f})"
    parts.append(Text(f"answer: {answers}{sure}", style="bold green"))
    for note in ("unread", "unused", "no_value", "implausible"):
        if note in prediction.trace:
            parts.append(Text(f"note: {prediction.trace[note]}", style="yellow"))
    if prediction.alternatives:
        rows = [
            (str(one.equations or ""), _written(one.answers) or "none", f"{one.score:.2f}")
            for one in prediction.alternatives
        ]
        parts += [Text(""), table(rows, ["other equations", "answer", "score"])]
    if (attention := Attention.of(prediction)) is not None:
        parts += [Text(""), attention_view("what each symbol looked at", attention)]
    return Group(*parts)


def prediction_steps(question: Question, prediction: Prediction) -> list[str]:
    """Return how the answer comes about, step by step; nothing where the equations do not simply say it.

    >>> from mwplab.equations import parse
    >>> from mwplab.text import quantities
    >>> text = "Ann had 7 figs and ate 3. How many are left?"
    >>> question = Question(id="a/1", text=text, quantities=quantities(text))
    >>> prediction_steps(question, Prediction(problem="a/1", equations=parse("x = q0 - q1")))
    ['Take 3 away from 7: 7 - 3 = 4']
    """
    if prediction.equations is None or len(prediction.equations.statements) != 1:
        return []
    statement = prediction.equations.statements[0]

    def fill(leaf: Leaf) -> Expr:
        return Number(question.quantities[leaf.index].value) if isinstance(leaf, QuantityRef) else leaf

    try:
        return solution_steps(map_expr(statement.right, fill)) if isinstance(statement, Equation) else []
    except EquationError:
        return []


def _written(answers: Sequence[Answer]) -> str:
    """Return answers for people, long decimals shortened and marked so."""
    return "; ".join(map(_answer, answers))


def _answer(answer: Answer) -> str:
    value = answer.value
    if not isinstance(value, Fraction) or (short := rounded(value)) == value:
        return str(answer)
    return f"about {replace(answer, value=short)}"


def _leaf(question: Question, leaf: Leaf) -> str:
    if isinstance(leaf, QuantityRef) and leaf.index < len(question.quantities):
        return f"{question.quantities[leaf.index].surface} (q{leaf.index})"
    return write_number(leaf.value) if isinstance(leaf, Number) else render_leaf(leaf)
