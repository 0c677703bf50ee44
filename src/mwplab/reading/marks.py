r"""Places where a completion says that its answer follows: ``\boxed``, ``####``, *the answer is*, JSON."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from mwplab.reading.values import LONGEST, Manner

MOST_MARKS = 32
"""Marks of one kind that are looked at, the last ones."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of text that should be an answer."""

    start: int
    """Where the stretch begins."""

    end: int
    """Where it ends."""

    rule: str
    """What marks it."""

    manner: Manner
    """How much may stand around the value."""

    parts: tuple[str, ...] = ()
    """The answers one by one, where the mark tells them apart."""


_ANSWER = (
    r"(?<!wrong )(?<!incorrect )\b(?:answers?|ans)\b(?![\"']| (?:every|all|each|any|it|them|this)\b)"
    r"(?P<between>[^\n.:=?!]{0,80}?)"
    r"(?:(?P<verb>\b(?:is|are|was|be|equals?|becomes|comes (?:out )?to)\b(?:[ \t]?:)?)"
    r"|(?P<sign>[:=—–]|→|->|- )|(?P<dot>\.(?=\s?[-$\d])))"
)
_RESULT = (
    r"(?<![\"'])\b(?:solutions?|results?|final (?:value|total|count|amount)"
    r"|correct (?:value|number|option|choice|total))\b"
    r"(?P<between2>[^\n.:=?!]{0,40}?)(?:(?P<verb2>\b(?:is|are|was)\b(?:[ \t]?:)?)|(?P<sign2>[:=]))"
)
_PHRASE = re.compile(f"{_ANSWER}|{_RESULT}", re.IGNORECASE)
_HEADING = re.compile(
    r"^[ \t#*_>]{0,12}(?:the )?(?:final )?answers?[ \t*_:]{0,8}$", re.IGNORECASE | re.MULTILINE
)
_FEW_SHOT = re.compile(r"^(?:A|Ans)\s?[:.]", re.MULTILINE)
_HASHES = re.compile(r"####(?!#)[ \t]*")
_TAG = re.compile(r"<(answer|final_answer|final|result|solution|ans)>", re.IGNORECASE)
_KEY = re.compile(
    r"[\"'](?:final[_ ]?answer|answers?|result|solution|ans|value)[\"']\s{0,5}:\s{0,5}", re.IGNORECASE
)
_BOX = re.compile(r"\\(?:boxed|fbox)\s?(?:\{|(?=[-\d]))")
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_CORRECTED = re.compile(
    r"\b(?:wait|actually|correction|sorry|oops|hmm|no,|mistake|wrong|incorrect|rather|scratch that)\b"
    r"[^\n]{0,160}?"
    r"\b(?:should (?:be|have been)|must be|make (?:that|it)|it['’]?s|it is|that(?: i|['’])s|gives|get"
    r"|actually|correction)\b[:, ]{0,3}(?=[-$\\*\d])",
    re.IGNORECASE,
)
_CHOSEN = re.compile(
    r"(?:(?i:\b(?:answer|ans|option|choice|thus|hence|so|therefore)\b)[ \t,]{0,4}|^[ \t>*]{0,8}|(?=\())"
    r"\(?([A-Z])\)?"
    r"(?= is (?:the )?(?:correct|right|best|answer|true)|[ \t*]{0,4}[.)]?[ \t*]{0,4}$)",
    re.MULTILINE,
)
_STOP = re.compile(
    r"(?<![ap]\.m)(?<!\brs)(?<!\bapprox)(?<!\bno)[.!?](?=[\s*_\"')\]}]|\\[)\]]|\$(?!\d)|$)", re.IGNORECASE
)
_LISTED = re.compile(r"[ \t]*(?:[-*•]|\d{1,2}[.)]|(?=[^\W\d_]))[ \t*]*[^\n=:]{0,40}[=:][^\n=]{0,60}")
_NEXT_TURN = re.compile(
    r"^[ \t*#]{0,8}(?:Q|Question|Problem|Human|User|Instruction|Exercise)(?: \d{1,3})?[ \t*]{0,4}:",
    re.MULTILINE,
)
_JOINED = re.compile(r"[\s$.]{0,6}(?:\\[()\]\[]|[\w\s,;:=$&/'’%-]){0,60}")
_REVOKED = re.compile(
    r"\b(?:wait|actually|no|not|sorry|oops|mistake|wrong|instead|rather|correct|check|so|but|hmm|then)\b|\n\s*\n",
    re.IGNORECASE,
)


def strong_marks(text: str, *, options: bool = False) -> list[Mark]:
    """Return the marks that say outright where the answer is, in reading order.

    >>> [mark.rule for mark in strong_marks("The answer is 3. Wait: #### 4")]
    ['the-answer-is', 'hashes']
    """
    folded = text.lower()
    rules = [rule for rule, signs in _SIGNS.items() if any(sign in folded for sign in signs)]
    rules += [_letters] * options
    marks = sorted((mark for rule in rules for mark in rule(text)), key=lambda mark: mark.start)
    turn = _NEXT_TURN.search(text, marks[0].end) if marks else None
    # A model that goes on to invent the next problem has answered before.
    return [mark for mark in marks if turn is None or mark.start < turn.start()]


def clause(text: str, start: int) -> int:
    """Return where the sentence or line that begins at a place ends, at most `LONGEST` characters on."""
    line = text.find("\n", start, start + LONGEST)
    limit = min(len(text), start + LONGEST) if line < 0 else line
    stop = _STOP.search(text, start, limit)
    return limit if stop is None else stop.start()


def _last(matches: Iterable[re.Match[str]]) -> Iterator[re.Match[str]]:
    return iter(deque(matches, maxlen=MOST_MARKS))


def _boxes(text: str) -> Iterator[Mark]:
    """Yield boxes; those in one sentence are several answers."""
    group: list[tuple[int, int]] = []
    for box in _last(_BOX.finditer(text)):
        end = _closing(text, box.end()) if box[0].endswith("{") else clause(text, box.end())
        if end is None:
            continue
        if group and box.start() < group[-1][1]:
            continue
        between = text[group[-1][1] + 1 : box.start()] if group else ""
        if group and not (_JOINED.fullmatch(between) and not _REVOKED.search(between)):
            yield _boxed(text, group)
            group = []
        group.append((box.end(), end))
    if group:
        yield _boxed(text, group)


def _boxed(text: str, group: list[tuple[int, int]]) -> Mark:
    parts = tuple(text[start:end] for start, end in group)
    behind = re.match(r"\}(?:\$|\\[)\]])?[ \t]?([^\W\d_]{2,20})", text[group[-1][1] : group[-1][1] + 30])
    if len(parts) == 1 and behind:
        parts = (f"{parts[0]} {behind[1]}",)
    return Mark(group[0][0], group[-1][1], "boxed", Manner.FREE, parts)


def _closing(text: str, place: int) -> int | None:
    depth = 1
    for brace in _BRACE.finditer(text, place, place + 5 * LONGEST):
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        if not depth:
            return brace.start()
    return None


def _hashes(text: str) -> Iterator[Mark]:
    for match in _last(_HASHES.finditer(text)):
        line = text.find("\n", match.end())
        end = len(text) if line < 0 else line
        yield Mark(match.end(), min(end, match.end() + LONGEST), "hashes", Manner.STRICT)


def _tags(text: str) -> Iterator[Mark]:
    for match in _last(_TAG.finditer(text)):
        end = text.find(f"</{match[1]}", match.end(), match.end() + 5 * LONGEST)
        yield Mark(match.end(), end if end >= 0 else clause(text, match.end()), "tag", Manner.FREE)


def _keys(text: str) -> Iterator[Mark]:
    for match in _last(_KEY.finditer(text)):
        piece = text[match.end() : match.end() + LONGEST]
        if piece.startswith("'"):
            end = piece.find("'", 1)
            parts: tuple[str, ...] = (piece[1:end],) if end > 0 else ()
            length = end + 1
        else:
            parts, length = _json_value(piece)
        if length > 0:
            yield Mark(match.end(), match.end() + length, "json", Manner.FREE, parts)


def _json_value(piece: str) -> tuple[tuple[str, ...], int]:
    """Return a value as texts, its numbers as they are written, and its length."""
    try:
        value, end = json.JSONDecoder(parse_float=str, parse_int=str).raw_decode(piece)
    except (ValueError, RecursionError):
        return (), 0
    values = (
        value if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else [value]
    )
    texts = (
        "N/A"
        if each is None
        else {True: "yes", False: "no"}.get(each, each)
        if isinstance(each, bool)
        else each
        for each in values
    )
    return tuple(str(each) for each in texts), end


def _phrases(text: str) -> Iterator[Mark]:
    for match in _last(_PHRASE.finditer(text)):
        verb, rule = match["verb"] or match["verb2"], "the-answer-is"
        start = match.end()
        if not verb:
            rule = "answer-colon"
            start += len(re.match(r"[ \t*_]{0,8}", text[start : start + 8])[0])  # type: ignore[index]
        blank = re.match(r"[ \t*_:]{0,8}\n\s{0,20}", text[start : start + 40])
        if blank:
            start += blank.end()
            yield Mark(start, _block(text, start), rule, Manner.FREE)
        else:
            yield Mark(
                start,
                clause(text, start),
                rule,
                Manner.FREE if match["verb"] or match["sign"] else Manner.LOOSE,
            )
    for match in _last(_FEW_SHOT.finditer(text)):
        yield Mark(match.end(), clause(text, match.end()), "answer-colon", Manner.STRICT)


def _headings(text: str) -> Iterator[Mark]:
    for match in _last(_HEADING.finditer(text)):
        blank = re.match(r"\s{0,20}", text[match.end() : match.end() + 20])
        start = match.end() + (blank.end() if blank else 0)
        if start < len(text):
            yield Mark(start, _block(text, start), "heading", Manner.FREE)


def _block(text: str, start: int) -> int:
    """Return where the line ends, and with it the lines of the same list."""
    if not _LISTED.match(text, start):
        return clause(text, start)
    end = text.find("\n", start, start + LONGEST)
    while end >= 0 and (line := _LISTED.match(text, end + 1)) and line.end() < start + LONGEST:
        end = line.end() if line.end() < len(text) and text[line.end()] == "\n" else -1
        if end < 0:
            return line.end()
    return min(len(text), start + LONGEST) if end < 0 else end


def _letters(text: str) -> Iterator[Mark]:
    for match in _last(_CHOSEN.finditer(text)):
        yield Mark(match.start(1), match.end(1), "option", Manner.STRICT)


def _corrections(text: str) -> Iterator[Mark]:
    for match in _last(_CORRECTED.finditer(text)):
        yield Mark(match.end(), clause(text, match.end()), "correction", Manner.STRICT)


# A text without a rule's signs, in lower case, has none of its marks, and a plain search for them is cheap.
_SIGNS: dict[Callable[[str], Iterator[Mark]], tuple[str, ...]] = {
    _boxes: ("\\boxed", "\\fbox"),
    _hashes: ("####",),
    _tags: ("<",),
    _keys: ('"', "'"),
    _phrases: ("ans", "solution", "result", "final", "correct", "a:", "a.", "a :", "a ."),
    _headings: ("answer",),
    _corrections: (
        *("wait", "actually", "correction", "sorry", "oops", "hmm", "no,"),
        *("mistake", "wrong", "incorrect", "rather", "scratch that"),
    ),
}
