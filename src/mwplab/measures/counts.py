"""What can be counted in a problem: operations, numbers, words; and types and grades over problems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mwplab.equations import count_operators
from mwplab.errors import StatisticsError, UnknownName
from mwplab.measures.measure import Summary, mean_of, shares
from mwplab.records import Problem
from mwplab.registry import check_kinds
from mwplab.text import sentences, tokens
from mwplab.text.words import Words, has_letter


@dataclass(frozen=True, slots=True, kw_only=True)
class Operators:
    """The mean number of operations in a problem's equations; the parts are shares.

    >>> Operators().combine([1, 2, None, 1]).parts["operators=1"].n
    2
    """

    def observe(self, problem: Problem) -> int | None:
        """Return how many operations there are; none without equations."""
        return None if problem.equations is None else count_operators(problem.equations)

    def combine(
        self, seen: Sequence[int | None], *, jobs: int | None = 1, cluster: str | None = None
    ) -> Summary:
        """Return the mean."""
        return mean_of(seen, "equations", shares(seen, "operators"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """The mean number of quantities in a text; the parts are shares.

    >>> Numbers().combine([2, 3]).value
    2.5
    """

    def observe(self, problem: Problem) -> int:
        """Return how many numbers the text holds."""
        return len(problem.quantities)

    def combine(self, seen: Sequence[int], *, jobs: int | None = 1, cluster: str | None = None) -> Summary:
        """Return the mean."""
        return mean_of(seen, "a text", shares(seen, "numbers"))


_UNITS: dict[str, Callable[[str], int]] = {
    "words": lambda text: sum(has_letter(token.text) for token in tokens(text)),
    "tokens": lambda text: len(tokens(text)),
    "sentences": lambda text: len(sentences(text)),
    "characters": len,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Length:
    """The mean length of the texts.

    >>> Length(unit="sentences").observe(Problem(id="a/1", body="Ann ran.", question="Why?"))
    2
    """

    unit: str = "words"
    """``words`` (numbers too), ``tokens`` (marks of punctuation too), ``sentences`` or ``characters``."""

    def __post_init__(self) -> None:
        check_kinds(self)
        if self.unit not in _UNITS:
            raise UnknownName.among("unit of length", self.unit, _UNITS)

    def observe(self, problem: Problem) -> int:
        """Return the length of the text."""
        return _UNITS[self.unit](problem.text)

    def combine(self, seen: Sequence[int], *, jobs: int | None = 1, cluster: str | None = None) -> Summary:
        """Return the mean."""
        return mean_of(seen, "a text")


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """How many different words there are; the value of a problem is how many of its words no other has.

    >>> made = Vocabulary()
    >>> seen = [made.observe(Problem(id="a/1", body=text)) for text in ("Red owls sing.", "The owls ate 3.")]
    >>> made.combine(seen).value, made.combine(seen).each
    (5.0, (2.0, 2.0))
    """

    tokenisation: str = "words"
    """``words`` takes marks apart from words; ``spaces`` takes what stands between spaces."""

    lowercase: bool = True
    """Whether capitals are made small."""

    numbers: bool = False
    """Whether what begins with a digit is a word."""

    def __post_init__(self) -> None:
        check_kinds(self)
        self._words()

    def observe(self, problem: Problem) -> frozenset[str]:
        """Return the different words of the text."""
        words = {word for sentence in self._words().of(problem.text) for word in sentence}
        return frozenset(word for word in words if self.numbers or not word.lstrip("$.-+")[:1].isdigit())

    def combine(
        self, seen: Sequence[frozenset[str]], *, jobs: int | None = 1, cluster: str | None = None
    ) -> Summary:
        """Return the number of different words."""
        if not seen:
            raise StatisticsError("there are no problems, so there are no words to count")
        problems = Counter(word for words in seen for word in words)
        own = tuple(float(sum(problems[word] == 1 for word in words)) for words in seen)
        return Summary(value=float(len(problems)), n=len(seen), each=own)

    def _words(self) -> Words:
        return Words(
            tokenisation=self.tokenisation, lowercase=self.lowercase, punctuation=False, sentences=False
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeDistribution:
    """How many types of problems there are; the parts are their shares, a problem's value that of its type.

    >>> TypeDistribution().combine(["Sum", "Sum", "Ratio", None]).each
    (0.6666666666666666, 0.6666666666666666, 0.3333333333333333, None)
    """

    def observe(self, problem: Problem) -> str | None:
        """Return the type, none where the source gives none."""
        return problem.type or None

    def combine(
        self, seen: Sequence[str | None], *, jobs: int | None = 1, cluster: str | None = None
    ) -> Summary:
        """Return the number of types."""
        parts = shares(seen, "type")
        if not parts:
            raise StatisticsError(
                f"none of the {len(seen)} problems has a type, so there is nothing to measure"
            )
        each = tuple(None if one is None else parts[f"type={one}"].value for one in seen)
        return Summary(value=float(len(parts)), n=len(seen) - each.count(None), each=each, parts=parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeDistribution:
    """The mean grade; the parts are the shares of the grades.

    >>> GradeDistribution().combine([1, 3, 2, None]).value
    2.0
    """

    def observe(self, problem: Problem) -> int | None:
        """Return the grade, none where the source gives none."""
        return problem.grade

    def combine(
        self, seen: Sequence[int | None], *, jobs: int | None = 1, cluster: str | None = None
    ) -> Summary:
        """Return the mean."""
        return mean_of(seen, "a grade", shares(seen, "grade"))
