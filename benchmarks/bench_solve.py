"""Systems solved a second, by kind, beside sympy.solve on the same systems in the same run.

Run: python benchmarks/bench_solve.py
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from fractions import Fraction
from random import Random
from typing import TypeVar

import sympy

from mwplab.equations import parse
from mwplab.equations.nodes import Binary, EquationSystem, Expr, Number, Ratio, Unknown, walk
from mwplab.equations.solve import Solution, solve

Item = TypeVar("Item")

SECONDS = 0.7
"""Processor time for which each side solves systems of a kind."""


def assignment(random: Random) -> str:
    """Return an arithmetic problem of one step more than most."""
    return f"x = ({random.randint(2, 99)} + {random.randint(2, 99)}) * {random.randint(2, 9)}"


def linear(size: int) -> Callable[[Random], str]:
    """Return a maker of full linear systems with a whole solution."""

    def make(random: Random) -> str:
        solution = [random.randint(1, 20) for _ in range(size)]
        rows = []
        for position in range(size):
            factors = [random.choice([-5, -3, -2, -1, 1, 2, 4, 7]) for _ in solution]
            factors[position] = 90  # So much larger than the others that there is one solution.
            total = sum(factor * value for factor, value in zip(factors, solution, strict=True))
            rows.append(
                " + ".join(f"[{factor}] * x{i}" for i, factor in enumerate(factors)) + f" = [{total}]"
            )
        return "; ".join(rows)

    return make


def proportion(random: Random) -> str:
    """Return two parts of a whole in a given ratio."""
    first, second = random.randint(1, 9), random.randint(1, 9)
    return f"x : y = {first} : {second}; x + y = {(first + second) * random.randint(2, 20)}"


def quadratic(random: Random) -> str:
    """Return one equation with two whole roots."""
    first, second = random.randint(-9, 9), random.randint(-9, 9)
    return f"x^2 - [{first + second}] * x + [{first * second}] = 0"


def sum_and_product(random: Random) -> str:
    """Return two numbers given by their sum and their product."""
    first, second = random.randint(1, 30), random.randint(1, 30)
    return f"x + y = {first + second}; x * y = {first * second}"


def work_rates(random: Random) -> str:
    """Return two workers of whom one is some times as fast."""
    return f"1 / x + 1 / y = 1 / {random.randint(2, 12)}; x = {random.randint(2, 5)} * y"


KINDS: dict[str, Callable[[Random], str]] = {
    "one assignment": assignment,
    "linear, 2 unknowns": linear(2),
    "linear, 3 unknowns": linear(3),
    "linear, 12 unknowns": linear(12),
    "proportion": proportion,
    "quadratic": quadratic,
    "sum and product": sum_and_product,
    "rates of work": work_rates,
}


def main() -> None:
    """Print one line per kind of system, then check that both sides agree."""
    random = Random(0)
    print(f"{'kind':<22}{'ours/s':>10}{'sympy/s':>10}{'ratio':>8}")
    for kind, make in KINDS.items():
        systems = [parse(make(random)) for _ in range(200)]
        ours = rate(systems, solve)
        theirs = rate([prepare(system) for system in systems], lambda system: sympy.solve(*system, dict=True))
        print(f"{kind:<22}{ours:>10,.0f}{theirs:>10,.0f}{ours / theirs:>8,.0f}")
        check(systems[:5])
    big = parse("; ".join(f"x{i} + 3 * x{(i + 1) % 200} - x{(i + 7) % 200} = {i}" for i in range(200)))
    start = time.process_time()
    solve(big, seconds=30)
    print(f"200 unknowns, three in each equation: {time.process_time() - start:.2f} s")


def rate(items: list[Item], work: Callable[[Item], object]) -> float:
    """Return how many items a second are worked through."""
    done, start = 0, time.process_time()
    while (took := time.process_time() - start) < SECONDS:
        work(items[done % len(items)])
        done += 1
    return done / took


def prepare(system: EquationSystem) -> tuple[list[sympy.Expr], list[sympy.Symbol]]:
    """Return a system as sympy takes it; making it does not count against sympy."""
    sides: list[sympy.Expr] = []
    for statement in system.statements:
        left, right = statement.left, statement.right
        if isinstance(left, Ratio) and isinstance(right, Ratio):
            (a, b), (c, d) = map(to_sympy, left.parts), map(to_sympy, right.parts)
            sides.append(a * d - b * c)
        else:
            sides.append(to_sympy(left) - to_sympy(right))
    names = dict.fromkeys(part.name for part in walk(system) if isinstance(part, Unknown))
    return sides, [sympy.Symbol(name) for name in names]


def to_sympy(expr: Expr) -> sympy.Expr:
    """Return an expression of the kinds above as sympy has it."""
    match expr:
        case Number(value):
            return sympy.Rational(value.numerator, value.denominator)
        case Unknown(name):
            return sympy.Symbol(name)
        case Binary("^", left, right):
            return to_sympy(left) ** to_sympy(right)
        case Binary(operator, left, right):
            first, second = to_sympy(left), to_sympy(right)
            if operator == "/":
                return first / second
            return (
                first * second if operator == "*" else first + second if operator == "+" else first - second
            )
    raise ValueError(f"no such node is generated here: {expr}")


def check(systems: Iterable[EquationSystem]) -> None:
    """Stop where the two sides do not find the same solutions."""
    for system in systems:
        sides, symbols = prepare(system)
        theirs = {
            tuple(Fraction(int(found[symbol].p), int(found[symbol].q)) for symbol in symbols)
            for found in sympy.solve(sides, symbols, dict=True)
        }
        if {values(solution) for solution in solve(system)} != theirs:
            raise SystemExit(f"the solutions differ: {system}")


def values(solution: Solution) -> tuple[object, ...]:
    """Return the values of the unknowns in order."""
    return tuple(value for _, value in solution.values)


if __name__ == "__main__":
    main()
