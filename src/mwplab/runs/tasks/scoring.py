"""Reads the answer in a reply and compares it with the expected values.

This file travels with the tasks that mwplab exports. It needs Python alone, and ``datasets`` to hand the rows
in ``data/`` to lm-evaluation-harness. It goes by the same rules as mwplab's own reader, in short: the last
mark with a value counts, and without marks only a value that stands alone or concludes the reply. What a
harness logged is read by the full reader with ``mwp judge LOG --gold DATASET``, which names every difference.
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

CLAUSE = 400
"""Characters of the longest sentence that is read as an answer."""

_HIDDEN = re.compile(
    r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)|\A.*</think>|<<[^<>\n]*>>|^```(?!json|text|output|latex|math)\w+\n.*?(?:^```|\Z)",
    re.DOTALL | re.MULTILINE | re.IGNORECASE,
)
_ENDED = re.compile(r"<\|(?:im_end|eot_id|endoftext)\|>|</s>")
_LATEX = re.compile(r"\\[dt]?frac\s?\{([^{}]*)\}\s?\{([^{}]*)\}")
_COMMAND = re.compile(r"\\(?:text\w*|math\w*)\s?\{|\\[()\[\]]|\\[,;! ]|\*\*|`|(?<!\d)\$(?!\d)|\\(?=[$%])")
_MARK = re.compile(
    r"(?<!wrong )(?<!incorrect )(?<![a-z])answers?\b[^\n.:=?!]{0,80}?(?:\b(?:is|are|was|be|equals?)\b:?|[:=])"
    r"|\b(?:solutions?|results?|correct (?:option|choice))\b[^\n.:=?!]{0,40}?(?:\b(?:is|are)\b:?|[:=])"
    r"|^[ #*]*(?:final )?answer[ *]*$|####|\\boxed\s?\{|<answer>",
    re.IGNORECASE | re.MULTILINE,
)
_NEXT = re.compile(r"^\W{0,8}(?:Q|Question|Problem|Human|User|Exercise)(?: \d+)?\W{0,4}:", re.MULTILINE)
_END = re.compile(r"\n|(?<!\b[ap]\.m)[.!?](?=[\s\"')]|$)|\}|</", re.IGNORECASE)
_SENTENCE = re.compile(r"\n|(?<![ap]\.m)[.!?](?=\s)", re.IGNORECASE)
_FAREWELL = re.compile(r"\b(?:let me know|hope (?:this|that) helps|feel free|well done|good luck)\b", re.I)
_CONCLUDES = re.compile(
    r"\W*(?:so|therefore|thus|hence|in total|altogether|in conclusion|finally|overall|th(?:at|is) means)\b",
    re.I,
)
_REFUSES = re.compile(
    r"\b(?:cannot|can't|can not|could not|do(?:es)? not|don't|unable|not (?:enough|possible|given))\b", re.I
)
_SMALL = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
_WORDS = {word: value for value, word in enumerate(_SMALL.split())} | {
    "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40,
    "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_WORD = re.compile(rf"\b(?P<tens>\w+ty)?-?\b(?P<word>{'|'.join(_WORDS)})\b", re.IGNORECASE)
_NUMBER = re.compile(
    r"(?<![\w.])(?P<sign>-?)\s?[$€£]?\s?(?P<above>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)"
    r"(?:\s(?P<top>\d+)(?=\s?/\s?\d))?(?:\s?/\s?(?P<below>\d+))?(?!\d)"
)
_RATIO = re.compile(
    r"(?<![\w.])\d{1,12}(?:\.\d{1,9})?(?:\s{0,3}(?::|\bto\b)\s{0,3}\d{1,12}(?:\.\d{1,9})?)+(?!\d)"
)
_LETTER = re.compile(r"\W*([A-Z])(?:[).:,]|\s*$)")
_ARTICLE = re.compile(r"\W*(?:(?:the|a|an)\s)?\W*", re.IGNORECASE)


def find_answer(reply: str) -> str:
    r"""Return where a reply states its answer: behind the last mark with a value, or else in its conclusion.

    >>> find_answer("8 + 7 = 15.\nThe answer is 15 beetles. Well done!"), find_answer("So 3 + 4 = 7.")
    ('15 beetles', '7.')
    >>> find_answer("Ann has 3 and Bo has 4 figs, let us see what that")
    ''
    """
    return _stated(reply)[0]


def is_right(reply: str, values: Sequence[str], options: Sequence[str] = (), cut: bool = False) -> bool:
    """Tell whether a reply gives the expected values: numbers, ratios such as 2:3, or words.

    In a reply that was cut for its length only marks count, and none at its end, where half a number may be.

    >>> is_right("The answer is 33.33 metres.", ["100/3"]), is_right("They are 3 and 1.25 kg.", ["1.25", "3"])
    (True, True)
    >>> is_right("The answer is the grey bucket.", ["grey bucket"]), is_right("The answer is 6 to 4", ["3:2"])
    (True, True)
    """
    said, marked = _stated(reply, options, len(values), cut)
    if not all(map(_is_number, values)):
        return all(_says(said, value, marked) for value in values)
    found = _given(said, len(values), marked)
    expected = sorted(number for value in values for number in numbers(value))
    return len(found) == len(expected) and all(map(_close, sorted(found), expected))


def is_answered(reply: str, values: Sequence[str], options: Sequence[str] = (), cut: bool = False) -> bool:
    """Tell whether a reply states something that can be compared at all.

    >>> is_answered("The answer is 7.", ["8"]), is_answered("I cannot say.", ["8"])
    (True, False)
    """
    said, _ = _stated(reply, options, len(values), cut)
    if all(map(_is_number, values)):
        return bool(numbers(said))
    return bool(said) and (not any(map(_RATIO.fullmatch, values)) or bool(_RATIO.search(said)))


def _given(said: str, wanted: int, marked: bool) -> list[Fraction]:
    """Return as many numbers as are wanted: each behind a sign of its own, or those behind the last one."""
    parts = [numbers(part) for part in said.split("=")]
    if wanted > 1 and len(parts) == wanted + 1 and all(parts[1:]):
        return [part[0] for part in parts[1:]]
    return parts[-1][:wanted] if marked else parts[-1][-wanted:]


def numbers(text: str) -> list[Fraction]:
    """Return the numbers of a text in their order: those in digits, or where there are none those in words.

    >>> [str(number) for number in numbers("$1,200.50, -3, 2 1/4 and 1/4 of it")], numbers("twenty-one")
    (['2401/2', '-3', '9/4', '1/4'], [Fraction(21, 1)])
    """
    found = []
    for match in _NUMBER.finditer(text):
        above, top, below = (match[part] or "" for part in ("above", "top", "below"))
        if max(map(len, (above, top, below))) <= LONGEST and int(below or 1):
            value = Fraction(above.replace(",", ""))
            value = value + Fraction(int(top), int(below)) if top else value / int(below or 1)
            found.append(-value if match["sign"] else value)
    spoken = (_WORDS.get((match["tens"] or "zero").lower(), 0) + _WORDS[match["word"].lower()]
              for match in _WORD.finditer(text))  # fmt: skip
    return found or [Fraction(value) for value in spoken]


def _stated(reply: str, options: Sequence[str] = (), wanted: int = 1, cut: bool = False) -> tuple[str, bool]:
    """Return what is stated as the answer, and whether it was marked; a letter stands for its option."""
    text = _plain(reply)
    said = _marked(text, cut)
    marked = bool(said)
    said = said or ("" if cut else _concluded(text, wanted))
    letter = _LETTER.match(said)
    place = ord(letter[1]) - ord("A") if letter else len(options)
    return (options[place] if place < len(options) else said), marked


def _plain(reply: str) -> str:
    """Return the end of a reply without reasoning, programs, LaTeX and Markdown, to the end of its turn."""
    text = _HIDDEN.sub(" ", reply[-WINDOW:].replace("−", "-")).strip()
    text = _LATEX.sub(r" \1/\2", _ENDED.split(text, maxsplit=1)[0])
    return _COMMAND.sub("", text.replace("{,}", "")).strip()


def _marked(text: str, cut: bool) -> str:
    """Return what stands behind the last mark with a value."""
    marks = list(_MARK.finditer(text))
    after = _NEXT.search(text, marks[0].end()) if marks else None
    for mark in reversed(marks):
        if after is None or mark.start() < after.start():
            rest = text[mark.end() : mark.end() + CLAUSE]
            end = _END.search(rest, len(rest) - len(rest.lstrip(" \n:*=\"'")))
            stop = end.start() if end else len(rest)
            if cut and not text[mark.end() + stop :].strip(" ."):
                continue
            said = rest[:stop].strip(" \n:*=\"'$,")
            if numbers(said) or (said and len(said.split()) <= 6):
                return said
    return ""


def _concluded(text: str, wanted: int) -> str:
    """Return what a reply without marks concludes with: a value alone, behind ``=``, or the only one told."""
    sentences = [one for one in _SENTENCE.split(text) if re.search(r"\w", one) and not _FAREWELL.search(one)]
    last = sentences[-1].strip() if sentences else ""
    if len(last) > CLAUSE or last.endswith(("+", "-", "*", "/", "×")) or _REFUSES.search(last):
        return ""
    if "=" in last and len(numbers(behind := last.rsplit("=", 1)[-1])) in (1, wanted):
        return behind.strip()
    whole = len(sentences) == 1 and (text[-1:] in ".!" or len(last.split()) <= 6)
    found = numbers(_RATIO.sub("1", last))
    if whole and not found and len(last.split()) <= 6:
        return last
    return last if (whole or _CONCLUDES.match(last)) and len(found) in (1, wanted) else ""


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
