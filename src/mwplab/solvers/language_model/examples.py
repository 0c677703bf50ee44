"""Worked problems that a prompt shows first, drawn from training problems by a named rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from mwplab.equations import EquationSystem, Expr, render
from mwplab.equations.nodes import Binary, Choice, Equation, Unknown, walk
from mwplab.records import Problem, Question
from mwplab.solvers.language_model.prompts import Prompt, fill, question_fields


class Rule(StrEnum):
    """How worked problems are drawn."""

    RANDOM = "random"
    """By chance, the same for every question."""

    TYPES = "types"
    """By chance, of as many types as possible, the same for every question."""

    NEAREST = "nearest"
    """For each question those with the most similar text, the most similar last."""


@dataclass(frozen=True, slots=True)
class Example:
    """A training problem as a prompt shows it."""

    problem: str
    """Its id."""

    question: str
    """What is asked."""

    reply: str
    """What a good reply would be."""

    type: str
    """The problem's type."""

    features: tuple[str, ...] = ()
    """The words and pairs of words of its text, where neighbours are looked for."""


def worked(problem: Problem, prompt: Prompt, *, similar: bool = False) -> Example | None:
    """Return a problem with its reply, or none where the prompt wants what the problem does not have.

    >>> from mwplab import load
    >>> from mwplab.solvers.language_model.prompts import load_prompt
    >>> worked(load("starter").problems[0], load_prompt("chain-of-thought")).reply
    'x = 8 + 7 = 15. The answer is 15 beetles.'
    """
    from mwplab.solvers.baselines.similarity import features

    fields = {**question_fields(problem), **_solution_fields(problem)}
    missing = [name for name in _needed(prompt) if not fields[name]]
    if missing or not problem.answers:
        return None
    return Example(
        problem=problem.id,
        question=fill(prompt.question, fields),
        reply=fill(prompt.example, fields),
        type=problem.type,
        features=features(problem.text, problem.quantities) if similar else (),
    )


def _needed(prompt: Prompt) -> list[str]:
    return [name for name in ("answer", "steps", "equation", "program") if f"{{{name}}}" in prompt.example]


def _solution_fields(problem: Problem) -> dict[str, str]:
    answer = "; ".join(str(one).replace("(", "").replace(")", "") for one in problem.answers)
    system = None if problem.asked else problem.equations
    return {
        "answer": answer,
        "steps": " ".join(problem.rationale.split()) or _steps(problem),
        "equation": "" if system is None else str(system),
        "program": "" if system is None else _program(system),
    }


def _steps(problem: Problem) -> str:
    """Return the equations over numbers, and what they come to."""
    system = problem.filled_equations
    if system is None:
        return ""
    values = " and ".join(str(one).partition(" (")[0] for one in problem.answers)
    return f"{system} = {values}." if _defined(system) is not None else f"{system}. This gives {values}."


def _defined(system: EquationSystem) -> Expr | None:
    """Return the right side of equations that are one definition, ``x = ...``."""
    match system.statements:
        case (Equation(Unknown(), right),) if not any(isinstance(part, Unknown) for part in walk(right)):
            return right
        case _:
            return None


def _program(system: EquationSystem) -> str:
    """Return a definition as steps, one operation each; nothing for what is no definition."""
    expr = _defined(system)
    if expr is None or any(isinstance(part, Choice) for part in walk(expr)):
        return ""
    lines: list[str] = []

    def named(part: Expr) -> Expr:
        if not isinstance(part, Binary):
            return part
        step = render(Binary(part.operator, named(part.left), named(part.right)))
        lines.append(f"step{len(lines) + 1} = {step}")
        return Unknown(f"step{len(lines)}")

    last = render(named(expr))
    if lines:
        lines[-1] = f"answer = {lines[-1].partition(' = ')[2]}"
    return "\n".join(lines) or f"answer = {last}"


class Drawer:
    """Draws examples for questions."""

    def __init__(self, pool: Sequence[Example], rule: Rule, shots: int, seed: int) -> None:
        from mwplab.solvers.baselines.similarity import Index

        self.pool = tuple(pool)
        self.shots = shots
        self.index = Index([one.features for one in pool]) if rule is Rule.NEAREST else None
        self.fixed = () if rule is Rule.NEAREST else _drawn(self.pool, rule, shots, seed)

    def examples(self, question: Question) -> tuple[Example, ...]:
        """Return the examples for a question."""
        from mwplab.solvers.baselines.similarity import features

        if self.index is None:
            return self.fixed
        found = self.index.nearest(features(question.text, question.quantities), self.shots)
        return tuple(self.pool[place] for place, _ in reversed(found))


def _drawn(pool: tuple[Example, ...], rule: Rule, shots: int, seed: int) -> tuple[Example, ...]:
    ordered = sorted(pool, key=lambda one: one.problem)
    Random(f"{seed}:examples").shuffle(ordered)
    if rule is Rule.TYPES:
        seen: dict[str, int] = {}
        turns = []
        for one in ordered:
            turns.append((seen.setdefault(one.type, 0), one))
            seen[one.type] += 1
        ordered = [one for _, one in sorted(turns, key=lambda turn: turn[0])]
    return tuple(ordered[:shots])
