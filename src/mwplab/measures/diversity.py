"""How unlike each other the problems of a dataset are: the diversity of words and of syntax after ASDiv."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from mwplab.errors import SpecError, StatisticsError, UnknownName
from mwplab.measures.measure import Part, Summary, histogram, means
from mwplab.measures.wording import analysed
from mwplab.records import Problem
from mwplab.registry import check_kinds

if TYPE_CHECKING:
    from mwplab.text.analysis import Analysis
    from mwplab.text.similarity import Bleu, Neighbours, Rough

GROUPS = ("corpus", "type")
"""With whom a problem is compared: with all others, or with those of its type."""


@dataclass(frozen=True, slots=True)
class Wording:
    """What is compared of a problem."""

    type: str
    """Its type, empty where the source gives none."""

    tokens: tuple[str, ...]
    """Its words or its tags."""

    backend: str
    """What analysed it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Diversity(ABC):
    """1 less the similarity to the most similar other problem, the mean of BLEU both ways; then the mean.

    Parts are the share of problems at 0, a histogram in twenty bins, and the means of types. A problem
    without words, or without another one to compare with, does not count.
    """

    group: str = "corpus"
    """One of `GROUPS`; problems without a type are compared with each other."""

    order: int = 4
    """The greatest n of the n-grams."""

    smoothing: str = "method3"
    """What stands for a precision of 0: one of `mwplab.text.similarity.SMOOTHINGS`."""

    smoothing_value: float | None = None
    """The number that the smoothing takes, where it takes one; None: the usual one."""

    brevity_penalty: bool = True
    """Whether a hypothesis shorter than its reference is punished."""

    effective_order: bool = False
    """Whether orders are left out for which a text is too short."""

    backend: str = "perceptron"
    """What finds tags, lemmas and names: a spec of `mwplab.text.analysis.backends`."""

    candidates: int | None = None
    """With how many others a problem is compared, those that share the most of its rarer n-grams; None: with
    as many as it takes to be exact. The part ``recall`` is the share of exact values, by a sample."""

    def __post_init__(self) -> None:
        check_kinds(self)
        if self.group not in GROUPS:
            raise UnknownName.among("group", self.group, GROUPS)
        if isinstance(self.smoothing_value, str | bool):
            raise SpecError(
                f"the option 'smoothing_value' cannot be {self.smoothing_value!r}; give a number above 0"
            )
        if self.candidates is not None and type(self.candidates) is not int:
            raise SpecError(f"the option 'candidates' cannot be {self.candidates!r}; give a whole number")
        self._bleu()
        self._rough()

    @abstractmethod
    def compared(self, analysis: Analysis) -> tuple[str, ...]:
        """Return what of a text is compared."""

    def observe(self, problem: Problem) -> Wording:
        """Return what is compared of a problem."""
        found = analysed(problem.text, self.backend)
        return Wording(problem.type, self.compared(found), found.backend)

    def combine(
        self, seen: Sequence[Wording], *, jobs: int | None = 1, cluster: str | None = None
    ) -> Summary:
        """Return the diversity within a dataset."""
        from mwplab.text.similarity import nearest

        told = _told(seen)
        if len(told) < 2:
            raise StatisticsError(
                f"a problem is compared with others, which needs two with words or more, found {len(told)}"
            )
        texts = [seen[place].tokens for place in told]
        groups = [seen[place].type for place in told] if self.group == "type" else None
        found = nearest(texts, self._bleu(), groups=groups, rough=self._rough(), jobs=jobs, cluster=cluster)
        return self._summary(seen, told, told, found)

    def combine_against(
        self,
        seen: Sequence[Wording],
        trained: Sequence[Wording],
        *,
        jobs: int | None = 1,
        cluster: str | None = None,
    ) -> Summary:
        """Return the diversity of test problems, each compared with all training problems."""
        from mwplab.text.similarity import nearest_among

        pool = _told(trained)
        known = {trained[place].type for place in pool}
        told = [place for place in _told(seen) if self.group == "corpus" or seen[place].type in known]
        if not told or not pool:
            raise StatisticsError(
                f"{len(told)} test problems can be compared with {len(pool)} training problems; give both, "
                "with words in them"
            )
        texts, others = (
            [self._labelled(side[place]) for place in places]
            for side, places in ((seen, told), (trained, pool))
        )
        found = nearest_among(texts, others, self._bleu(), rough=self._rough(), jobs=jobs, cluster=cluster)
        return self._summary(seen, told, pool, found)

    def _summary(
        self, seen: Sequence[Wording], told: Sequence[int], pool: Sequence[int], found: Neighbours
    ) -> Summary:
        """Return values and neighbours of the problems that were compared, at their places among all."""
        each: list[float | None] = [None] * len(seen)
        neighbours: list[int | None] = [None] * len(seen)
        for place, near, similarity in zip(told, found.places.tolist(), found.values.tolist(), strict=True):
            if near >= 0:
                each[place] = 1 - similarity
                neighbours[place] = pool[near] if similarity > 0 else None
        rough = self._rough()
        recall = {"recall": Part(value=found.recall, n=min(rough.sample, len(told)))} if rough else {}
        known = [value for value in each if value is not None]
        if not known:
            raise StatisticsError(
                "no problem has another one of its type to be compared with; group by corpus"
            )
        return Summary(
            value=fmean(known),
            n=len(known),
            each=tuple(each),
            parts={
                "diversity=0": Part(value=sum(value <= 0 for value in known) / len(known), n=len(known)),
                **histogram(known),
                **means([one.type for one in seen], each, "type"),
                **recall,
            },
            neighbours=tuple(neighbours),
            made_with=", ".join(sorted({seen[place].backend for place in told} - {self.backend})),
        )

    def _labelled(self, wording: Wording) -> tuple[Hashable, ...]:
        # Tokens of different types are different tokens, so that problems of different types share none.
        if self.group == "corpus":
            return wording.tokens
        return tuple((wording.type, token) for token in wording.tokens)

    def _rough(self) -> Rough | None:
        from mwplab.text.similarity import Rough

        return None if self.candidates is None else Rough(candidates=self.candidates)

    def _bleu(self) -> Bleu:
        from mwplab.text.similarity import Bleu

        return Bleu(
            order=self.order,
            smoothing=self.smoothing,
            value=self.smoothing_value,
            brevity_penalty=self.brevity_penalty,
            effective_order=self.effective_order,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LexiconDiversity(Diversity):
    """LD and CLD of ASDiv: how unlike the content words of other problems those of a problem are.

    >>> made = LexiconDiversity(order=2)
    >>> texts = ["Ann ate 3 ripe figs.", "Bo ate 12 ripe figs.", "The owls sing."]
    >>> found = made.combine([made.observe(Problem(id="a/1", body=text)) for text in texts])
    >>> found.each, found.neighbours
    ((0.0, 0.0, 1.0), (1, 0, None))
    """

    lemmas: bool = True
    """Whether words are reduced to their dictionary form."""

    stop_words: bool = False
    """Whether words that say little by themselves count."""

    punctuation: bool = False
    """Whether marks of punctuation count."""

    numbers: bool = False
    """Whether numbers are told apart; otherwise one sign stands for any."""

    names: bool = False
    """Whether persons are told apart; otherwise one sign stands for any."""

    def compared(self, analysis: Analysis) -> tuple[str, ...]:
        """Return the content words."""
        from mwplab.text.analysis import normalise

        return normalise(
            analysis,
            lemmas=self.lemmas,
            stop_words=self.stop_words,
            punctuation=self.punctuation,
            numbers=self.numbers,
            names=self.names,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SyntacticDiversity(Diversity):
    """SD of ASDiv: how unlike the parts of speech of other problems those of a problem are.

    >>> made = SyntacticDiversity(order=2)
    >>> texts = ["Ann ate 3 figs.", "Emily bought three cookies.", "Why?"]
    >>> made.combine([made.observe(Problem(id="a/1", body=text)) for text in texts]).each
    (0.0, 0.0, 1.0)
    """

    punctuation: bool = False
    """Whether marks of punctuation count."""

    def compared(self, analysis: Analysis) -> tuple[str, ...]:
        """Return the tags of the words."""
        from mwplab.text.analysis import tag_sequence

        return tag_sequence(analysis, punctuation=self.punctuation)


def _told(seen: Sequence[Wording]) -> list[int]:
    return [place for place, one in enumerate(seen) if one.tokens]
