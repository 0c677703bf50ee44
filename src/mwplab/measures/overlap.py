"""How much the problems of a dataset have in common: the overlaps of MAWPS."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from mwplab.errors import StatisticsError
from mwplab.measures.measure import Summary
from mwplab.records import Problem
from mwplab.records.templates import Key, check_reading, template_classes, template_key
from mwplab.registry import check_kinds
from mwplab.text.words import Words

Grams = frozenset[Hashable]


@dataclass(frozen=True, slots=True, kw_only=True)
class LexicalOverlap:
    """Lex(D): the mean over all pairs of the share of words and pairs of words that both texts have.

    The value of a problem is its mean with all others. The options as they are give the figures of MAWPS.

    >>> made = LexicalOverlap()
    >>> texts = ["Ann saw owls.", "Bo saw owls.", "Why?"]
    >>> round(made.combine([made.grams(text) for text in texts]).value, 4)
    0.1852
    """

    orders: tuple[int, ...] = (1, 2)
    """Lengths of the n-grams."""

    tokenisation: str = "words"
    """``words`` takes marks apart from words; ``spaces`` takes what stands between spaces."""

    lowercase: bool = False
    """Whether capitals are made small."""

    punctuation: bool = True
    """Whether marks of punctuation count."""

    sentences: bool = True
    """Whether n-grams end where their sentence ends."""

    def __post_init__(self) -> None:
        check_kinds(self)
        if not self.orders or not all(type(order) is int and order >= 1 for order in self.orders):
            raise StatisticsError(
                f"n-grams cannot have the lengths {list(self.orders)}; give 1 or more, as [1, 2]"
            )
        self._words()

    def observe(self, problem: Problem) -> Grams:
        """Return the n-grams of the text."""
        return self.grams(problem.text)

    def grams(self, text: str) -> Grams:
        """Return the n-grams of a text."""
        from mwplab.text.similarity import shingles

        return shingles(self._words().of(text), self.orders)

    def combine(self, seen: Sequence[Grams], *, jobs: int | None = 1, cluster: str | None = None) -> Summary:
        """Return the mean over all pairs."""
        from mwplab.text.similarity import mean_jaccard

        _check_pairs(seen)
        found = mean_jaccard(seen, jobs=jobs, cluster=cluster)
        return Summary(value=found.mean, n=len(seen), each=tuple(found.each.tolist()))

    def _words(self) -> Words:
        return Words(
            tokenisation=self.tokenisation,
            lowercase=self.lowercase,
            punctuation=self.punctuation,
            sentences=self.sentences,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateOverlap:
    """Tmpl(D): the share of pairs that have the same template.

    The value of a problem is the share of the others that have its template; one without equations has a
    template of its own.

    >>> round(TemplateOverlap().combine(["(= (+ _ _) _)", None, "(= (+ _ _) _)"]).value, 4)
    0.3333
    """

    reading: str = "shape"
    """When templates are the same: one of the `READINGS` of `mwplab.records.templates`."""

    def __post_init__(self) -> None:
        check_kinds(self)
        check_reading(self.reading)

    def observe(self, problem: Problem) -> Key:
        """Return the problem's template."""
        return template_key(problem, self.reading)

    def combine(self, seen: Sequence[Key], *, jobs: int | None = 1, cluster: str | None = None) -> Summary:
        """Return the share of pairs."""
        _check_pairs(seen)
        classes = template_classes(seen)
        counts = Counter(one for one in classes if one is not None)
        others = [0 if one is None else counts[one] - 1 for one in classes]
        total = len(seen) - 1
        value = sum(others) / (len(seen) * total)
        return Summary(value=value, n=len(seen), each=tuple(other / total for other in others))


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlap:
    """H(D): the mean of lexical and template overlap, for the whole and for each problem.

    >>> made = Overlap()
    >>> made.combine([(frozenset("ab"), "(= _ _)"), (frozenset("bc"), "(= _ _)")]).value == (1 / 3 + 1) / 2
    True
    """

    orders: tuple[int, ...] = (1, 2)
    """Lengths of the n-grams."""

    tokenisation: str = "words"
    """``words`` takes marks apart from words; ``spaces`` takes what stands between spaces."""

    lowercase: bool = False
    """Whether capitals are made small."""

    punctuation: bool = True
    """Whether marks of punctuation count."""

    sentences: bool = True
    """Whether n-grams end where their sentence ends."""

    reading: str = "shape"
    """When templates are the same: one of the `READINGS` of `mwplab.records.templates`."""

    def __post_init__(self) -> None:
        self._halves()

    def observe(self, problem: Problem) -> tuple[Grams, Key]:
        """Return the n-grams of the text and the template."""
        lexical, template = self._halves()
        return lexical.observe(problem), template.observe(problem)

    def combine(
        self, seen: Sequence[tuple[Grams, Key]], *, jobs: int | None = 1, cluster: str | None = None
    ) -> Summary:
        """Return the mean of both."""
        lexical, template = self._halves()
        one = lexical.combine([grams for grams, _ in seen], jobs=jobs, cluster=cluster)
        other = template.combine([key for _, key in seen])
        pairs = zip(one.each, other.each, strict=True)
        each = tuple(
            None if first is None or second is None else (first + second) / 2 for first, second in pairs
        )
        return Summary(value=(one.value + other.value) / 2, n=len(seen), each=each)

    def _halves(self) -> tuple[LexicalOverlap, TemplateOverlap]:
        lexical = LexicalOverlap(
            orders=self.orders,
            tokenisation=self.tokenisation,
            lowercase=self.lowercase,
            punctuation=self.punctuation,
            sentences=self.sentences,
        )
        return lexical, TemplateOverlap(reading=self.reading)


def _check_pairs(seen: Sequence[object]) -> None:
    if len(seen) < 2:
        raise StatisticsError(f"the mean of all pairs needs two problems or more, found {len(seen)}")
