"""What a neural solver learns to write: one expression over quantities whose value is the answer."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, partial, reduce

from mwplab.equations import approximate
from mwplab.equations.isolate import ONE, ZERO, isolate
from mwplab.equations.nodes import (
    Binary,
    Call,
    EquationSystem,
    Expr,
    Leaf,
    Negate,
    Number,
    QuantityRef,
    map_expr,
    walk,
)
from mwplab.errors import EquationError
from mwplab.records import Answer, Problem, Question
from mwplab.solvers.neural.symbols import FUNCTIONS, operation


def target(problem: Problem) -> Expr | None:
    """Return the expression that gives a problem's one answer; none where its equations have no such form.

    Unknowns are isolated by undoing one operation after another, or where linear terms can be collected.

    >>> from mwplab.equations import parse, render
    >>> def shown(text: str) -> str:
    ...     return render(target(Problem(id="a/1", equations=parse(text))))
    >>> shown("q1 - x = q0"), shown("x = (q0 + q1) / 2"), shown("q0 * x + x = q1")
    ('q1 - q0', '(q0 + q1) / 2', 'q1 / (q0 + 1)')
    >>> target(Problem(id="a/1", equations=parse("x + y = q0; x - y = q1"))) is None
    True
    """
    asked = problem.asked_expressions
    if problem.equations is None or len(asked) != 1:
        return None
    plain = _solved(asked[0], problem.equations)
    if plain is None or any(
        isinstance(part, QuantityRef) and part.index >= len(problem.quantities) > 0 for part in walk(plain)
    ):
        return None
    return plain


def value_of(question: Question, expression: Expr) -> Fraction | None:
    """Return the value of an expression over a question's quantities; none where it has none."""

    def fill(leaf: Leaf) -> Expr:
        return Number(question.quantities[leaf.index].value) if isinstance(leaf, QuantityRef) else leaf

    try:
        found = approximate(map_expr(expression, fill))
    except (EquationError, IndexError):
        return None
    return found if isinstance(found, Fraction) else None


def gold_answers(problem: Problem) -> tuple[tuple[Answer, ...], ...]:
    """Return the answers that a problem accepts, or what its target comes to where the source gives none.

    >>> from mwplab.equations import parse
    >>> from mwplab.text import quantities
    >>> text, system = "Ann had 7 figs and ate 3.", parse("x = q0 - q1")
    >>> problem = Problem(id="a/1", body=text, quantities=quantities(text), equations=system)
    >>> [str(answer) for answer in gold_answers(problem)[0]]
    ['4']
    """
    if any(problem.accepted_answers):
        return problem.accepted_answers
    expr = target(problem)
    found = None if expr is None else value_of(problem.as_question(), expr)
    return ((),) if found is None else ((Answer(found),),)


@lru_cache(maxsize=4096)  # few equations stand behind many problems, and each is learnt from many times
def _solved(asked: Expr, system: EquationSystem) -> Expr | None:
    found = isolate(asked, system)
    return None if found is None else _plain(found)


def _plain(expr: Expr) -> Expr | None:
    """Return an expression of operations on two things only: no signs, no functions of more or fewer.

    None where a function has no such form.
    """
    match expr:
        case Binary("+", left, Negate(right)):
            return _plain(Binary("-", left, right))
        case Binary(operator, left, right):
            first, second = _plain(left), _plain(right)
            return None if first is None or second is None else Binary(operator, first, second)
        case Negate(Number(value)):
            return Number(-value)
        case Negate(Negate(inner)):
            return _plain(inner)
        case Negate(Binary("-", left, right)):
            return _plain(Binary("-", right, left))
        case Negate(operand):
            return _plain(Binary("-", ZERO, operand))
        case Call("mean", arguments):
            total = reduce(lambda left, right: Binary("+", left, right), arguments)
            return _plain(Binary("/", total, Number(Fraction(len(arguments)))))
        case Call("floor" | "ceil" as rounding, (Binary("/", left, right),)):
            first, second = _plain(left), _plain(right)
            return None if first is None or second is None else operation(f"{rounding}/", first, second)
        case Call("floor" | "ceil" as rounding, (argument,)):
            return _plain(Call(rounding, (Binary("/", argument, ONE),)))
        case Call(function, arguments) if function in FUNCTIONS and len(arguments) > 1:
            parts = [part for part in map(_plain, arguments) if part is not None]
            if len(parts) < len(arguments):
                return None
            return reduce(partial(operation, function), parts)
        case Call("sqrt", (argument,)):
            return _plain(Binary("^", argument, Number(Fraction(1, 2))))
        case Number() | QuantityRef():
            return expr
        case _:
            return None
