"""Templates and derivations: which equation, and which number of the text stands where in it."""

from __future__ import annotations

from dataclasses import dataclass

from mwplab.equations.nodes import (
    Binary,
    Call,
    Comparison,
    Equation,
    EquationSystem,
    Expr,
    Leaf,
    Node,
    QuantityRef,
    Slot,
    Statement,
    Unknown,
    map_system,
    walk,
)
from mwplab.equations.prefix import write_prefix
from mwplab.errors import EquationError

_COMMUTATIVE = ("+", "*")


@dataclass(frozen=True, slots=True)
class Template:
    """An equation system whose quantities are slots."""

    system: EquationSystem
    """Holds slots, numbers and unknowns, no quantity references."""

    @property
    def slots(self) -> int:
        """Return how many quantities the template takes."""
        found = {part.index for part in walk(self.system) if isinstance(part, Slot)}
        return max(found, default=-1) + 1

    def __str__(self) -> str:
        return str(self.system)


@dataclass(frozen=True, slots=True)
class Derivation:
    """A template, the quantity that fills each slot, and which quantities are interchangeable."""

    template: Template
    """What is computed."""

    alignment: tuple[int, ...]
    """For each slot the position of its quantity in the text; quantities not named are not needed."""

    equivalent: tuple[tuple[int, ...], ...] = ()
    """Classes of quantities that mean the same thing, so that either may fill the slot (EquivTNum)."""

    def __post_init__(self) -> None:
        if len(self.alignment) != self.template.slots:
            raise EquationError(
                f"the template {self.template} has {self.template.slots} slots, "
                f"but {len(self.alignment)} are aligned; every slot needs a quantity"
            )

    @property
    def system(self) -> EquationSystem:
        """Return the equations over quantity references.

        >>> from mwplab.equations import parse
        >>> str(Derivation(Template(parse("x = A - B")), (1, 0)).system)
        'x = q1 - q0'
        """
        return map_system(self.template.system, self._fill)

    def _fill(self, leaf: Leaf) -> Expr:
        return QuantityRef(self.alignment[leaf.index]) if isinstance(leaf, Slot) else leaf


def induce(system: EquationSystem, equivalent: tuple[tuple[int, ...], ...] = ()) -> Derivation:
    """Return the derivation behind equations over quantity references.

    >>> from mwplab.equations import parse
    >>> derivation = induce(parse("x = q2 * (q0 - q2)"))
    >>> str(derivation.template), derivation.alignment
    ('x = A * (B - A)', (2, 0))
    """
    order = list(dict.fromkeys(part.index for part in walk(system) if isinstance(part, QuantityRef)))
    template = map_system(
        system, lambda leaf: Slot(order.index(leaf.index)) if isinstance(leaf, QuantityRef) else leaf
    )
    return Derivation(Template(template), tuple(order), equivalent)


def unknowns(node: Node) -> tuple[str, ...]:
    """Return the names of the unknowns in order of appearance.

    >>> from mwplab.equations import parse
    >>> unknowns(parse("y + x = 3; x - y = 1"))
    ('y', 'x')
    """
    return tuple(dict.fromkeys(part.name for part in walk(node) if isinstance(part, Unknown)))


def count_operators(node: Node) -> int:
    """Return how many operations a solver must carry out: operators, and a function's arguments less one.

    >>> from mwplab.equations import parse
    >>> count_operators(parse("x = (q0 + q1) / 2")), count_operators(parse("x = mean(q0, q1, q2)"))
    (2, 2)
    """
    return sum(_operations(part) for part in walk(node))


def _operations(node: Node) -> int:
    if isinstance(node, Call):
        return max(1, len(node.arguments) - 1)
    return int(isinstance(node, Binary))


def canonical(template: Template) -> Template:
    """Return the template with operands of ``+ * =``, statements, slots and unknowns in a fixed order.

    Templates that differ only in such order or in names become equal; that equal values may be
    computed by different trees is for template equivalence to find out.

    >>> from mwplab.equations import parse
    >>> canonical(Template(parse("B * n + A = m"))) == canonical(Template(parse("x = C + y * A")))
    True
    """
    return Template(_rename(_sort_system(template.system)))


def _sort_system(system: EquationSystem) -> EquationSystem:
    statements = [_sort_statement(statement) for statement in system.statements]
    return EquationSystem(tuple(sorted(statements, key=_shape)))


def _sort_statement(statement: Statement) -> Statement:
    left, right = _sort(statement.left), _sort(statement.right)
    if isinstance(statement, Comparison):
        return Comparison(statement.relation, left, right)
    return Equation(*sorted((left, right), key=_shape))


def _sort(expr: Expr) -> Expr:
    if not isinstance(expr, Binary):
        return expr
    left, right = _sort(expr.left), _sort(expr.right)
    if expr.operator in _COMMUTATIVE:
        left, right = sorted((left, right), key=_shape)
    return Binary(expr.operator, left, right)


def _shape(node: Node) -> str:
    """Return the prefix form with nameless slots and unknowns, a sort key that no renaming changes."""
    return " ".join(map(_nameless, write_prefix(node).split()))


def _nameless(piece: str) -> str:
    if not piece[0].isalpha() or "#" in piece or piece == "neg":
        return piece
    return "A" if piece.isupper() else "x"


def _rename(system: EquationSystem) -> EquationSystem:
    slots: dict[int, int] = {}
    names: dict[str, str] = {}

    def rename(leaf: Leaf) -> Expr:
        match leaf:
            case Slot(index):
                return Slot(slots.setdefault(index, len(slots)))
            case Unknown(name):
                return Unknown(names.setdefault(name, f"x{len(names)}"))
            case _:
                return leaf

    return map_system(system, rename)

