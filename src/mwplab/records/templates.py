"""The template of a problem: what is left of its equations, in several readings."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from mwplab.equations import induce
from mwplab.equations.equivalence import reconcile
from mwplab.equations.nodes import EquationSystem
from mwplab.equations.render import render
from mwplab.equations.shapes import masked_prefix, operator_shape, unranked_shape
from mwplab.equations.templates import Template
from mwplab.errors import UnknownName
from mwplab.records.problem import Problem

READINGS = ("prefix", "shape", "unranked", "reconciled")
"""When two problems have the same template:

prefix      the prefix forms are alike once all numbers have one sign, as SVAMP counts
shape       the operators over blanks are alike, in either order where order does not matter, as MAWPS says
unranked    the same as the program of MAWPS has it, which knows no rank of operators
reconciled  the equations come to the same, whatever their form
"""

WRITTEN = "lEquations"
"""The key in ``extra`` with the equations of MAWPS and its kin as written, which ``unranked`` reads."""

Key = str | Template | None


def check_reading(reading: str) -> None:
    """Refuse a reading that there is not."""
    if reading not in READINGS:
        raise UnknownName.among("reading of templates", reading, READINGS)


def template_key(problem: Problem, reading: str) -> Key:
    """Return what a problem's template is told apart by; none where it has no equations.

    >>> from mwplab.equations import parse
    >>> problem = Problem(id="a/1", equations=parse("x = 3 * 2 - 1"))
    >>> template_key(problem, "prefix"), template_key(problem, "shape")
    ('= x - * A A A', '(= (- (* _ _) _) _)')
    """
    if reading == "reconciled" and problem.derivation is not None:
        return problem.derivation.template
    if reading == "unranked" and isinstance(written := problem.extra.get(WRITTEN), list):
        return unranked_shape(map(str, written))
    system = problem.equations
    return None if system is None else _KEYS[reading](system)


_KEYS: dict[str, Callable[[EquationSystem], str | Template]] = {
    "prefix": masked_prefix,
    "shape": operator_shape,
    "unranked": lambda system: unranked_shape(map(render, system.statements)),
    "reconciled": lambda system: induce(system).template,
}


def template_classes(keys: Sequence[Key]) -> list[Hashable]:
    """Return for each key its class, none for none; templates that come to the same are of one class.

    >>> from mwplab.equations import parse
    >>> keys = [Template(parse("x = A - B")), None, Template(parse("A + x = B"))]
    >>> [str(each) for each in template_classes(keys)]
    ['A + x = B', 'None', 'A + x = B']
    """
    templates = sorted({key for key in keys if isinstance(key, Template)}, key=str)
    classes = dict(zip(templates, reconcile(templates), strict=True))
    # A class is called by the member with the shortest text, of these the first by the alphabet.
    heads: dict[int, Template] = {}
    for template in sorted(templates, key=lambda one: (len(str(one)), str(one))):
        heads.setdefault(classes[template], template)
    return [heads[classes[key]] if isinstance(key, Template) else key for key in keys]
