"""DRAW, ALG-514 and Dolphin-L: templates over slots and unknowns beside the equations with their numbers.

lEquations   ["5*x + .01*y = 36", "y=(2x-3)"]              read as those of MAWPS
Template     ["a * m +  b * n = c", "n = d * m- e"]        slots as in the Alignment, the rest unknowns
"""

from __future__ import annotations

from collections.abc import Sequence

from mwplab.equations.bounds import check_depth
from mwplab.equations.nodes import EquationSystem, Expr, Number, Slot, Unknown
from mwplab.equations.notations.infix import NamedParser, beyond, write_statement
from mwplab.equations.notations.mawps import read, unknown_names, write
from mwplab.equations.numbers import write_decimal
from mwplab.errors import EquationError, ParseError

__all__ = ["SLOT_LETTERS", "read", "read_template", "write", "write_template"]

SLOT_LETTERS = "abcdefghijkl"
"""What the source calls its slots, in order; unknowns begin at m."""


def read_template(equations: Sequence[str], slots: Sequence[str]) -> EquationSystem:
    """Read a template; the i-th of the slot names becomes the i-th slot, every other name an unknown.

    >>> str(read_template(["a * m + 0.5 * n = c", "m+n= b"], ["a", "b", "c"]))
    'A * m + 0.5 * n = C; m + n = B'
    """
    if len(set(slots)) < len(slots):
        raise ParseError(f"the slots {', '.join(slots)} are not all different")
    leaves: dict[str, Expr] = {raw: Unknown(name) for raw, name in unknown_names(equations).items()}
    leaves.update((name, Slot(index)) for index, name in enumerate(slots))
    parsers = [NamedParser(text, leaves) for text in equations]
    return check_depth(EquationSystem(tuple(parser.whole_statement() for parser in parsers)))


def write_template(system: EquationSystem) -> list[str]:
    """Return a template as the source writes it; slots become a, b, ..., so no unknown may bear such a name.

    >>> from mwplab.equations.grammar import parse
    >>> write_template(parse("A * m + B * n = C; m + n = 3"))
    ['a * m + b * n = c', 'm + n = 3']
    """
    return [write_statement(statement, _write_atom, " ") for statement in system.statements]


def _write_atom(expr: Expr) -> str:
    match expr:
        case Number(value) if value >= 0 and (decimal := write_decimal(value)) is not None:
            return decimal
        case Slot(index) if index < len(SLOT_LETTERS):
            return SLOT_LETTERS[index]
        case Unknown(name) if name in SLOT_LETTERS:
            raise EquationError(f"the unknown {name!r} would read as a slot; name unknowns m, n, ...")
        case Unknown(name):
            return name
        case _:
            raise beyond(expr)
