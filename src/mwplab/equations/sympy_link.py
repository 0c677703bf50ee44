"""The line to sympy: equations go out as trees of lists, real solutions come back in time or not at all."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from mwplab.equations.bounds import check_size
from mwplab.equations.clock import Clock
from mwplab.equations.evaluate import Value, name
from mwplab.equations.nodes import Binary, Call, Equation, Expr, Negate, Number, Unknown
from mwplab.equations.polynomial import Monomial, Polynomial
from mwplab.errors import Unsolvable

START = 60.0
"""Seconds in which the process has to be ready; loading sympy takes one or two."""

UNDERSTOOD = frozenset({"sqrt", "log", "sin", "cos", "tan"})
"""The functions of unknowns that mean the same to sympy; its ``cbrt`` of a negative number is complex."""

Real = tuple[Fraction, bool]
"""A value and whether it is exact."""


def to_tree(expr: Expr, values: Mapping[str, Value], names: dict[str, int]) -> Any:
    """Return an expression as nested lists; unknowns are numbered as they come.

    >>> to_tree(Negate(Unknown("x")), {}, {})
    ['neg', ['x', 0]]
    """
    match expr:
        case Number(value):
            return str(value)
        case Unknown(unknown):
            known = values.get(unknown)
            if known is None:
                return ["x", names.setdefault(unknown, len(names))]
            if isinstance(known, Fraction):
                return str(known)
        case Negate(operand):
            return ["neg", to_tree(operand, values, names)]
        case Binary(operator, left, right):
            return [operator, to_tree(left, values, names), to_tree(right, values, names)]
        case Call(function, arguments) if function in UNDERSTOOD:
            return [function, to_tree(arguments[0], values, names)]
        case Call("mean", arguments):
            return ["/", ["+", *(to_tree(each, values, names) for each in arguments)], str(len(arguments))]
    raise Unsolvable(f"unknowns inside {name(expr)} cannot be solved for")


def _sum_tree(polynomial: Polynomial, names: dict[str, int]) -> Any:
    return ["+", *(["*", str(factor), *_powers(monomial, names)] for monomial, factor in polynomial.items())]


def _powers(monomial: Monomial, names: dict[str, int]) -> list[Any]:
    counts = Counter(monomial)
    return [["^", ["x", names.setdefault(each, len(names))], str(times)] for each, times in counts.items()]


def is_understood(equation: Equation, values: Mapping[str, Value]) -> bool:
    """Return whether sympy can be asked about an equation."""
    try:
        to_tree(equation.left, values, {})
        to_tree(equation.right, values, {})
    except Unsolvable:
        return False
    return True


def ask_sympy(
    polynomials: Sequence[Polynomial],
    equations: Sequence[Equation],
    values: Mapping[str, Value],
    clock: Clock,
) -> list[dict[str, Real]]:
    """Return the real solutions that sympy finds; an unknown that stays open is left out of a solution.

    >>> from mwplab.equations.grammar import parse
    >>> ask_sympy([], parse("2^x = 32").statements, {}, Clock(10))
    [{'x': (Fraction(5, 1), True)}]
    """
    names: dict[str, int] = {}
    trees = [[_sum_tree(each, names), "0"] for each in polynomials if each]
    trees += [[to_tree(side, values, names) for side in (each.left, each.right)] for each in equations]
    reply = _worker.ask({"unknowns": len(names), "equations": trees}, clock)
    if "error" in reply:
        raise Unsolvable(f"sympy gave up on the equations ({reply['error']}), so they stay unsolved")
    return [
        {unknown: _read(row[index]) for unknown, index in names.items() if row[index] is not None}
        for row in reply["solutions"]
    ]


def _read(text: str) -> Real:
    return check_size(Fraction(text.rstrip("~"))), not text.endswith("~")


class Worker:
    """A process with sympy in it, started when first asked and killed when too slow."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._listener = threading.Thread()
        self._replies: SimpleQueue[bytes] = SimpleQueue()

    def ask(self, request: dict[str, Any], clock: Clock) -> dict[str, Any]:
        """Send a request and return the reply; the time counts from when the process is ready and free."""
        left = clock.left()
        clock.check()
        with self._lock:
            try:
                process = self._process if self._process and self._process.poll() is None else self._start()
                assert process.stdin is not None
                process.stdin.write(json.dumps({**request, "seconds": left}).encode() + b"\n")
                return self._reply(left)
            except Empty:
                self._stop()
                raise clock.over() from None
            except OSError as error:
                self._stop()
                raise Unsolvable(f"the process that runs sympy cannot be used: {error}") from error
            except BaseException:
                self._stop()
                raise

    def _start(self) -> subprocess.Popen[bytes]:
        self._stop()
        # -P: the modules beside the program have names that the standard library uses as well.
        program = [sys.executable, "-P", str(Path(__file__).with_name("sympy_worker.py"))]
        pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
        self._process = subprocess.Popen(program, bufsize=0, stdin=pipe, stdout=pipe, stderr=nothing)
        self._replies = SimpleQueue()
        arguments = (self._process.stdout, self._replies)
        self._listener = threading.Thread(target=_listen, args=arguments, daemon=True)
        self._listener.start()
        try:
            self._reply(START)
        except Empty:
            raise Unsolvable(f"the process that runs sympy was not ready after {START:g} seconds") from None
        return self._process

    def _reply(self, seconds: float) -> dict[str, Any]:
        line = self._replies.get(timeout=seconds)
        if not line:
            raise Unsolvable("sympy ran out of memory or was stopped while it solved the equations")
        reply: dict[str, Any] = json.loads(line)
        return reply

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            self._listener.join()
            _close(process)

    def stop(self) -> None:
        """End the process, if there is one."""
        with self._lock:
            self._stop()

    def forget(self) -> None:
        """Leave the process to the parent, after a fork."""
        if self._process is not None:
            _close(self._process)
            # It is no child of this process, so nobody here may wait for it.
            self._process.returncode = 0
        self._lock, self._process = threading.Lock(), None


def _close(process: subprocess.Popen[bytes]) -> None:
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()


def _listen(pipe: Any, replies: SimpleQueue[bytes]) -> None:
    line = b"?"
    while line:
        try:
            line = pipe.readline()
        except (OSError, ValueError):
            line = b""
        replies.put(line)


_worker = Worker()
atexit.register(_worker.stop)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_worker.forget)
