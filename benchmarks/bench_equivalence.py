"""Template equivalence: DRAW by us and by the published algorithm, forty slots, a hundred thousand templates.

Run with the data at hand: MWPLAB_DATA=... python benchmarks/bench_equivalence.py
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

import sympy

from mwplab.catalogue import load
from mwplab.equations import Template, parse
from mwplab.equations.equivalence import reconcile, template_equivalence
from mwplab.equations.monte_carlo import renamings
from mwplab.equations.nodes import (
    Binary,
    Equation,
    EquationSystem,
    Expr,
    Negate,
    Number,
    Slot,
    Unknown,
    map_system,
)
from mwplab.equations.templates import unknowns
from mwplab.errors import DataError

PAIRS = 80
"""Pairs of DRAW's templates that the slow side compares; its time for all pairs is taken from these."""

MANY = 100_000
"""Random templates that are reconciled."""

Pair = tuple[Template, Template]


def main() -> None:
    """Print the three measurements."""
    try:
        draw = [problem.derivation.template for problem in load("draw") if problem.derivation]
        compare_with_sympy(list(dict.fromkeys(draw)))
    except DataError as error:
        print(f"DRAW is left out: {error}")
    forty_slots()
    many_templates()


def compare_with_sympy(templates: list[Template]) -> None:
    """Print how long DRAW takes us, and the published algorithm with sympy for the same pairs."""
    seconds = []
    for _ in range(3):
        start = time.perf_counter()
        classes = len(set(reconcile(templates)))
        seconds.append(time.perf_counter() - start)
    ours = min(seconds)
    print(f"DRAW, {len(templates)} templates, {classes} classes: ours {ours:.3f} s (best of 3)")
    # Templates of different sizes cost nothing; of the others a share of each size is timed.
    sizes: dict[int, list[Pair]] = {}
    for pair in combinations(templates, 2):
        if pair[0].slots == pair[1].slots:
            sizes.setdefault(pair[0].slots, []).append(pair)
    total = sum(map(len, sizes.values()))
    theirs = 0.0
    for slots, pairs in sorted(sizes.items()):
        sample = Random(slots).sample(pairs, min(len(pairs), max(3, PAIRS * len(pairs) // total)))
        start = time.perf_counter()
        for one, other in sample:
            list(renamings(one, other, Random(0), solver=solve_with_sympy))
        each = (time.perf_counter() - start) / len(sample)
        theirs += each * len(pairs)
        print(f"  {slots} slots: {each * 1e3:9.1f} ms a pair by sympy (from {len(sample)} of {len(pairs):,})")
    print(f"  published algorithm with sympy {theirs:,.0f} s (extrapolated), ratio {theirs / ours:,.0f}")


def solve_with_sympy(system: EquationSystem) -> Hashable:
    """Return the solution of a linear system without the order of its unknowns."""
    names = [sympy.Symbol(name) for name in unknowns(system)]
    equations = [symbolic(each.left) - symbolic(each.right) for each in system.statements]
    found = sympy.solve(equations, names, dict=True)
    return tuple(sorted(str(value) for one in found for value in one.values()))


def symbolic(expr: Expr) -> sympy.Expr:
    """Return the tree as sympy has it."""
    match expr:
        case Number(value):
            return sympy.Rational(value.numerator, value.denominator)
        case Negate(operand):
            return -symbolic(operand)
        case Binary(operator, left, right):
            one, other = symbolic(left), symbolic(right)
            return {"+": one.__add__, "-": one.__sub__, "*": one.__mul__, "/": one.__truediv__}[operator](
                other
            )
        case Unknown(name):
            return sympy.Symbol(name)
    raise ValueError(f"{expr} is not in DRAW")


def forty_slots() -> None:
    """Print how long one pair of forty slots takes, for several shapes."""
    names = [Slot(index).name for index in range(40)]
    pairs = list(zip(names[::2], names[1::2], strict=True))
    texts = {
        "a sum of 40": f"x = {' + '.join(names)}",
        "20 products": f"x = {' + '.join(f'{one} * {other}' for one, other in pairs)}",
        "a ring of products": f"x = {' + '.join(f'{names[at - 1]} * {names[at]}' for at in range(40))}",
        "random, 3 unknowns": str(random_template(Random(5), 40, 3)),
    }
    for name, text in texts.items():
        template = Template(parse(text))
        other = renamed(template)
        seconds = []
        for _ in range(5):
            start = time.perf_counter()
            verdict = template_equivalence(template, other).verdict
            seconds.append(time.perf_counter() - start)
        print(f"40 slots, {name}: {verdict}, {min(seconds) * 1e3:.1f} ms (best of 5)")


def renamed(template: Template) -> Template:
    """Return a template with its slots in another order."""
    order = Random(1).sample(range(template.slots), template.slots)
    return Template(
        map_system(template.system, lambda leaf: Slot(order[leaf.index]) if isinstance(leaf, Slot) else leaf)
    )


def many_templates() -> None:
    """Print how long a hundred thousand random templates take."""
    random = Random(3)
    templates = [random_template(random, random.randint(2, 8), random.randint(1, 3)) for _ in range(MANY)]
    start, cpu = time.perf_counter(), time.process_time()
    classes = len(set(reconcile(templates)))
    took, busy = time.perf_counter() - start, time.process_time() - cpu
    print(
        f"{MANY:,} random templates of 2 to 8 slots ({len(set(templates)):,} strings): {classes:,} classes "
        f"in {took:.1f} s ({busy:.1f} s of one core)"
    )


def random_template(random: Random, slots: int, names: int) -> Template:
    """Return as many equations as unknowns, in which every slot occurs."""
    letters = "xyz"[:names]
    parts: list[list[Expr]] = [[Number(Fraction(random.choice((2, 3, 100))))] for _ in letters]
    for slot in random.sample(range(slots), slots):
        random.choice(parts).append(Slot(slot))
    return Template(
        EquationSystem(
            tuple(
                random_equation(random, own, letters, part) for own, part in zip(letters, parts, strict=True)
            )
        )
    )


def random_equation(random: Random, own: str, letters: Sequence[str], part: list[Expr]) -> Equation:
    """Return an equation with an unknown of its own and perhaps others."""
    if len(part) > 1:
        part.pop(0)
    left: Expr = Unknown(own)
    for other in letters:
        if other != own and random.random() < 0.6:
            term: Expr = Unknown(other)
            if len(part) > 1 and random.random() < 0.7:
                term = Binary("*", part.pop(), term)
            left = Binary(random.choice("+-"), left, term)
    while len(part) > 1:
        one, two = (part.pop(random.randrange(len(part))) for _ in range(2))
        part.append(Binary(random.choice("++--**/"), one, two))
    return Equation(left, part[0])


if __name__ == "__main__":
    main()
