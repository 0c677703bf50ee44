"""Records as JSON and back, exactly: one rule per kind of value, driven by the types of the fields."""

from __future__ import annotations

import math
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from mwplab.equations.grammar import parse, parse_expression
from mwplab.equations.nodes import EquationSystem, Expr
from mwplab.equations.numbers import read_number
from mwplab.equations.render import render
from mwplab.equations.templates import Template
from mwplab.errors import MwplabError, RecordError
from mwplab.records.answers import Answer, Time
from mwplab.records.problem import Json

RecordT = TypeVar("RecordT")
Codec = tuple[Callable[[Any], Any], Callable[[Any], Any]]
"""What writes a value as JSON, and what reads it back."""


def to_json(record: Any) -> Any:
    """Return a record as JSON values; fields at their defaults are left out.

    >>> from mwplab.records.outcome import Score
    >>> to_json(Score(name="accuracy", value=0.5, n=4))
    {'name': 'accuracy', 'value': 0.5, 'n': 4}
    """
    return _codec(type(record))[0](record)


def from_json(kind: type[RecordT], data: Any) -> RecordT:
    """Return the record of a kind that JSON values stand for.

    >>> from mwplab.records.outcome import Score
    >>> from_json(Score, {"name": "accuracy", "value": 0.5, "n": 4}).n
    4
    >>> from_json(Score, {"nmae": "accuracy"})
    Traceback (most recent call last):
    mwplab.errors.RecordError: a Score has no field 'nmae'; it has: name, value, n, slice, ...
    """
    try:
        found: RecordT = _codec(kind)[1](data)
    except RecordError:
        raise
    except (MwplabError, ValueError, ArithmeticError) as error:
        raise RecordError(f"the data is not a {kind.__name__}: {error}") from error
    return found


def _codec(kind: Any) -> Codec:
    """Return the two functions that write and read values of a type."""
    if kind in _SPECIAL:
        return _SPECIAL[kind]
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _optional([argument for argument in arguments if argument is not type(None)])
    if origin in (tuple, frozenset):
        return _collection(origin, arguments[0])
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(arguments[1])
    if isinstance(kind, type) and issubclass(kind, Enum):
        return (lambda value: value.value), kind
    if is_dataclass(kind) and isinstance(kind, type):
        return _dataclass(kind)
    return (lambda value: _plain(kind, value)), (lambda data: _expect(kind, data))


def _optional(kinds: list[Any]) -> Codec:
    if len(kinds) != 1:
        raise TypeError(f"no rule for a choice between {kinds}")
    write, read = _codec(kinds[0])
    return (
        lambda value: None if value is None else write(value),
        lambda data: None if data is None else read(data),
    )


def _collection(kind: type, item: Any) -> Codec:
    write, read = _codec(item)

    def write_all(values: Any) -> list[Any]:
        written = [write(value) for value in values]
        return sorted(written) if kind is frozenset else written

    return write_all, lambda data: kind(read(value) for value in _expect(list, data))


def _mapping(item: Any) -> Codec:
    write, read = _codec(item)
    return (
        lambda values: {key: write(value) for key, value in values.items()},
        lambda data: {_expect(str, key): read(value) for key, value in _expect(dict, data).items()},
    )


@cache
def _dataclass(kind: type) -> Codec:
    hints = get_type_hints(kind)
    parts = {part.name: (part, *_field_codec(part, hints[part.name])) for part in fields(kind)}
    needed = [name for name, (part, _, _) in parts.items() if not _has_default(part)]

    def write(record: Any) -> dict[str, Any]:
        written = {}
        for name, (part, encode, _) in parts.items():
            value = getattr(record, name)
            if not _is_default(part, value):
                written[name] = _apply(encode, value, kind, name)
        return written

    def read(data: Any) -> Any:
        unknown = next((name for name in _expect(dict, data) if name not in parts), None)
        if unknown is not None:
            raise RecordError(f"a {kind.__name__} has no field {unknown!r}; it has: {', '.join(parts)}")
        missing = next((name for name in needed if name not in data), None)
        if missing is not None:
            raise RecordError(f"a {kind.__name__} needs the field {missing!r}")
        return kind(**{name: _apply(parts[name][2], value, kind, name) for name, value in data.items()})

    return write, read


def _field_codec(part: Field[Any], hint: Any) -> Codec:
    # The type Json refers to itself, so that its resolved form is never the same twice.
    return _SPECIAL[Json] if part.type == "Mapping[str, Json]" else _codec(hint)


def _apply(change: Callable[[Any], Any], value: Any, kind: type, name: str) -> Any:
    """Write or read a field; what goes wrong names it."""
    try:
        return change(value)
    except (MwplabError, ValueError, ArithmeticError) as error:
        raise RecordError(
            f"the field {name!r} of a {kind.__name__} is not as it should be: {error}"
        ) from error


def _has_default(part: Field[Any]) -> bool:
    return part.default is not MISSING or part.default_factory is not MISSING


def _is_default(part: Field[Any], value: Any) -> bool:
    if part.default is not MISSING:
        return bool(value == part.default)
    return part.default_factory is not MISSING and bool(value == part.default_factory())


def _plain(kind: type, value: Any) -> Any:
    """Return a value as the plain type that its field has, or refuse another one."""
    if not isinstance(value, kind):
        raise RecordError(f"expected {kind.__name__}, found {str(value)[:60]!r}")
    return value if type(value) is kind else kind(value)


def _expect(kind: type, data: Any) -> Any:
    """Return the data if it is of the type that JSON has for it."""
    if type(data) is not kind:
        raise RecordError(f"expected {kind.__name__}, found {str(data)[:60]!r}")
    return data


def _write_float(value: float) -> float | str:
    return float(value) if math.isfinite(value) else str(float(value))


def _read_float(data: Any) -> float:
    if data in ("inf", "-inf", "nan") or type(data) is int:
        return float(data)
    return float(_expect(float, data))


def _write_free(value: Any) -> Any:
    """Return JSON values in one order, or refuse what would not come back as it is."""
    match value:
        case dict() if all(isinstance(key, str) for key in value):
            return {key: _write_free(value[key]) for key in sorted(value)}
        case list():
            return [_write_free(item) for item in value]
        case float() if not math.isfinite(value):
            raise RecordError(f"JSON has no number {value}; leave it out, or write a text")
        case None | bool() | int() | float() | str():
            return value
        case _:
            raise RecordError(
                f"{type(value).__name__} {str(value)[:60]!r} is no JSON value; write a text or a list"
            )


def _write_answer(answer: Answer) -> dict[str, Any]:
    unit = {"unit": answer.unit} if answer.unit else {}
    match answer.value:
        case Fraction():
            return {"number": str(answer.value), **unit}
        case tuple():
            return {"ratio": [str(part) for part in answer.value], **unit}
        case Time(seconds, half):
            return {"time": seconds, **({"half": half} if half else {}), **unit}
        case _:
            return {"word": answer.value, **unit}


def _read_answer(data: Any) -> Answer:
    rest = dict(_expect(dict, data))
    unit = _expect(str, rest.pop("unit", ""))
    match rest:
        case {"number": number} if len(rest) == 1:
            return Answer(_read_fraction(number), unit)
        case {"ratio": parts} if len(rest) == 1:
            return Answer(tuple(_read_fraction(part) for part in _expect(list, parts)), unit)
        case {"time": seconds} if set(rest) <= {"time", "half"}:
            return Answer(Time(_expect(int, seconds), _expect(str, rest.get("half", ""))), unit)
        case {"word": word} if len(rest) == 1:
            return Answer(_expect(str, word), unit)
        case _:
            raise RecordError(
                f"an Answer has a number, a ratio, a time or a word; found: {', '.join(rest) or 'none'}"
            )


def _read_fraction(data: Any) -> Fraction:
    return read_number(data if isinstance(data, str) else repr(data))


_SPECIAL: dict[Any, Codec] = {
    float: (_write_float, _read_float),
    Fraction: (str, _read_fraction),
    EquationSystem: (render, lambda data: parse(_expect(str, data))),
    Expr: (render, lambda data: parse_expression(_expect(str, data))),
    Template: ((lambda template: render(template.system)), lambda data: Template(parse(_expect(str, data)))),
    Answer: (_write_answer, _read_answer),
    Json: (_write_free, lambda data: _expect(dict, data)),
}
