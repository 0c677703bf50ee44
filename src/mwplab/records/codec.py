"""Records as JSON and back, exactly: one rule per kind of value, driven by the types of the fields."""

from __future__ import annotations

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

RecordT = TypeVar("RecordT")
Encoder = Callable[[Any], Any]
Decoder = Callable[[Any], Any]


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
    mwplab.errors.RecordError: a Score has no field 'nmae'; it has: name, value, n, slice, low, high, signature
    """
    try:
        found: RecordT = _codec(kind)[1](data)
    except MwplabError as error:
        raise error if isinstance(error, RecordError) else RecordError(str(error)) from error
    except (TypeError, ValueError, KeyError, AttributeError, ZeroDivisionError) as error:
        raise RecordError(f"the data is not a {kind.__name__}: {error}") from error
    return found


def _codec(kind: Any) -> tuple[Encoder, Decoder]:
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
    return _plain(kind)


def _plain(kind: type) -> tuple[Encoder, Decoder]:
    def read(data: Any) -> Any:
        if kind is float and type(data) is int:
            return float(data)
        if type(data) is not kind:
            raise RecordError(f"expected {kind.__name__}, found {str(data)[:60]!r}")
        return data

    return _identity, read


def _optional(kinds: list[Any]) -> tuple[Encoder, Decoder]:
    if len(kinds) != 1:
        raise TypeError(f"no rule for a choice between {kinds}")
    write, read = _codec(kinds[0])
    return (lambda value: None if value is None else write(value)), (lambda data: None if data is None else read(data))


def _collection(kind: type, item: Any) -> tuple[Encoder, Decoder]:
    write, read = _codec(item)

    def write_all(values: Any) -> list[Any]:
        written = [write(value) for value in values]
        return sorted(written) if kind is frozenset else written

    def read_all(data: Any) -> Any:
        if not isinstance(data, list):
            raise RecordError(f"expected a list, found {str(data)[:60]!r}")
        return kind(read(value) for value in data)

    return write_all, read_all


def _mapping(item: Any) -> tuple[Encoder, Decoder]:
    write, read = _codec(item)
    return (
        lambda values: {str(key): write(value) for key, value in values.items()},
        lambda data: {str(key): read(value) for key, value in data.items()},
    )


@cache
def _dataclass(kind: type) -> tuple[Encoder, Decoder]:
    parts = {part.name: (part, *_field_codec(kind, part)) for part in fields(kind)}

    def write(record: Any) -> dict[str, Any]:
        written = {}
        for name, (part, encode, _) in parts.items():
            value = getattr(record, name)
            if not _is_default(part, value):
                written[name] = encode(value)
        return written

    def read(data: Any) -> Any:
        if not isinstance(data, dict):
            raise RecordError(f"expected the fields of a {kind.__name__}, found {str(data)[:60]!r}")
        unknown = next((name for name in data if name not in parts), None)
        if unknown is not None:
            raise RecordError(f"a {kind.__name__} has no field {unknown!r}; it has: {', '.join(parts)}")
        return kind(**{name: _read_field(kind, name, parts[name][2], value) for name, value in data.items()})

    return write, read


def _read_field(kind: type, name: str, read: Decoder, value: Any) -> Any:
    try:
        return read(value)
    except (MwplabError, TypeError, ValueError, KeyError, AttributeError) as error:
        raise RecordError(f"the field {name!r} of a {kind.__name__} cannot be read: {error}") from error


def _field_codec(kind: type, part: Field[Any]) -> tuple[Encoder, Decoder]:
    if part.type == "Mapping[str, Json]":
        return _identity, _plain(dict)[1]
    return _codec(get_type_hints(kind)[part.name])


def _is_default(part: Field[Any], value: Any) -> bool:
    if part.default is not MISSING:
        return bool(value == part.default)
    return part.default_factory is not MISSING and value == part.default_factory()


def _identity(value: Any) -> Any:
    return value


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
    unit = str(data.get("unit", ""))
    if "number" in data:
        return Answer(_read_fraction(data["number"]), unit)
    if "ratio" in data:
        return Answer(tuple(_read_fraction(part) for part in data["ratio"]), unit)
    if "time" in data:
        return Answer(Time(int(data["time"]), str(data.get("half", ""))), unit)
    return Answer(str(data["word"]), unit)


def _read_fraction(data: Any) -> Fraction:
    return read_number(data if isinstance(data, str) else repr(data))


_SPECIAL: dict[Any, tuple[Encoder, Decoder]] = {
    Fraction: (str, _read_fraction),
    EquationSystem: (render, parse),
    Expr: (render, parse_expression),
    Template: ((lambda template: render(template.system)), (lambda text: Template(parse(text)))),
    Answer: (_write_answer, _read_answer),
}
