"""From the short text behind a mark to the answers that it gives."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import pairwise

from mwplab.equations.evaluate import approximate
from mwplab.equations.grammar import parse_expression
from mwplab.errors import EquationError
from mwplab.reading.amounts import Amount, amounts
from mwplab.reading.choices import LETTERS, matching_option, named_option
from mwplab.reading.plain import plain
from mwplab.reading.refusals import is_refusal
from mwplab.records import Answer, Problem, Question

LONGEST = 400
"""Characters of the longest text that is read as answers."""

MOST_WORDS = 6
"""Words that an answer in words may have."""

MOST_VALUES = 8
"""Values that an answer may have; who lists more has not chosen."""


class Manner(Enum):
    """How much may stand around a value."""

    STRICT = "the value stands at the beginning"
    LOOSE = "words may lead to the value"
    FREE = "what holds no value is a word"


@dataclass(frozen=True, slots=True)
class Context:
    """What the question tells about its answer, without the answer itself."""

    options: tuple[str, ...] = ()
    """The choices."""

    text: str = ""
    """The story and its question."""

    @classmethod
    def of(cls, source: Problem | Question | Sequence[str] | None) -> Context:
        """Return the context of a problem, a question, or options alone."""
        if isinstance(source, Problem | Question):
            return cls(tuple(source.options), source.text)
        return cls(tuple(source or ()))

    @property
    def time(self) -> bool:
        """Return whether a time is asked for."""
        return bool(re.search(r"(?i)\b(?:what time|when|o['’]?clock|at which time)\b", self.text))

    @property
    def ratio(self) -> bool:
        """Return whether a ratio is asked for."""
        return bool(re.search(r"(?i)\bratio\b", self.text))

    @property
    def number(self) -> bool:
        """Return whether a number is asked for."""
        return bool(
            re.search(r"(?i)\bhow (?:many|much|far|long|old|tall|fast|heavy|high|wide|deep)\b", self.text)
        )


_LEAD = re.compile(
    r"(?:[\s:=,\"'(\[*≈~_-]|(?:about|approximately|approx\.?|roughly|around|nearly|exactly|only|just|simply"
    r"|is|are|be|equals?|equal to|the|a total of|total of|therefore|thus|so|then|now|that|at|it is|it['’]s"
    r"|there (?:are|is|were)|i (?:think|believe|guess)|probably|numbers?|values?|answers?|respectively|both"
    r"|finally|actually|in fact|→|->)(?!\w))*",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"[\s,;&]*(?:[-*•]\s*)?(?:[^\W\d_][\w'’]{0,30}\s){0,5}(?:[^\W\d_][\w'’]{0,30}\s?)?"
    r"(?:\([^()\d]{0,20}\)\s?)?[=:≈]\s?$",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"\W*(?:(?:so|thus|hence|therefore)\b\W*)?the (?:[^\W\d]+ ){1,6}(?:is|are|was|were|equals) ?",
    re.IGNORECASE,
)
_JOIN = re.compile(r",|;|\n|&|\b(?:and|or)\b|\\\\", re.IGNORECASE)
_OPERATORS = re.compile(r"[-+*/^()\s×÷]*(?:[a-z]?[-+*/^()×÷x])[-+*/^()\s×÷$]*")
_HALTS = re.compile(
    r"\b(?:not|because|since|but|instead|rather|out of|than|from|if|where|which|when|wait|of the|after|before"
    r"|step|as)\b|[(\[?]",
    re.IGNORECASE,
)
_WORKING = re.compile(
    r"\b(?:first|let'?s?|add|adding|subtract\w*|multipl\w*|divid\w*|step|since|because|if|given|calculate"
    r"|start\w*|when|using|note|recall|consider|number of the|by)\b",
    re.IGNORECASE,
)
_YES_NO = re.compile(r"\W*(yes|no|true|false)\b", re.IGNORECASE)
_WORD = re.compile(r"(?:[^\W\d_]|[.'’-])+[,;]?|&")
_LETTER = re.compile(r"\(([A-Z])\)\W*$")
_FORMULA = re.compile(r"[-+*/^().,\d\s$%]|sqrt|pi|x\s?=")
_LARGER = {
    "minute": "hour",
    "inch": "foot",
    "cent": "dollar",
    "second": "minute",
    "month": "year",
    "ounce": "pound",
}
_PARTS = {"minute": 60, "inch": 12, "cent": 100, "second": 60, "month": 12, "ounce": 16}


def read_values(text: str, source: Problem | Question | Sequence[str] | None = None) -> tuple[Answer, ...]:
    """Return the numbers, ratios and times that a short text gives as its answers; none where it has none.

    >>> [str(answer) for answer in read_values("x = 3 and y = 4")], read_values("banana")
    (['3', '4'], ())
    """
    return read_region(text, Context.of(source), Manner.LOOSE)


def read_region(raw: str, context: Context, manner: Manner) -> tuple[Answer, ...]:
    """Return the answers in the text behind a mark."""
    text = plain(raw[:LONGEST])
    if not text.strip(" .,:;*_\"'") or is_refusal(text):
        return ()
    if context.options and (place := _option(text, context.options)) is not None:
        return (Answer(LETTERS[place]),)
    word = _YES_NO.match(text)
    if word and not (context.number and re.search(r"\d", text)):
        return (Answer(word[1].lower()),)
    found = _listed(text, context, manner)
    if found or manner is not Manner.FREE:
        return found
    return _word(text)


def _option(text: str, options: Sequence[str]) -> int | None:
    place = named_option(text, options)
    if place is None:
        place = matching_option(text, options)
    if place is None and (letter := _LETTER.search(text)) and LETTERS.index(letter[1]) < len(options):
        place = LETTERS.index(letter[1])
    return place


def _word(text: str) -> tuple[Answer, ...]:
    text = text.strip(" .,:;!*_\"'`()[]{}")
    words = text.split()
    readable = 0 < len(words) <= MOST_WORDS and all(_WORD.fullmatch(word) for word in words)
    return (Answer(text),) if readable and "\n" not in text else ()


def _listed(text: str, context: Context, manner: Manner) -> tuple[Answer, ...]:
    """Return the amounts at the beginning of a text, as far as they form one list."""
    time = context.time or bool(re.search(r"(?i)o['’]?clock", text))
    ratio = context.ratio or "ratio" in text.lower()
    found = amounts(text, time=time, ratio=ratio)
    if not found or "sqrt" in text:
        return _computed(text)
    lead = text[: found[0].start]
    bare = _is_lead(lead)
    if not bare and (manner is Manner.STRICT or _WORKING.search(lead) or len(lead.split()) > 12):
        return ()
    items, open_sum = _items(text, found)
    if open_sum:
        return _computed(text)
    if len(items) > MOST_VALUES or (not bare and len(items) > 1 and not all(_spoken_join(text, items))):
        return ()
    return _compound([item.answer for item in items])


def _is_lead(lead: str) -> bool:
    rest = _LEAD.sub("", lead, count=1)
    named = _NAME.fullmatch(lead) or _SUBJECT.fullmatch(lead)
    return not rest.strip() or bool(named and not _WORKING.search(lead))


def _items(text: str, found: list[Amount]) -> tuple[list[Amount], bool]:
    """Return the amounts of the list, and whether the last one is a sum that nobody worked out."""
    items = [found[0]]
    open_sum = False
    for before, after in pairwise(found):
        gap = text[before.end : after.start]
        if (_OPERATORS.fullmatch(gap) and gap != " (") or (after.minus and not gap.strip()):
            open_sum = True
            items[-1] = after
        elif _HALTS.search(gap):
            break
        elif _JOIN.search(gap) and not open_sum:
            if len(gap.split()) > 7:
                break
            items.append(after)
        elif re.search("[=≈→]", gap):
            open_sum = False
            items[-1] = after
        elif after.answer.unit and before.answer.unit and not gap.strip():
            items.append(after)
        else:
            break
    rest = text[items[-1].end :].strip()
    return items, open_sum or rest[:1] in tuple("+*/^")


def _spoken_join(text: str, items: list[Amount]) -> list[bool]:
    gaps = (text[before.end : after.start] for before, after in pairwise(items))
    return [bool(re.search(r"(?i)\b(?:and|or)\b|;|\n|=|:", gap)) for gap in gaps]


def _compound(answers: list[Answer]) -> tuple[Answer, ...]:
    """Join *1 hour 30 minutes* to one amount in the larger unit."""
    if len(answers) == 2:
        large, small = answers
        unit = (
            small.unit.lower()
            .removesuffix("s")
            .removesuffix("e" if small.unit.lower().endswith("ches") else "")
        )
        fits = unit in _PARTS and large.unit.lower().removesuffix("s") in (
            _LARGER[unit],
            "feet"[: 4 * (unit == "inch")],
        )
        if fits and isinstance(large.value, Fraction) and isinstance(small.value, Fraction):
            return (Answer(large.value + small.value / _PARTS[unit], large.unit),)
    return tuple(answers)


def _computed(text: str) -> tuple[Answer, ...]:
    """Return the value of arithmetic that was left as it is: ``5 + 7``, ``2 * sqrt(9)``."""
    text = re.sub(r"^[\s:]*(?:[a-z]\s?=)?", "", text.replace("$", "").replace("×", "*")).strip(" .")
    # A hyphen without blanks may mean a range, and a percent sign a share.
    if (
        not text
        or _FORMULA.sub("", text)
        or "%" in text
        or re.search(r"\d-\d", text)
        or not re.search(r"\d", text)
    ):
        return ()
    try:
        value = approximate(parse_expression(text.replace("pi", "3.14159265358979")))
    except EquationError:
        return ()
    return (Answer(value),)
