"""Rows and results made for tests, and a solver that says what it is told to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path

from mwplab.records import Answer, Prediction, Problem, Question, Result, Row, Verdict

RIGHT, WRONG = Verdict.CORRECT, Verdict.WRONG


def problem(key: str, **fields: object) -> Problem:
    return Problem(id=f"made/{key}", body=f"Story {key}.", **fields)  # type: ignore[arg-type]


def row(of: Problem, verdict: Verdict | bool, judge: str = "solution") -> Row:
    chosen = verdict if isinstance(verdict, Verdict) else RIGHT if verdict else WRONG
    return Row(problem=of, prediction=Prediction(problem=of.id), verdicts={judge: chosen})


def result(rows: Iterable[Row], name: str = "made") -> Result:
    return Result(signature=name, rows=tuple(rows))


class Parrot:
    """Answers with the length of the text, or as it is told to by id."""

    def __init__(self, replies: dict[str, int] | None = None) -> None:
        self.replies = replies or {}
        self.asked: list[str] = []
        self.trained: list[str] = []
        self.valid: list[str] = []

    def fit(self, train: Sequence[Problem], valid: Sequence[Problem] | None = None) -> None:
        self.trained = [one.id for one in train]
        self.valid = [one.id for one in valid or ()]

    def solve(self, questions: Sequence[Question]) -> list[Prediction]:
        self.asked += [question.id for question in questions]
        return [
            Prediction(
                problem=question.id,
                answers=(Answer(Fraction(self.replies.get(question.id, len(question.text)))),),
            )
            for question in questions
        ]

    def save(self, folder: Path) -> None:
        (folder / "trained.txt").write_text("\n".join(self.trained))

    def load(self, folder: Path) -> None:
        self.trained = (folder / "trained.txt").read_text().splitlines()
