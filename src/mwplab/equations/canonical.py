"""One form for templates that differ only in order and in names.

What is merged: the order of what ``+`` and ``*`` join, however it was bracketed, with ``a - b + c`` and
``a / b * c`` as sums and products of the same kind; the sides of ``=`` and ``!=``; ``a > b`` and ``b < a``;
the order of the arguments of gcd, lcm, min, max and mean; the order of the statements; the names of slots and
unknowns.

What is not: anything that takes arithmetic: ``2 * 3`` and ``6``, ``(a + b) * c`` and ``a * c + b * c``,
``-a * b`` and ``-(a * b)``, or a term brought to the other side; the order of a choice's candidates. A
template with more than `MAX_NAMES` names in several places, or with more symmetries than `MAX_TRIES`, keeps
some of the order it came in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from mwplab.equations.nodes import (
    Binary,
    Call,
    Choice,
    Comparison,
    Equation,
    EquationSystem,
    Expr,
    Leaf,
    Negate,
    Ratio,
    Slot,
    Statement,
    Unknown,
    map_system,
    walk,
)
from mwplab.equations.render import render_leaf
from mwplab.equations.templates import Template

MAX_NAMES = 12
"""Names in several places that are told apart at most."""

MAX_TRIES = 200
"""Ways to tell symmetric names apart that are tried at most."""

_SYMMETRIC = ("gcd", "lcm", "min", "max", "mean")
_TURNED = {">": "<", ">=": "<="}
_INVERSE = {"+": "-", "*": "/"}

Name = Slot | Unknown
Parts = tuple[Expr, ...]
Marks = Mapping[Name, str]
Key = tuple[int, str]
"""What is sorted by: short texts first, then by the alphabet."""


def canonical(template: Template) -> Template:
    """Return the one form of all templates that differ from this one only in order and in names.

    >>> from mwplab.equations import parse
    >>> str(canonical(Template(parse("B * n - (A - C) = m"))))
    'x = A + B * y - C'
    >>> first, second = parse("a - b = C; b + a = D"), parse("A = y + x; B = y - x")
    >>> canonical(Template(first)) == canonical(Template(second))
    True
    """
    system = template.system
    counts = Counter(part for part in walk(system) if isinstance(part, Slot | Unknown))
    shared = [name for name, count in counts.items() if count > 1]
    if len(shared) > MAX_NAMES:
        return Template(_rename(_arrange(system, {})[1]))
    marks = _Search(system).best(_refine(system, dict.fromkeys(shared, "0")))
    return Template(_rename(_arrange(system, marks)[1]))


class _Search:
    """Tells apart the names that their places do not tell apart, in the way that gives the least text."""

    def __init__(self, system: EquationSystem) -> None:
        self.system = system
        self.tries = MAX_TRIES

    def best(self, marks: Marks) -> Marks:
        """Return the marks that tell all names apart and give the least text."""
        tied = _tied(marks)
        if not tied:
            return marks
        branches: dict[Key, Marks] = {}
        for name in tied if self.tries > 0 else tied[:1]:
            branch = self.chosen(marks, name)
            # Branches that can end in the same text are mirror images, and one of them stands for all.
            branches.setdefault(self.text(self.first(branch)), branch)
        return min(map(self.best, branches.values()), key=self.text)

    def first(self, marks: Marks) -> Marks:
        """Return marks that tell all names apart, always taking the first of those that are tied."""
        self.tries -= 1
        while tied := _tied(marks):
            marks = self.chosen(marks, tied[0])
        return marks

    def chosen(self, marks: Marks, name: Name) -> Marks:
        """Return the marks when a name is told from those that it is tied with."""
        return _refine(self.system, {**marks, name: marks[name] + "!"})

    def text(self, marks: Marks) -> Key:
        """Return what is compared: the system's text with marks for names."""
        return _arrange(self.system, marks)[0]


def _refine(system: EquationSystem, marks: Marks) -> Marks:
    """Tell names apart by where they stand, until that tells no more of them apart."""
    while True:
        seen = {name: (mark, _arrange(system, {**marks, name: "*"})[0]) for name, mark in marks.items()}
        ranks = {place: str(rank) for rank, place in enumerate(sorted(set(seen.values())))}
        if len(ranks) == len(set(marks.values())):
            return marks
        marks = {name: ranks[place] for name, place in seen.items()}


def _tied(marks: Marks) -> list[Name]:
    """Return the first of the groups of names that cannot be told apart."""
    counts = Counter(marks.values())
    tied = min((mark for mark, count in counts.items() if count > 1), default=None)
    return [name for name, mark in marks.items() if mark == tied]


def _arrange(system: EquationSystem, marks: Marks) -> tuple[Key, EquationSystem]:
    """Return the system in the order that the marks of the names give, and its text with marks for names."""
    arranger = _Arranger(marks)
    found = sorted((arranger.statement(statement) for statement in system.statements), key=_key)
    return _sized("; ".join(key[1] for key, _ in found)), EquationSystem(tuple(part for _, part in found))


class _Arranger:
    """Writes every expression beside its sort key, in which names are marks only."""

    def __init__(self, marks: Marks) -> None:
        self.marks = marks

    def statement(self, statement: Statement) -> tuple[Key, Statement]:
        sides = [self.expr(statement.left), self.expr(statement.right)]
        relation = statement.relation if isinstance(statement, Comparison) else "="
        if relation in _TURNED:
            sides.reverse()
        elif relation in ("=", "!="):
            sides.sort(key=_key)
        relation = _TURNED.get(relation, relation)
        (left_key, left), (right_key, right) = sides
        arranged = Equation(left, right) if relation == "=" else Comparison(relation, left, right)
        return _sized(f"{left_key[1]} {relation} {right_key[1]}"), arranged

    def expr(self, expr: Expr) -> tuple[Key, Expr]:
        match expr:
            case Binary("+" | "-") | Negate():
                return self.joined("+", _terms(expr, False))
            case Binary("*" | "/"):
                return self.joined("*", _factors(expr, False))
            case Binary(operator, left, right):
                return self.rebuilt(operator, (left, right), lambda parts: Binary(operator, *parts))
            case Call(function, arguments):
                symmetric = function in _SYMMETRIC
                return self.rebuilt(
                    function, arguments, lambda parts: Call(function, parts), symmetric=symmetric
                )
            case Ratio(parts):
                return self.rebuilt(":", parts, Ratio)
            case Choice(pick, options):
                labels = tuple(label for label, _ in options)
                return self.rebuilt(
                    f"{pick} {labels!r}",
                    tuple(option for _, option in options),
                    lambda parts: Choice(pick, tuple(zip(labels, parts, strict=True))),
                )
            case Slot() | Unknown():
                return _sized(f"{'A' if isinstance(expr, Slot) else 'x'}{self.marks.get(expr, '')}"), expr
            case _:
                return _sized(render_leaf(expr)), expr

    def joined(self, operator: str, parts: list[tuple[bool, Expr]]) -> tuple[Key, Expr]:
        """Join what is added (or multiplied with) first, then what is subtracted (or divided by)."""
        found = sorted(((inverse, *self.expr(part)) for inverse, part in parts), key=lambda one: one[:2])
        if len(found) == 1 and not found[0][0]:
            return found[0][1:]
        text = " ".join(("~" if inverse else "") + key[1] for inverse, key, _ in found)
        inverse, _, whole = found[0]
        if inverse:
            whole = Negate(whole)
        for inverse, _, part in found[1:]:
            whole = Binary(_INVERSE[operator] if inverse else operator, whole, part)
        return _sized(f"{operator}({text})"), whole

    def rebuilt(
        self, name: str, parts: Parts, make: Callable[[Parts], Expr], symmetric: bool = False
    ) -> tuple[Key, Expr]:
        found = [self.expr(part) for part in parts]
        if symmetric:
            found.sort(key=_key)
        return _sized(f"{name}({', '.join(key[1] for key, _ in found)})"), make(
            tuple(part for _, part in found)
        )


def _terms(expr: Expr, negative: bool) -> list[tuple[bool, Expr]]:
    """Return what a sum adds, and what it takes away."""
    match expr:
        case Negate(operand):
            return _terms(operand, not negative)
        case Binary("+" | "-", left, right):
            return _terms(left, negative) + _terms(right, negative ^ (expr.operator == "-"))
        case _:
            return [(negative, expr)]


def _factors(expr: Expr, below: bool) -> list[tuple[bool, Expr]]:
    """Return what a product multiplies, and what it divides by; the first factor is never divided by."""
    match expr:
        case Negate(Negate(operand)):
            return _factors(operand, below)
        case Binary("*" | "/", left, right):
            return _factors(left, below) + _factors(right, below ^ (expr.operator == "/"))
        case _:
            return [(below, expr)]


def _sized(text: str) -> Key:
    return len(text), text


def _key(found: tuple[Key, object]) -> Key:
    return found[0]


def _rename(system: EquationSystem) -> EquationSystem:
    """Return the system with slots and unknowns named in the order in which they appear."""
    slots: dict[Slot, Slot] = {}
    unknowns: dict[Unknown, Unknown] = {}

    def rename(leaf: Leaf) -> Expr:
        match leaf:
            case Slot():
                return slots.setdefault(leaf, Slot(len(slots)))
            case Unknown():
                place = len(unknowns)
                return unknowns.setdefault(leaf, Unknown("xyz"[place] if place < 3 else f"x{place}"))
            case _:
                return leaf

    return map_system(system, rename)
