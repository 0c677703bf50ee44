"""Reads the answer in a reply and compares it with the expected values.

This file travels with the tasks that mwplab exports. It needs Python alone, and ``datasets`` to hand the rows
in ``data/`` to lm-evaluation-harness. It reads less than mwplab does: a log that a harness made with it is
read again, whole, by ``mwp judge LOG --gold DATASET``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

WINDOW = 20_000
"""Characters at the end of a reply that are looked at."""

LONGEST = 50
"""Digits of the longest number; more are no answer, and slow to compute with."""

_MARK = re.compile(r"\banswers?\s*(?:is|are|:|=)\s*:?|####|\\boxed\s*\{", re.IGNORECASE)
_END = re.compile(r"\n|(?<!\b[ap]\.m)[.!?](?=\s|$)|\}", re.IGNORECASE)
_NUMBER = re.compile(
    r"(?<![\w.])(?P<sign>[-−]?)\s?\$?\s?(?P<above>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)"
    r"(?:\s?/\s?(?P<below>\d+))?(?!\d)"
)
_RATIO = re.compile(
    r"(?<![\w.])\d{1,12}(?:\.\d{1,9})?(?:\s{0,3}(?::|\bto\b)\s{0,3}\d{1,12}(?:\.\d{1,9})?)+(?!\d)"
)
_LETTER = re.compile(r"\W*([A-Z])(?:[).:,]|\s*$)")
_ARTICLE = re.compile(r"\W*(?:(?:the|a|an)\s)?\W*", re.IGNORECASE)


def find_answer(reply: str) -> str:
    r"""Return where a reply states its answer: behind the last mark, or else its last line.

    >>> find_answer("8 + 7 = 15.\nThe answer is 15 beetles. Well done!"), find_answer("So 3 + 4 = 7.")
    ('15 beetles', 'So 3 + 4 = 7.')
    """
    return _stated(reply)[0]


def is_right(reply: str, values: Sequence[str], options: Sequence[str] = ()) -> bool:
    """Tell whether a reply gives the expected values: numbers, ratios such as 2:3, or words.

    >>> is_right("The answer is 33.33 metres.", ["100/3"]), is_right("They are 3 and 1.25 kg.", ["1.25", "3"])
    (True, True)
    >>> is_right("The answer is the grey bucket.", ["grey bucket"]), is_right("The answer is 6 to 4", ["3:2"])
    (True, True)
    """
    said, marked = _stated(reply, options)
    if not all(map(_is_number, values)):
        return all(_says(said, value, marked) for value in values)
    found = numbers(said.rsplit("=", 1)[-1])
    found = found[: len(values)] if marked else found[-len(values) :]
    expected = sorted(number for value in values for number in numbers(value))
    return len(found) == len(expected) and all(map(_close, sorted(found), expected))


def is_answered(reply: str, values: Sequence[str], options: Sequence[str] = ()) -> bool:
    """Tell whether a reply states something that can be compared at all.

    >>> is_answered("The answer is 7.", ["8"]), is_answered("I cannot say.", ["8"])
    (True, False)
    """
    said, _ = _stated(reply, options)
    if all(map(_is_number, values)):
        return len(numbers(said)) >= len(values)
    return bool(said) and (not any(map(_RATIO.fullmatch, values)) or bool(_RATIO.search(said)))


def numbers(text: str) -> list[Fraction]:
    """Return the numbers of a text in their order.

    >>> [str(number) for number in numbers("$1,200.50, -3 and 1/4 of it")]
    ['2401/2', '-3', '1/4']
    """
    found = []
    for match in _NUMBER.finditer(text):
        above, below = match["above"].replace(",", ""), match["below"] or "1"
        if max(len(above), len(below)) <= LONGEST and int(below):
            value = Fraction(above) / int(below)
            found.append(-value if match["sign"] else value)
    return found


def _stated(reply: str, options: Sequence[str] = ()) -> tuple[str, bool]:
    """Return what is stated as the answer, and whether it was marked; a letter stands for its option."""
    reply = reply[-WINDOW:].strip()
    rests = [reply[match.end() :].strip(" \n:*$") for match in _MARK.finditer(reply)]
    rest = next((rest for rest in reversed(rests) if rest.strip(".}")), "")
    end = _END.search(rest)
    said = (rest[: end.start()] if end else rest).strip(" *$") or reply.rsplit("\n", 1)[-1].strip()
    letter = _LETTER.match(said)
    place = ord(letter[1]) - ord("A") if letter else len(options)
    return (options[place] if place < len(options) else said), bool(rest)


def _is_number(value: str) -> bool:
    return _NUMBER.fullmatch(value.strip()) is not None


def _close(found: Fraction, expected: Fraction) -> bool:
    return abs(found - expected) <= max(Fraction(1, 100), abs(expected) / 1000)


def _says(said: str, value: str, marked: bool) -> bool:
    if not _RATIO.fullmatch(value):
        # Without a mark, a line that begins with the word may say anything about it.
        end = r"(?!\w)" if marked else r"\W*$"
        begins, word = (_ARTICLE.sub("", text, count=1).casefold() for text in (said, value))
        return re.match(re.escape(word) + end, begins) is not None
    ratio = _RATIO.search(said)
    found, expected = (numbers(text.replace(":", " ")) for text in (ratio[0] if ratio else "", value))
    return len(found) == len(expected) and all(
        one * expected[0] == other * found[0] for one, other in zip(found, expected, strict=True)
    )


def process_results(doc: dict[str, Any], results: Sequence[str]) -> dict[str, float]:
    """Score a reply for lm-evaluation-harness."""
    asked = (results[0] or "", doc["extra"]["values"], doc["extra"]["options"])
    return {"numeric_match": float(is_right(*asked)), "answered": float(is_answered(*asked))}


def documents(**_: Any) -> dict[str, Any]:
    """Return the rows of the task for lm-evaluation-harness, which hands over the task's metadata."""
    from datasets import Dataset

    files = sorted((Path(__file__).parent / "data").glob("*.jsonl"))
    return {file.stem: Dataset.from_list(read_rows(file)) for file in files}


def read_rows(file: Path) -> list[dict[str, Any]]:
    """Return the rows of a file of JSON Lines."""
    with file.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
