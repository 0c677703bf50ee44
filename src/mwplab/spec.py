"""A name with options, as text that reads back: ``question-reordering(connective=if)``.

    spec   = name [ "(" [ option { "," option } ] ")" ]
    option = identifier "=" value
    value  = number | True | False | None | word | path | 'quoted' | "quoted" | list
    list   = "[" [ value { "," value } ] "]"      round brackets are read as well

One grammar serves the command line, files, signatures and URLs. Values are literals; a bare word is a string,
so ``chat(model=smollm2)`` needs no quotes, nor does a path that begins with ``/``, ``~/``, ``./`` or ``../``.
The canonical text has its options sorted by name and quotes only where they are needed, hence equal specs
have equal text.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from mwplab.errors import SpecError

Value: TypeAlias = "str | int | float | bool | tuple[Value, ...] | None"

MAX_LENGTH = 4000  # characters; below the number of digits that int() refuses to read
MAX_DEPTH = 8  # lists within lists

_NAME = re.compile(r"[a-z0-9]+(?:[-./:@+][a-z0-9]+)*")
_OPTION = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NUMBER = re.compile(r"(?P<whole>-?[0-9]+)(?P<rest>(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_./:@+-]*")
_PATH = re.compile(r"(?:~|\.\.?)?/[A-Za-z0-9_./:@+~-]*")
_TOKEN = re.compile(
    r"""\s*(?: (?P<quoted> '(?:[^'\\]|\\.)*' | "(?:[^"\\]|\\.)*" )
             | (?P<word> [A-Za-z0-9_./:@+~-]+ )
             | (?P<mark> [()\[\],=] )
             | (?P<end> \Z )
             | (?P<other> . ) )""",
    re.VERBOSE | re.DOTALL,
)
_CONSTANTS: Mapping[str, bool | None] = {"True": True, "False": False, "None": None}
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\", "'": "'", '"': '"'}
_ESCAPED = {"\n": r"\n", "\r": r"\r", "\t": r"\t", "\\": r"\\", "'": r"\'"}
_CLOSING = {"[": "]", "(": ")"}


@dataclass(frozen=True, slots=True, eq=False)
class Spec:
    """A registered name and the options to make it with.

    >>> Spec.parse("resample-numbers(low=2, high=9)")
    Spec(name='resample-numbers', options={'low': 2, 'high': 9})
    >>> str(Spec.parse("resample-numbers( low = 2 )"))
    'resample-numbers(low=2)'
    """

    name: str
    """Lower case with hyphens; datasets also use ``/ @ . + :``."""

    options: Mapping[str, Value] = field(default_factory=dict)
    """Literal values by option name, in the order given; lists are held as tuples."""

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise SpecError(
                f"{_shown(self.name)} is not a name; names are lower case with hyphens, as 'length-ratio'"
            )
        for option in self.options:
            if not _OPTION.fullmatch(option):
                raise SpecError(
                    f"{_shown(option)} is not an option name of {self.name!r}; write letters, digits and '_'"
                )
        options = {option: _frozen(value) for option, value in self.options.items()}
        object.__setattr__(self, "options", MappingProxyType(options))
        if len(str(self)) > MAX_LENGTH:
            raise SpecError(f"the options of {self.name!r} are longer than {MAX_LENGTH} characters")

    @classmethod
    def parse(cls, text: str) -> Spec:
        """Read a spec from text.

        >>> Spec.parse("chat(model=smollm2, stop=['Q:', 'A:'])").options["stop"]
        ('Q:', 'A:')
        """
        return _Parser(text).spec()

    def __str__(self) -> str:
        if not self.options:
            return self.name
        options = ", ".join(f"{option}={_render(value)}" for option, value in sorted(self.options.items()))
        return f"{self.name}({options})"

    def __repr__(self) -> str:
        return f"Spec(name={self.name!r}, options={dict(self.options)!r})"

    def __eq__(self, other: object) -> bool:
        # By text, since 1, 1.0 and True are equal in Python and yet different options.
        return str(self) == str(other) if isinstance(other, Spec) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> tuple[type[Spec], tuple[str, dict[str, Value]]]:
        # A mapping proxy cannot be pickled, and specs travel to worker processes.
        return Spec, (self.name, dict(self.options))


class _Parser:
    """Reads one text from left to right; each method takes what it names."""

    def __init__(self, text: str) -> None:
        if len(text) > MAX_LENGTH:
            raise SpecError(f"a spec of {len(text)} characters is too long; at most {MAX_LENGTH} are read")
        self.text = text
        self.end = 0
        self.advance()

    def advance(self) -> None:
        match = _TOKEN.match(self.text, self.end)
        assert match is not None  # since the last alternative takes any character
        assert match.lastgroup is not None
        self.kind, self.token = match.lastgroup, match[match.lastgroup]
        self.start, self.end = match.start(match.lastgroup), match.end()

    def spec(self) -> Spec:
        name = self.take("word", "a name")
        options: dict[str, Value] = {}
        if self.token == "(":
            self.advance()
            self.separated(")", lambda: self.option(options))
            after = "the end"
        else:
            after = "'(' or the end"
        if self.kind != "end":
            raise self.expected(after)
        return Spec(name, options)

    def option(self, options: dict[str, Value]) -> None:
        name = self.take("word", "an option name")
        if name in options:
            raise SpecError(f"the option {name!r} stands twice in {_shown(self.text)}")
        if self.token != "=":
            raise self.expected(f"'=' after {name!r}")
        self.advance()
        options[name] = self.value(depth=0)

    def value(self, depth: int) -> Value:
        if self.token in _CLOSING:
            if depth == MAX_DEPTH:
                raise SpecError(f"the lists in {_shown(self.text)} are nested more than {MAX_DEPTH} deep")
            closing = _CLOSING[self.token]
            self.advance()
            values: list[Value] = []
            self.separated(closing, lambda: values.append(self.value(depth + 1)))
            return tuple(values)
        if self.kind == "quoted":
            return self.unquote(self.take("quoted", "a value"))
        return _read_word(self.take("word", "a value"))

    def separated(self, closing: str, item: Callable[[], None]) -> None:
        while self.token != closing:
            item()
            if self.token != ",":
                break
            self.advance()
        if self.token != closing:
            raise self.expected(f"',' or {closing!r}")
        self.advance()

    def take(self, kind: str, what: str) -> str:
        if self.kind != kind:
            raise self.expected(what)
        token = self.token
        self.advance()
        return token

    def unquote(self, quoted: str) -> str:
        def character(match: re.Match[str]) -> str:
            if match["code"]:
                return chr(int(match["code"], 16))
            if match["one"] not in _ESCAPES:
                raise SpecError(
                    f"unknown escape {match[0]!r} in {_shown(self.text)}; write '\\\\' for a backslash"
                )
            return _ESCAPES[match["one"]]

        return re.sub(r"\\(?:u(?P<code>[0-9a-fA-F]{4})|(?P<one>.))", character, quoted[1:-1], flags=re.DOTALL)

    def expected(self, what: str) -> SpecError:
        found = "the end" if self.kind == "end" else repr(self.token)
        return SpecError(f"expected {what} at column {self.start + 1} of {_shown(self.text)}, found {found}")


def _read_word(word: str) -> Value:
    if word in _CONSTANTS:
        return _CONSTANTS[word]
    if number := _NUMBER.fullmatch(word):
        return float(word) if number["rest"] else int(word)
    if _is_bare(word) or _PATH.fullmatch(word):
        return word
    if word.capitalize() in _CONSTANTS:
        raise SpecError(f"write {word.capitalize()} instead of {word!r}, or put it in quotes if it is text")
    raise SpecError(f"{_shown(word)} is neither a number nor a plain word; put it in quotes if it is text")


def _is_bare(text: str) -> bool:
    # A bare 'false' would silently be a string, and strings are true.
    return bool(_WORD.fullmatch(text)) and text.capitalize() not in _CONSTANTS


def _frozen(value: object, depth: int = 0) -> Value:
    # Each kind is made plain, since an enum member or a numpy number has a text of its own.
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        if value.bit_length() > 1000:
            raise SpecError("a number of more than 1000 bits cannot be an option")
        return int(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise SpecError(f"{value} cannot be an option; numbers are finite")
        return float(value)
    if isinstance(value, (list, tuple)):
        if depth == MAX_DEPTH:
            raise SpecError(f"lists nested more than {MAX_DEPTH} deep cannot be an option")
        return tuple(_frozen(item, depth + 1) for item in value)
    kind = type(value).__name__
    raise SpecError(
        f"an option cannot be a {kind}; it is text, a number, True, False, None or a list of these"
    )


def _render(value: Value) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_render, value)) + "]"
    if not isinstance(value, str):
        return repr(value)
    return value if _is_bare(value) else "'" + "".join(map(_escape, value)) + "'"


def _escape(character: str) -> str:
    if character in _ESCAPED:
        return _ESCAPED[character]
    printable = character.isprintable() or ord(character) > 0xFFFF
    return character if printable else f"\\u{ord(character):04x}"


def _shown(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
