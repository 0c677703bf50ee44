"""Templates and derivations: which equation, and which number of the text stands where in it."""

from __future__ import annotations

from dataclasses import dataclass

from mwplab.equations.nodes import (
    Binary,
    Call,
    EquationSystem,
    Expr,
    Leaf,
    Node,
    QuantityRef,
    Slot,
    Unknown,
    map_system,
    walk,
)
from mwplab.errors import EquationError


@dataclass(frozen=True, slots=True)
class Template:
    """An equation system whose quantities are slots."""

    system: EquationSystem
    """Holds slots, numbers and unknowns, no quantity references."""

    def __post_init__(self) -> None:
        found = next((part for part in walk(self.system) if isinstance(part, QuantityRef)), None)
        if found is not None:
            raise EquationError(
                f"the template {self} refers to quantity q{found.index}; write a slot such as A"
            )

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
        if min(self.alignment, default=0) < 0:
            raise EquationError(
                f"a slot of {self.template} is aligned to {min(self.alignment)}; positions begin at 0"
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
    places = [part.index for part in walk(system) if isinstance(part, QuantityRef)]
    slots = {place: Slot(index) for index, place in enumerate(dict.fromkeys(places))}
    template = map_system(system, lambda leaf: slots[leaf.index] if isinstance(leaf, QuantityRef) else leaf)
    return Derivation(Template(template), tuple(slots), equivalent)


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
