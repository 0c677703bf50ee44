"""What is left of equations once their numbers are taken away: forms by which templates are told apart."""

from __future__ import annotations

from collections.abc import Iterable

from mwplab.equations.bounds import MAX_DEPTH, check_length
from mwplab.equations.nodes import (
    Binary,
    Choice,
    Comparison,
    Equation,
    EquationSystem,
    Node,
    Slot,
    Statement,
    Unknown,
    children,
    map_system,
)
from mwplab.equations.prefix import write_prefix
from mwplab.errors import TooLarge

_COMMUTATIVE = ("+", "*", "=", "!=")


def operator_shape(node: Node) -> str:
    """Return the operators of equations over blanks: ``+ * =`` in either order, equations in any order.

    This is the template of MAWPS: which number or unknown stands where does not matter, nor which it is.

    >>> from mwplab.equations import parse
    >>> operator_shape(parse("x = (q0 - 2) * q1")), operator_shape(parse("q1 * (x - 7) = 3"))
    ('(= (* (- _ _) _) _)', '(= (* (- _ _) _) _)')
    >>> operator_shape(parse("x - y = q0; x + y = q1")) == operator_shape(parse("a + b = q1; a - b = q0"))
    True
    """
    below = [operator_shape(child) for child in children(node)]
    if not below:
        return "_"
    if isinstance(node, EquationSystem):
        return " ".join(sorted(below))
    return _joined(_sign(node), *below)


def _sign(node: Node) -> str:
    match node:
        case Equation():
            return "="
        case Binary(sign, _, _) | Comparison(sign, _, _) | Choice(sign, _):
            return sign
        case _:
            # A minus sign, a ratio, a function: what the prefix form begins with.
            return write_prefix(node).partition(" ")[0]


def masked_prefix(system: EquationSystem) -> str:
    """Return the prefix form with one sign for every number and one for every unknown, the unknown first.

    This is the template of SVAMP.

    >>> from mwplab.equations import parse
    >>> masked_prefix(parse("q1 * (q0 - 2) = cost"))
    '= x * A - A A'
    """
    one_sign = map_system(system, lambda leaf: Unknown("x") if isinstance(leaf, Unknown) else Slot(0))
    return write_prefix(EquationSystem(tuple(map(_unknown_first, one_sign.statements))))


def _unknown_first(statement: Statement) -> Statement:
    if isinstance(statement, Equation) and isinstance(statement.right, Unknown):
        return Equation(statement.right, statement.left)
    return statement


def unranked_shape(texts: Iterable[str]) -> str:
    """Return the shape of written equations as the program behind MAWPS reads them.

    It splits at the first operator outside brackets, whatever its rank, and takes an opening bracket at the
    start and a closing one at the end for a pair even where they belong to two.

    >>> unranked_shape(["x = 2 * 3 + 1"])
    '(= (* (+ _ _) _) _)'
    >>> unranked_shape(["(a * b) - (c * d) = x"]) == unranked_shape(["a * b * c = x"])
    True
    """
    found = list(texts)
    for text in found:
        check_length(text)
    return " ".join(sorted(_split(text, 1) for text in found))


def _split(text: str, depth: int) -> str:
    if depth > MAX_DEPTH:
        raise TooLarge(f"the equation is nested more than {MAX_DEPTH} deep; less is read")
    left, sign, right = text.partition("=")
    if sign:
        return _joined("=", _split(left, depth + 1), _split(right, depth + 1))
    inner = text.strip()
    if inner.startswith("(") and inner.endswith(")"):
        inner = inner[1:-1]
    open_brackets = 0
    for place, sign in enumerate(inner):
        open_brackets += (sign == "(") - (sign == ")")
        if open_brackets == 0 and sign in "+-*/":
            if place == 0:
                return "_"  # the program reads nothing behind a minus sign at the start
            return _joined(sign, _split(inner[:place], depth + 1), _split(inner[place + 1 :], depth + 1))
    return "_"


def _joined(sign: str, *below: str) -> str:
    return f"({sign} {' '.join(sorted(below) if sign in _COMMUTATIVE else below)})"
