"""Random templates and derivations, and the ways in which a second one is made from a first."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from mwplab.equations.nodes import (
    Binary,
    Equation,
    EquationSystem,
    Expr,
    Leaf,
    Negate,
    Number,
    Slot,
    Unknown,
    map_system,
    walk,
)
from mwplab.equations.templates import Derivation, Template, unknowns

OPERATORS = "++--**/"
FLIPPED = {"+": "-", "-": "+", "*": "/", "/": "*"}
CHANGES = ("none", "none", "near miss", "slots exchanged", "token moved", "equivalent token")


def random_template(random: Random, slots: int, names: int) -> Template:
    """Return as many equations as unknowns, in which every slot occurs."""
    letters = "xyz"[:names]
    parts: list[list[Expr]] = [[] for _ in letters]
    for slot in random.sample(range(slots), slots):
        random.choice(parts).append(Slot(slot))
    equations = []
    for own, part in zip(letters, parts, strict=True):
        if random.random() < 0.2:
            part.append(Slot(random.randrange(slots)))
        if not part or random.random() < 0.3:
            part.append(Number(Fraction(random.choice((1, 2, 3, 100)), random.choice((1, 1, 2)))))
        left: Expr | None = None
        for name in letters:
            if name != own and random.random() < 0.3:
                continue
            term: Expr = Unknown(name)
            if len(part) > 1 and random.random() < 0.5:
                term = Binary("*", part.pop(), term)
            left = term if left is None else Binary(random.choice("+-"), left, term)
        assert left is not None
        equations.append(Equation(left, _joined(random, part)))
    return Template(EquationSystem(tuple(equations)))


def _joined(random: Random, parts: list[Expr]) -> Expr:
    while len(parts) > 1:
        one, other = (parts.pop(random.randrange(len(parts))) for _ in range(2))
        parts.append(Binary(random.choice(OPERATORS), one, other))
    return parts[0]


def renamed(random: Random, derivation: Derivation) -> Derivation:
    """Return a derivation with other names of slots and unknowns; the alignment goes with the slots."""
    system = derivation.template.system
    order = random.sample(range(len(derivation.alignment)), len(derivation.alignment))
    names = unknowns(system)
    others = dict(zip(names, random.sample(names, len(names)), strict=True))

    def rename(leaf: Leaf) -> Expr:
        if isinstance(leaf, Slot):
            return Slot(order[leaf.index])
        return Unknown(others[leaf.name]) if isinstance(leaf, Unknown) else leaf

    moved = {place: derivation.alignment[slot] for slot, place in enumerate(order)}
    template = Template(map_system(system, rename))
    return Derivation(template, tuple(moved[place] for place in range(len(order))))


def rewritten(random: Random, template: Template) -> Template:
    """Return a template with sides and operands exchanged, terms moved, and equations multiplied through."""
    statements = []
    for statement in template.system.statements:
        left, right = _reordered(random, statement.left), _reordered(random, statement.right)
        way = random.random()
        if way < 0.3:
            left, right = right, left
        elif way < 0.6:
            factor = _factor(random, template.slots)
            left, right = Binary("*", left, factor), Binary("*", factor, right)
        elif way < 0.7:
            left, right = Binary("-", left, right), Number(Fraction(0))
        statements.append(Equation(left, right))
    return Template(EquationSystem(tuple(random.sample(statements, len(statements)))))


def _factor(random: Random, slots: int) -> Expr:
    one, other = Slot(random.randrange(slots)), Slot(random.randrange(slots))
    choices: list[Expr] = [Number(Fraction(2)), Number(Fraction(1, 3)), one]
    if one != other:
        # It is zero where the two slots are equal, which most patterns have them.
        choices.append(Binary("-", one, other))
    return random.choice(choices)


def _reordered(random: Random, expr: Expr) -> Expr:
    if not isinstance(expr, Binary):
        return expr
    left, right = _reordered(random, expr.left), _reordered(random, expr.right)
    if expr.operator in "+*" and random.random() < 0.5:
        left, right = right, left
    if expr.operator == "-" and random.random() < 0.3:
        return Binary("+", Negate(right), left)
    if expr.operator == "*" and isinstance(left, Binary) and left.operator in "+-" and random.random() < 0.5:
        return Binary(left.operator, Binary("*", left.left, right), Binary("*", left.right, right))
    return Binary(expr.operator, left, right)


def near_miss(random: Random, template: Template) -> Template:
    """Return a template with one operator flipped or its operands exchanged."""
    places = [part for part in walk(template.system) if isinstance(part, Binary)]
    if not places:
        return template
    target, flip = random.choice(places), random.random() < 0.5

    def change(expr: Expr) -> Expr:
        if expr is target and isinstance(expr, Binary):
            if flip:
                return Binary(FLIPPED[expr.operator], expr.left, expr.right)
            return Binary(expr.operator, expr.right, expr.left)
        if isinstance(expr, Binary):
            return Binary(expr.operator, change(expr.left), change(expr.right))
        return Negate(change(expr.operand)) if isinstance(expr, Negate) else expr

    statements = (Equation(change(each.left), change(each.right)) for each in template.system.statements)
    return Template(EquationSystem(tuple(statements)))


def derivation_pair(random: Random, slots: int, names: int) -> tuple[Derivation, Derivation]:
    """Return a derivation and the gold one that it was made from, more or less faithfully."""
    template = random_template(random, slots, names)
    quantities = range(slots + 2)
    repeated = random.random() < 0.3
    alignment = random.choices(quantities, k=slots) if repeated else random.sample(quantities, slots)
    classes = (tuple(random.sample(quantities, 2)),) if random.random() < 0.5 else ()
    gold = Derivation(template, tuple(alignment), classes)
    made = renamed(random, gold)
    places, change = list(made.alignment), random.choice(CHANGES)
    other = rewritten(random, made.template)
    if change == "near miss":
        other = near_miss(random, other)
    elif change == "slots exchanged":
        one, two = random.randrange(slots), random.randrange(slots)
        places[one], places[two] = places[two], places[one]
    elif change == "token moved":
        places[random.randrange(slots)] = random.choice(quantities)
    elif change == "equivalent token":
        swap = dict([group for group in classes if len(group) == 2])
        places = [swap.get(place, place) for place in places]
    return Derivation(other, tuple(places)), gold
