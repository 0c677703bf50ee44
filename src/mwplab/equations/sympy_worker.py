"""The program that runs sympy in a process of its own: requests and replies are lines of JSON.

request   {"unknowns": 2, "equations": [[tree, tree], ...], "seconds": 2.0}
tree      "3/2" | ["x", 0] | ["+", tree, tree, ...] | ["neg", tree] | ["sqrt", tree]
reply     {"ready": true} once, then {"solutions": [["3/2", null], ...]} or {"error": "..."} per request;
          an irrational value ends in "~", null stands for an unknown that stays open

It stands alone on purpose: it knows nothing of the package. Nothing in a request is read as code.
"""

from __future__ import annotations

import json
import signal
import sys
from importlib import import_module
from typing import Any

MEMORY = 2 * 1024**3
"""Bytes that the process may use."""

DIGITS = 50
"""Decimal digits of an irrational value."""


class NotReal(Exception):
    """A solution has an imaginary part."""


def main() -> None:
    """Answer requests until the input ends."""
    _limit_memory()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sympy = import_module("sympy")
    _reply({"ready": True})
    for line in sys.stdin:
        request = json.loads(line)
        _limit_time(request["seconds"])
        try:
            reply: dict[str, Any] = {"solutions": _solve(sympy, request)}
        except Exception as error:
            reply = {"error": type(error).__name__}
        _limit_time(0)
        _reply(reply)


def _reply(reply: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(reply) + "\n")
    sys.stdout.flush()


def _limit_memory() -> None:
    try:
        resource = import_module("resource")
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    except (ImportError, ValueError, OSError):
        pass  # Some systems have no such limit; the one on time still holds.


def _limit_time(seconds: float) -> None:
    """End this process soon after the time is over, should nobody be left to do so."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds and seconds + 5)


def _solve(sympy: Any, request: dict[str, Any]) -> list[list[str | None]]:
    symbols = [sympy.Symbol(f"x{index}", real=True) for index in range(request["unknowns"])]
    equations = [
        _build(sympy, left, symbols) - _build(sympy, right, symbols) for left, right in request["equations"]
    ]
    found = []
    for solution in sympy.solve(equations, symbols, dict=True):
        try:
            found.append([_written(sympy, solution.get(symbol)) for symbol in symbols])
        except NotReal:
            continue
    return found


def _build(sympy: Any, tree: Any, symbols: list[Any]) -> Any:
    if isinstance(tree, str):
        top, _, bottom = tree.partition("/")
        return sympy.Rational(int(top), int(bottom or 1))
    head, *rest = tree
    if head == "x":
        return symbols[rest[0]]
    parts = [_build(sympy, part, symbols) for part in rest]
    if head == "neg":
        return -parts[0]
    if head in {"sqrt", "log", "sin", "cos", "tan"}:
        return getattr(sympy, head)(parts[0])
    if head in {"-", "/"}:
        left, right = parts
        return left - right if head == "-" else left / right
    return {"+": sympy.Add, "*": sympy.Mul, "^": sympy.Pow}[head](*parts)


def _written(sympy: Any, value: Any) -> str | None:
    if value is None or value.free_symbols:
        return None
    if value.is_Rational:
        return str(value)
    number = sympy.N(value, DIGITS)
    real, imaginary = number.as_real_imag()
    if not real.is_Float or abs(imaginary) > 10 ** (-DIGITS // 2):
        raise NotReal
    return f"{sympy.Rational(str(real))}~"


if __name__ == "__main__":
    main()
