r"""Equations for print: LaTeX with fractions, roots and as few brackets as a reader needs."""

from __future__ import annotations

from mwplab.equations.grammar import BINDING, UNARY
from mwplab.equations.nodes import (
    Binary,
    Call,
    Choice,
    Comparison,
    Equation,
    EquationSystem,
    Expr,
    Negate,
    Node,
    Number,
    QuantityRef,
    Ratio,
    Slot,
    Unknown,
)
from mwplab.equations.numbers import write_decimal

_RELATIONS = {"<": "<", ">": ">", "<=": r"\le", ">=": r"\ge", "!=": r"\ne"}
_FENCES = {
    "floor": (r"\left\lfloor ", r" \right\rfloor"),
    "ceil": (r"\left\lceil ", r" \right\rceil"),
    "sqrt": (r"\sqrt{", "}"),
    "cbrt": (r"\sqrt[3]{", "}"),
}
_NAMED = {"gcd", "min", "max", "log", "sin", "cos", "tan"}
_SPECIAL = {character: f"\\{character}" for character in "{}$&#%_"} | {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
}
_ATOM = 9


def write_latex(node: Node) -> str:
    r"""Return a node as LaTeX for a formula; a system of several statements is an aligned block.

    >>> from mwplab.equations.grammar import parse
    >>> print(write_latex(parse("x = (q0 + 2) / 3 * -q1^2")))
    x = \frac{q_{0} + 2}{3} \cdot \left(-q_{1}^{2}\right)
    >>> print(write_latex(parse("x + y = 5; x >= gcd(q0, 12)")))
    \begin{aligned}
    x + y &= 5 \\
    x &\ge \gcd\left(q_{0}, 12\right)
    \end{aligned}
    """
    match node:
        case EquationSystem((statement,)):
            return write_latex(statement)
        case EquationSystem(statements):
            rows = " \\\\\n".join(_write_statement(statement, "&") for statement in statements)
            return f"\\begin{{aligned}}\n{rows}\n\\end{{aligned}}"
        case Equation() | Comparison():
            return _write_statement(node, "")
        case _:
            return _write(node)[0]


def _write_statement(statement: Equation | Comparison, mark: str) -> str:
    sign = _RELATIONS[statement.relation] if isinstance(statement, Comparison) else "="
    return f"{_write(statement.left)[0]} {mark}{sign} {_write(statement.right)[0]}"


def _write(expr: Expr) -> tuple[str, int]:
    """Return an expression and how tightly its outermost operator binds."""
    match expr:
        case Binary("/", left, right):
            return rf"\frac{{{_write(left)[0]}}}{{{_write(right)[0]}}}", UNARY
        case Binary("^", left, right):
            return f"{_bracket(left, BINDING['^'] + 1)}^{{{_write(right)[0]}}}", BINDING["^"]
        case Binary(operator, left, right):
            strength = BINDING[operator]
            sign = r"\cdot" if operator == "*" else operator
            return f"{_bracket(left, strength)} {sign} {_operand(right, strength + 1)}", strength
        case Negate(operand):
            return f"-{_operand(operand, UNARY)}", UNARY
        case Ratio(parts):
            return " : ".join(_bracket(part, BINDING[":"] + 1) for part in parts), BINDING[":"]
        case Call(function, arguments):
            return _write_call(function, [_write(argument) for argument in arguments])
        case Choice(pick, options):
            shown = (rf"\text{{{escape(label)}}}\colon {_write(option)[0]}" for label, option in options)
            return rf"\operatorname{{{pick}}}\left({', '.join(shown)}\right)", _ATOM
        case _:
            return _write_leaf(expr)


def _operand(expr: Expr, weakest: int) -> str:
    """Return an expression behind a sign, where a second minus sign needs brackets."""
    text = _bracket(expr, weakest)
    return rf"\left({text}\right)" if text.startswith("-") else text


def _bracket(expr: Expr, weakest: int) -> str:
    text, strength = _write(expr)
    return text if strength >= weakest else rf"\left({text}\right)"


def _write_call(function: str, arguments: list[tuple[str, int]]) -> tuple[str, int]:
    texts = [text for text, _ in arguments]
    brackets = [text if strength == _ATOM else rf"\left({text}\right)" for text, strength in arguments]
    match function:
        case "floor" | "ceil" | "sqrt" | "cbrt":
            opening, closing = _FENCES[function]
            return f"{opening}{texts[0]}{closing}", _ATOM
        case "remainder":
            return rf"{brackets[0]} \bmod {brackets[1]}", BINDING[":"]
        case "factorial":
            return f"{brackets[0]}!", BINDING["^"]
        case "choose":
            return rf"\binom{{{texts[0]}}}{{{texts[1]}}}", UNARY
        case _:
            name = f"\\{function}" if function in _NAMED else rf"\operatorname{{{function}}}"
            return rf"{name}\left({', '.join(texts)}\right)", _ATOM


def _write_leaf(leaf: Number | QuantityRef | Slot | Unknown) -> tuple[str, int]:
    match leaf:
        case Number(value):
            sign, decimal = ("-" if value < 0 else ""), write_decimal(abs(value))
            if decimal is None:
                return rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}", UNARY
            return f"{sign}{decimal}", UNARY if sign else _ATOM
        case QuantityRef(index):
            return f"q_{{{index}}}", _ATOM
        case Slot() | Unknown(_):
            text = escape(leaf.name)
            return (text if len(leaf.name) == 1 else rf"\mathit{{{text}}}"), _ATOM


def escape(text: str) -> str:
    r"""Return plain text so that LaTeX prints it as it is.

    >>> print(escape("50% of R&D"))
    50\% of R\&D
    """
    return "".join(_SPECIAL.get(character, character) for character in text)
