"""A derivation written by hand: a template, and where its numbers stand in the text."""

from __future__ import annotations

import re

from mwplab.annotate.sameness import Classes, merge_classes
from mwplab.equations import Derivation, Template, parse, write_number
from mwplab.equations.equivalence import Sameness, template_equivalence
from mwplab.equations.nodes import Slot, map_system
from mwplab.errors import RecordError
from mwplab.records import Problem

_PAIR = re.compile(r"([A-Z]+)\s*[=:]\s*q?([0-9]{1,6})")
_PLACE = re.compile(r"q?([0-9]{1,6})")


def read_derivation(problem: Problem, template: str, alignment: str, marks: Classes = ()) -> Derivation:
    """Return the derivation that a template and an alignment say, if it gives what the equations give.

    The alignment names a quantity for each slot, in order or by name: ``0 2``, ``q0 q2``, ``A=q0 B=q2``.

    >>> from mwplab.text import quantities
    >>> text = "Ann has 5 hats and 5 caps, and buys 2 hats. How many hats?"
    >>> problem = Problem(id="a/1", body=text, quantities=quantities(text), equations=parse("x = 5 + 2"))
    >>> read_derivation(problem, "x = A + B", "0 2").alignment
    (0, 2)
    >>> read_derivation(problem, "x = A - B", "A=q0, B=q2")
    Traceback (most recent call last):
    mwplab.errors.RecordError: a/1: x = 5 - 2 has other solutions than x = 5 + 2
    """
    read = Template(parse(template))
    places = read_alignment(alignment, read.slots)
    derivation = Derivation(read, places, marks)
    _check_places(problem, places)
    gold = problem.filled_equations
    filled = map_system(derivation.system, problem.fill)
    if gold is not None:
        found = template_equivalence(Template(filled), Template(gold)).verdict
        if found is Sameness.DIFFERENT:
            raise RecordError(f"{problem.id}: {filled} has other solutions than {gold}")
    return derivation


def read_alignment(text: str, slots: int) -> tuple[int, ...]:
    """Return for each slot the position of its quantity.

    >>> read_alignment("B=q3 A=q1", 2), read_alignment("1, 3", 2)
    ((1, 3), (1, 3))
    """
    named = {Slot.named(letters).index: int(place) for letters, place in _PAIR.findall(text)}
    found = named or dict(enumerate(map(int, _PLACE.findall(text))))
    if sorted(found) != list(range(slots)):
        names = " ".join(f"{Slot(index).name}=q{index}" for index in range(slots)) or "nothing"
        raise RecordError(f"the template has {slots} slots; name a quantity for each, such as {names}")
    return tuple(found[index] for index in range(slots))


def read_marks(problem: Problem, text: str, earlier: Classes = ()) -> Classes:
    """Return the classes of equivalent quantities with one more, written as its positions.

    >>> from mwplab.text import quantities
    >>> story = "Ann has 5 hats. Her 5 hats are red. She buys 2 hats. How many hats?"
    >>> read_marks(Problem(id="a/1", body=story, quantities=quantities(story)), "q0 q1")
    ((0, 1),)
    """
    places = tuple(dict.fromkeys(map(int, _PLACE.findall(text))))
    _check_places(problem, places)
    values = {problem.quantities[place].value for place in places}
    if len(places) < 2 or len(values) > 1:
        raise RecordError(f"{text.strip()!r} marks no equivalents; name two or more quantities of one value")
    return merge_classes([*earlier, places])


def as_numbers(problem: Problem, derivation: Derivation) -> str:
    """Return a derivation's equations with each number of the text before its name.

    >>> from mwplab.equations import induce
    >>> from mwplab.text import quantities
    >>> text = "Ann has 5 hats and buys 2 hats. How many hats?"
    >>> problem = Problem(id="a/1", body=text, quantities=quantities(text))
    >>> as_numbers(problem, induce(parse("x = q0 + q1 / 100")))
    'x = 5(q0) + 2(q1) / 100'
    """
    return re.sub(r"\bq([0-9]+)\b", lambda found: _named(problem, int(found[1])), str(derivation.system))


def _named(problem: Problem, position: int) -> str:
    return f"{write_number(problem.quantities[position].value)}(q{position})"


def _check_places(problem: Problem, places: tuple[int, ...]) -> None:
    beyond = next((place for place in places if place >= len(problem.quantities)), None)
    if beyond is not None:
        count = len(problem.quantities)
        raise RecordError(f"{problem.id}: there is no q{beyond}; the text has {count} quantities, from q0 on")
