"""Problems whose probes can be reckoned by hand, and solvers that exploit something."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

from mwplab.equations import parse
from mwplab.equations.nodes import Number, QuantityRef, map_system
from mwplab.equations.solve import answers
from mwplab.records import Answer, Dataset, Prediction, Problem, Question
from mwplab.text import quantities

Rule = Callable[[Question], str | Fraction | None]
"""What a solver makes of a question: an equation, a number, or nothing."""


def told(key: str, body: str, question: str, equation: str, **fields: object) -> Problem:
    text = f"{body} {question}".lstrip()
    found = quantities(text)
    system = parse(equation)
    filled = map_system(
        system, lambda leaf: Number(found[leaf.index].value) if isinstance(leaf, QuantityRef) else leaf
    )
    return Problem(
        id=f"made/{key}",
        body=body,
        question=question,
        quantities=found,
        equations=system,
        answers=tuple(map(Answer, answers(filled)[0])),
        **fields,  # type: ignore[arg-type]
    )


def corpus() -> Dataset:
    """Twelve problems: of every three, *each* multiplies twice and divides once."""
    problems = []
    for number in range(4):
        rows, beans, bags = 12 + number, 5 + number, 3 + number
        problems += [
            told(
                f"rows-{number}",
                f"A field has {rows} rows with {beans} beans in each.",
                "How many beans?",
                "x = q0 * q1",
                type="Multiplication",
            ),
            told(
                f"bags-{number}",
                f"There are {bags} bags with {rows} figs in each, {beans} of them ripe.",
                "How many figs?",
                "x = q0 * q1",
                type="Multiplication",
            ),
            told(
                f"deal-{number}",
                f"Of {rows * bags} cards each of {bags} children gets as many.",
                "How many does a child get?",
                "x = q0 / q1",
                type="Common-Division",
            ),
        ]
    return Dataset(name="made", problems=tuple(problems))


class Scripted:
    """Follows one rule, and notes how often it was trained and what it was asked."""

    def __init__(self, rule: Rule, attention: Callable[[Question], dict[str, object]] | None = None) -> None:
        self.rule = rule
        self.attention = attention
        self.fits = 0
        self.asked: list[str] = []

    def fit(self, train: Sequence[Problem], valid: Sequence[Problem] | None = None) -> None:
        self.fits += 1

    def solve(self, questions: Sequence[Question]) -> list[Prediction]:
        self.asked += [question.id for question in questions]
        return [self._solve(question) for question in questions]

    def _solve(self, question: Question) -> Prediction:
        said = self.rule(question)
        trace = {"attention": self.attention(question)} if self.attention else {}
        if said is None:
            return Prediction(problem=question.id, trace=trace)  # type: ignore[arg-type]
        if isinstance(said, Fraction):
            return Prediction(problem=question.id, answers=(Answer(said),), trace=trace)  # type: ignore[arg-type]
        system = parse(said)
        filled = map_system(
            system,
            lambda leaf: (
                Number(question.quantities[leaf.index].value) if isinstance(leaf, QuantityRef) else leaf
            ),
        )
        found = tuple(map(Answer, answers(filled)[0]))
        return Prediction(problem=question.id, answers=found, equations=system, trace=trace)  # type: ignore[arg-type]

    def save(self, folder: Path) -> None:
        (folder / "rule").write_text("")

    def load(self, folder: Path) -> None:
        pass


def reads_question(question: Question) -> str | None:
    """Solve everything, but only where the question is there and in its own order."""
    if "How many beans?" in question.text or "How many figs?" in question.text:
        return "x = q0 * q1"
    return "x = q0 / q1" if question.text.endswith("How many does a child get?") else None


def sees_each(question: Question) -> str:
    """Multiply, as *each* says, whatever is asked."""
    return "x = q0 * q1"
