"""What is learnt from and what is not: targets, problems left out and why, problems held out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from mwplab.equations.nodes import Expr, QuantityRef, walk
from mwplab.errors import RecordError
from mwplab.records import Problem
from mwplab.solvers.neural.families import originals
from mwplab.solvers.neural.kinds import KINDS
from mwplab.solvers.neural.symbols import in_prefix_order
from mwplab.solvers.neural.targets import gold_answers, target
from mwplab.solvers.neural.words import Fit, Reading, read

LONGEST_TARGET = 49
"""Symbols of a target that are learnt; problems with longer ones are left out."""


Lesson = tuple[Problem, Expr]
"""A problem with what is to be written for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """How many problems a solver learnt from, and what became of the others."""

    given: int
    """Training problems."""

    learnt: int
    """Problems that were trained on."""

    held_out: int
    """Problems that chose the best epoch: kept back, or handed over for that; those without any answer do not
    count."""

    left_out: Mapping[str, int] = field(default_factory=dict, hash=False)
    """Why to how many: those whose equations are not one expression over quantities that are read."""


@dataclass(frozen=True, slots=True)
class Material:
    """Problems ready to be learnt from."""

    problems: tuple[Problem, ...]
    """Those with a target."""

    targets: tuple[Expr, ...]
    """What is to be written for each."""

    valid: tuple[Problem, ...]
    """Those that choose the best epoch."""

    account: Account
    """What became of all of them."""


def gather(
    solver: str,
    train: Sequence[Problem],
    valid: Sequence[Problem] | None,
    *,
    held_out: float,
    seed: int,
    fit: Fit | None = None,
) -> Material:
    """Return what can be learnt from problems; where no others are given, some are kept back by chance.

    Which are kept back depends on the seed and each problem's id, not on the order; variants of such a
    problem are not learnt from, and none is kept back. ``fit`` says how much of a text an encoder has room
    for.
    """
    found: list[Lesson] = []
    reasons: Counter[str] = Counter()
    for problem in train:
        expr = target(problem)
        reading = read(problem.text, problem.quantities, numbered=KINDS[solver].numbered, fit=fit)
        reason = _why_not(problem, expr, reading)
        if reason or expr is None:
            reasons[reason] += 1
        else:
            found.append((problem, expr))
    if not found:
        why = ", ".join(f"{reason}: {count}" for reason, count in reasons.most_common())
        raise RecordError(
            f"the solver {solver!r} learns to write one expression over quantities, which none of the "
            f"{len(train)} training problems has ({why or 'there are none'}); train on others"
        )
    if valid is None:
        before = len(found)
        found, chosen_by = _divided(found, held_out, seed)
        reasons["variants of problems held out"] += before - len(found) - len(chosen_by)
    else:
        chosen_by = _with_answers(valid)
        if valid and not chosen_by:
            raise RecordError(
                f"none of the {len(valid)} problems that are to choose the best epoch has an answer, or "
                "equations that give one; choose it by others, or by some held out"
            )
    account = Account(given=len(train), learnt=len(found), held_out=len(chosen_by), left_out=dict(+reasons))
    problems, targets = zip(*found, strict=True)
    return Material(problems, targets, tuple(chosen_by), account)


def _divided(found: Sequence[Lesson], share: float, seed: int) -> tuple[list[Lesson], list[Problem]]:
    """Return what is learnt from, and the originals that are kept back with all their variants."""
    first = originals([problem for problem, _ in found])
    unmade = [found[place][0] for place in sorted(set(first))]
    order = sorted(unmade, key=lambda problem: Random(f"{seed}:{problem.id}").random())
    kept = {id(problem) for problem in _with_answers(order)[: int(len(unmade) * share)]}
    left = [pair for pair, place in zip(found, first, strict=True) if id(found[place][0]) not in kept]
    return left, [problem for problem in unmade if id(problem) in kept]


def _with_answers(problems: Sequence[Problem]) -> list[Problem]:
    """Return those of which can be told whether they are answered rightly."""
    return [problem for problem in problems if any(gold_answers(problem))]


def _lacks_quantities(problem: Problem) -> bool:
    """Tell whether equations refer to quantities that the text does not have."""
    assert problem.equations is not None
    count = len(problem.quantities)
    return any(isinstance(part, QuantityRef) and part.index >= count for part in walk(problem.equations))


def _why_not(problem: Problem, expr: Expr | None, reading: Reading) -> str:
    if problem.equations is None:
        return "no equations"
    if expr is None:
        return "quantities not in the text" if _lacks_quantities(problem) else "not one expression"
    if not problem.quantities:
        return "no quantities"
    if reading.first:
        return "quantities not read"
    return "too long" if sum(1 for _ in in_prefix_order(expr)) > LONGEST_TARGET else ""
