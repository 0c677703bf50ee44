"""Equations and programs of arithmetic steps that a completion states; read by our own parser, never run."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping, Sequence
from fractions import Fraction

from mwplab.equations import EquationSystem, Expr, approximate, parse
from mwplab.equations.nodes import Equation, Leaf, Number, QuantityRef, Unknown, map_expr, map_system, walk
from mwplab.equations.solve import answers
from mwplab.errors import EquationError, MwplabError
from mwplab.reading.formulas import read_equations, read_formula
from mwplab.reading.masks import mask
from mwplab.reading.plain import plain
from mwplab.records import Answer, Problem, Question

MOST_STEPS = 100
"""Steps of the longest program that is read."""

MOST_NODES = 500
"""Parts of the largest equation that a program is written out as."""

LONGEST_LINE = 500
"""Characters of the longest step."""

ANSWER = "answer"
"""The name of the step that counts; without it the last one does."""

SECONDS = 1.0
"""How long the equations of one completion are worked on at most."""

_STEP = re.compile(
    r"[ \t]{0,20}([A-Za-z_][A-Za-z_0-9]{0,60})[ \t]{0,5}=(?!=)([^\n=#]{1,500})(?:#[^\n]{0,300})?"
)
_NAMED = re.compile(
    r"^[ \t>*#-]{0,10}Equations?[ \t*]{0,4}:[ \t*]{0,4}([^\n]{3,500})$", re.IGNORECASE | re.MULTILINE
)
_BLANK = re.compile(r"[ \t]*(?:#[^\n]*|`{3,}[^\n]*)?")

Stated = tuple[EquationSystem | None, tuple[Answer, ...], str]
"""Equations, the answers that they give where there is one set of them, and the rule that found them."""


def read_program(text: str, question: Problem | Question) -> Stated | None:
    r"""Return what the last run of steps in a text comes to; none where there is none that can be read.

    >>> from mwplab.text import quantities
    >>> told = "Ann has 3 bags of 4 figs and eats 2. How many figs are left?"
    >>> question = Question(id="a/1", text=told, quantities=quantities(told))
    >>> system, (answer,), _ = read_program("all = q0 * q1\nanswer = all - q2", question)
    >>> str(system), str(answer)
    ('x = q0 * q1 - q2', '10')
    >>> read_program("import os\nanswer = __import__('os').system('ls')", question) is None
    True
    """
    steps = _last_run(mask(text, programs=False).text)
    if not steps:
        return None
    values: dict[str, Fraction | tuple[Fraction, ...] | str] = {}
    whole: dict[str, Expr | None] = {}
    sizes: dict[str, int] = {}
    try:
        for name, expr in steps:
            values[name] = approximate(map_expr(expr, question.fill), values)
            sizes[name] = sum(
                sizes.get(part.name, 1) if isinstance(part, Unknown) else 1 for part in walk(expr)
            )
            whole[name] = _written_out(expr, whole) if sizes[name] <= MOST_NODES else None
    except MwplabError:
        return None
    chosen = ANSWER if ANSWER in values else steps[-1][0]
    tree = whole[chosen]
    system = None if tree is None else EquationSystem((Equation(Unknown("x"), tree),))
    return system, (Answer(values[chosen]),), "program"


def _written_out(expr: Expr, whole: Mapping[str, Expr | None]) -> Expr | None:
    """Return a step with the earlier steps in place of their names; none where one of them is too large."""
    if any(isinstance(part, Unknown) and whole.get(part.name) is None for part in walk(expr)):
        return None

    def change(leaf: Leaf) -> Expr:
        found = whole.get(leaf.name) if isinstance(leaf, Unknown) else None
        return leaf if found is None else found

    return map_expr(expr, change)


def _last_run(text: str) -> Sequence[tuple[str, Expr]]:
    """Return the steps that stand together at the end of a text, prose behind them left aside."""
    run: list[tuple[str, Expr]] = []
    for line in reversed(text.splitlines()[-10 * MOST_STEPS :]):
        if _BLANK.fullmatch(line):
            continue
        step = _step(line)
        if step is not None and len(run) < MOST_STEPS:
            run.append(step)
        elif run:
            break
    return run[::-1]


def _step(line: str) -> tuple[str, Expr] | None:
    match = _STEP.fullmatch(line.rstrip(" \t;.")) if len(line) <= LONGEST_LINE else None
    if match is None:
        return None
    try:
        system = parse(f"{match[1].lower()} = {match[2].replace('**', '^').lower()}")
    except EquationError:
        return None
    match system.statements:
        case (Equation(Unknown(name), right),):
            return name, right
        case _:
            return None


def read_stated_equations(text: str, question: Problem | Question) -> Stated | None:
    """Return the equations that a text states over the quantities of its question, and what they come to.

    >>> from mwplab.text import quantities
    >>> told = "Ann has 3 figs and finds 4. How many figs has she now?"
    >>> question = Question(id="a/1", text=told, quantities=quantities(told))
    >>> system, (answer,), _ = read_stated_equations("Equation: x - q1 = q0", question)
    >>> str(system), str(answer)
    ('x - q1 = q0', '7')
    """
    masked = mask(text, programs=False).text
    system = _named_line(masked) or read_equations(masked, "") or _last_line(masked)
    if system is None or not _stands(system, question):
        return None
    try:
        found = answers(map_system(system, question.fill), seconds=SECONDS)
    except MwplabError:
        found = ()
    # Equations with several solutions mean any of them: the judge decides.
    values = tuple(map(Answer, found[0])) if len(found) == 1 else ()
    return system, values, "equation"


def _named_line(text: str) -> EquationSystem | None:
    """Return the equations on the last line that is said to hold them, whatever our notation has in them."""
    found = list(deque(_NAMED.finditer(text), maxlen=1))
    if not found:
        return None
    try:
        system = parse(plain(found[0][1]).strip(" .`$").replace("**", "^"))
    except EquationError:
        return None
    # A word is no unknown: in "x = q0 apples" it is a unit.
    names = [part.name for part in walk(system) if isinstance(part, Unknown)]
    return system if all(len(name) == 1 for name in names) else None


def _last_line(text: str) -> EquationSystem | None:
    lines = [line for line in text.splitlines()[-50:] if re.search(r"\w", line) and len(line) <= LONGEST_LINE]
    found = (read_formula(line.rpartition("Equation:")[2]) for line in reversed(lines))
    return next((system for system in found if system is not None), None)


def _stands(system: EquationSystem, question: Problem | Question) -> bool:
    """Tell whether equations name a quantity or a number, and the text has every quantity that they name."""
    parts = list(walk(system))
    named = [part.index for part in parts if isinstance(part, QuantityRef)]
    known = all(index < len(question.quantities) for index in named)
    return known and bool(named or any(isinstance(part, Number) for part in parts))
