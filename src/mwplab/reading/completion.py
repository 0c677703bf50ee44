"""The final answer in a raw completion of a language model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from mwplab.equations import EquationSystem
from mwplab.reading.amounts import amounts
from mwplab.reading.choices import fold
from mwplab.reading.formulas import read_equations
from mwplab.reading.marks import Mark, strong_marks
from mwplab.reading.masks import mask
from mwplab.reading.plain import plain
from mwplab.reading.refusals import find_refusal, is_refusal
from mwplab.reading.values import LONGEST, Context, Manner, read_region
from mwplab.records import Answer, Problem, Question
from mwplab.text import Span

WINDOW = 100_000
"""Characters at the end of a completion in which the answer is looked for."""


class Status(StrEnum):
    """What reading a completion came to."""

    FOUND = "found"
    NONE = "none"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What was read in a completion, where and how."""

    status: Status
    """Found; none, where the text is empty or refuses; unreadable, where it says something else."""

    answers: tuple[Answer, ...] = ()
    """The answers, in their order."""

    span: Span | None = None
    """Where they stand in the raw text."""

    rule: str = ""
    """What showed that it is the answer: boxed, hashes, the-answer-is, whole, last-number, ..."""

    equations: EquationSystem | None = None
    """The equation that the text gives besides, over numbers as they are written."""


_LAST_WORDS = re.compile(
    r"\b(?:let me know|hope (?:this|that) helps|feel free|anything else|any (?:other |more )?questions"
    r"|good luck|great job|well done|you['’]re welcome|happy to help|does that make sense)\b",
    re.IGNORECASE,
)
_CONCLUSION = re.compile(
    r"[\s*_#>-]{0,8}(?:so|therefore|thus|hence|in total|altogether|in conclusion|finally|overall|that means"
    r"|this means|consequently|as a result|in the end|in all)\b[\s,:]{0,4}(?:that\s)?",
    re.IGNORECASE,
)
_ASSIGNED = re.compile(r"[^\W\d_][\w ]{0,20}[=:]")
_FIRST_LINE = re.compile(
    r"\s{0,20}([^\n=]{1,60})\n\s{0,20}\W{0,4}(?:explanation|reason|because|here['’ i]|working"
    r"|steps?\b|solution)",
    re.IGNORECASE,
)
_BOLD = re.compile(r"(?<![\w*])\*\*([^*\n]{1,80})\*\*(?![\d*])|(?<!\w)__([^_\n]{1,80})__(?!\w)")
_SENTENCE = re.compile(r"(?<![ap]\.m)(?<!\brs)[.!?](?=\s)|\n", re.IGNORECASE)
_EQUALS = re.compile(r"=|≈|\bequals\b")


def read_completion(
    text: str,
    source: Problem | Question | Sequence[str] | None = None,
    *,
    last_number: bool = False,
    cut: bool = False,
) -> Reading:
    r"""Find the final answer in what a language model wrote.

    The question, or its options alone, tells letters, times and ratios apart. The last number of the text
    counts only where ``last_number`` says so. Of a text that was ``cut`` only marks count, and none at its
    end, where half a number may stand. Time grows with the length of the text, and nothing is run.

    >>> reading = read_completion("<think>Hmm, 7?</think> Adding up, we get $\\boxed{12\\text{ apples}}$.")
    >>> reading.status.value, [str(answer) for answer in reading.answers], reading.rule
    ('found', ['12 (apples)'], 'boxed')
    >>> read_completion("I cannot answer that.").status, read_completion("Qua qua").status
    (<Status.NONE: 'none'>, <Status.UNREADABLE: 'unreadable'>)
    """
    if not text.strip():
        return Reading(status=Status.NONE)
    masked = mask(text)
    offset = max(0, len(text) - WINDOW)
    reader = _Reader(masked.text[offset:], Context.of(source), offset)
    reading = reader.strong(cut=cut) or (None if cut else reader.weak(masked.hidden))
    if reading is None and last_number and not cut:
        reading = reader.last_number()
    return reading or Reading(status=Status.UNREADABLE)


class _Reader:
    """Looks through the end of one completion, the strongest signs first."""

    def __init__(self, text: str, context: Context, offset: int) -> None:
        self.text = text
        self.context = context
        self.offset = offset

    def strong(self, *, cut: bool = False) -> Reading | None:
        """Return what the last mark gives that has a value; one that refuses says that there is none."""
        for mark in reversed(strong_marks(self.text, options=bool(self.context.options))):
            if cut and not self.text[mark.end :].strip(" ."):
                continue
            answers = self._answers(mark)
            if answers:
                return self._found(answers, mark.start, mark.end, mark.rule)
            if is_refusal(plain(" ".join(mark.parts) or self.text[mark.start : mark.end])):
                return Reading(status=Status.NONE, rule="refusal")
        return None

    def _answers(self, mark: Mark) -> tuple[Answer, ...]:
        parts = mark.parts or (self.text[mark.start : mark.end],)
        return tuple(answer for part in parts for answer in read_region(part, self.context, mark.manner))

    def weak(self, hidden: bool) -> Reading | None:
        """Return what a text without marks gives: a value alone, or one in its last sentence."""
        sentences = self._sentences()
        if not sentences:
            return None if hidden or self.text.strip() else Reading(status=Status.NONE)
        start, end = sentences[-1]
        if len(sentences) == 1 and is_refusal(self.text[start:end]):
            return Reading(status=Status.NONE, rule="refusal")
        reading = next(self._conclusions(sentences), None)
        refusal = find_refusal(self.text)
        if refusal and (reading is None or refusal.start() >= start):
            return Reading(status=Status.NONE, rule="refusal")
        return reading

    def _conclusions(self, sentences: list[tuple[int, int]]) -> Iterator[Reading]:
        start, end = sentences[-1]
        last = self.text[start:end]
        if len(sentences) == 1 or "".join(self.text.split()) == "".join(last.split()):
            yield from self._try(start, end, "whole", Manner.STRICT)
            yield from self._named(start, end)
        elif all(_ASSIGNED.match(self.text, left, right) for left, right in sentences):
            yield from self._try(sentences[0][0], end, "whole", Manner.STRICT)
        first = _FIRST_LINE.match(self.text)
        if first:
            yield from self._try(first.start(1), first.end(1), "first-line", Manner.STRICT)
        for bold in reversed(list(_BOLD.finditer(self.text, sentences[max(0, len(sentences) - 2)][0]))):
            yield from self._try(bold.start(), bold.end(), "bold", Manner.STRICT)
        equals = [match.end() for match in _EQUALS.finditer(last)]
        if equals and len(amounts(plain(last[equals[-1] :][:LONGEST]))) == 1:
            yield from self._try(start + equals[-1], end, "equals", Manner.STRICT)
        conclusion = _CONCLUSION.match(last)
        if conclusion and len(amounts(plain(last[conclusion.end() :][:LONGEST]))) == 1:
            yield from self._try(start + conclusion.end(), end, "conclusion", Manner.LOOSE)
        if len(sentences) == 1 and self._closed(end) and len(amounts(plain(last[:LONGEST]))) == 1:
            yield from self._try(start, end, "sentence", Manner.LOOSE)

    def _closed(self, end: int) -> bool:
        return self.text[end - 1 : end + 1].strip()[-1:] in (".", "!")

    def _named(self, start: int, end: int) -> Iterator[Reading]:
        """Yield a few words that the question names: *the red kite*."""
        said = plain(self.text[start:end][:LONGEST]).strip(" .!")
        if 0 < len(said.split()) <= 6 and fold(said) and f" {fold(said)} " in f" {fold(self.context.text)} ":
            yield self._found((Answer(said),), start, end, "named")

    def _sentences(self) -> list[tuple[int, int]]:
        """Return the last sentences with something in them, without words of farewell."""
        places = [0, *(match.end() for match in _SENTENCE.finditer(self.text)), len(self.text)]
        spans: list[tuple[int, int]] = []
        for start, end in zip(reversed(places[:-1]), reversed(places[1:]), strict=True):
            piece = self.text[start:end]
            if re.search(r"\w|[½¼¾⅓⅔]", piece) and (spans or not _LAST_WORDS.search(piece[:LONGEST])):
                left = start + len(piece) - len(piece.lstrip())
                spans.append((left, start + len(piece.rstrip())))
            if len(spans) == 5:
                break
        return spans[::-1]

    def _try(self, start: int, end: int, rule: str, manner: Manner) -> Iterator[Reading]:
        answers = read_region(self.text[start:end], self.context, manner) if end - start <= LONGEST else ()
        if answers:
            yield self._found(answers, start, end, rule)

    def last_number(self) -> Reading | None:
        """Return the last number of the text."""
        for start, end in reversed(self._sentences()):
            found = amounts(plain(self.text[max(start, end - LONGEST) : end]), time=self.context.time)
            if found:
                return self._found((found[-1].answer,), start, end, "last-number")
        return None

    def _found(self, answers: tuple[Answer, ...], start: int, end: int, rule: str) -> Reading:
        piece = self.text[start:end]
        left, right = len(piece) - len(piece.lstrip()), len(piece.rstrip())
        span = Span(self.offset + start + left, self.offset + start + max(left, right))
        return Reading(
            status=Status.FOUND,
            answers=answers,
            span=span,
            rule=rule,
            equations=read_equations(self.text, piece),
        )
