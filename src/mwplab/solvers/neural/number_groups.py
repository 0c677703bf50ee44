"""The words that tell what each quantity of a text counts, as Graph2Tree joins them to it.

The SVAMP release lists such words in the column ``group_nums``, in two ways. For MAWPS (as the authors of
Graph2Tree published them) a group is a window: the quantity and the words on both sides of it. For ASDiv-A
and SVAMP a group is a phrase: the window as far as the sentence goes, and the noun that the quantity counts
where that stands further off (*5 red apples*). Besides, wherever a noun that is counted stands in the text,
its adjectives (*many*, *more*) and its verb are listed, and all words of rates (*each*). In both, the last
three words of the question are a group too.

The release has a mistake: it gives the places of those adjectives and verbs within their own sentence and
not in the text, so that they fall on any words. Here they are where they stand. Its parser was Stanza;
docs/solvers.md says how far the column is met without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from mwplab.solvers.neural.attachments import ENDS, Sentences
from mwplab.solvers.neural.words import Reading
from mwplab.text.analysis import Backend, Layer, analyse

RATES = frozenset({"each", "every", "per"})
"""Words that make a quantity a rate."""

ASKED = 3
"""How many words at the end of the question are a group."""


class Style(StrEnum):
    """How far a group reaches."""

    WINDOW = "window"
    PHRASE = "phrase"


@dataclass(frozen=True, slots=True)
class NumberGroups:
    """Places of words in a text."""

    quantities: tuple[tuple[int, ...], ...]
    """The words of each quantity, itself among them."""

    question: tuple[int, ...]
    """The last words of the question."""

    rates: tuple[int, ...] = ()
    """The words of rates."""

    attached: tuple[int, ...] = ()
    """The adjectives and verbs of every noun that is counted, wherever it stands; the verbs of money."""

    @property
    def words(self) -> tuple[int, ...]:
        """Return all places, in order."""
        groups = (*self.quantities, self.question, self.rates, self.attached)
        found = {place for group in groups for place in group}
        return tuple(sorted(found))


def number_groups(
    readings: Sequence[Reading], style: Style = Style.PHRASE, backend: str | Backend | None = None
) -> list[NumberGroups]:
    """Return the groups of each text; phrases by the tags of an analysis, or its Universal Dependencies.

    >>> text = "Ann has 5 red apples . Each costs 2 coins . How many red apples does she eat in all ?"
    >>> words = text.split()
    >>> reading = Reading(tuple(map(str.lower, words)), tuple(words), (2, 8))
    >>> found = number_groups([reading])[0]
    >>> found.quantities, found.rates, found.question
    (((1, 2, 3, 4), (7, 8, 9)), (6,), (17, 18, 19))
    >>> [words[place] for place in found.attached]
    ['has', 'red', 'costs', 'many', 'red', 'eat']
    >>> number_groups([reading], Style.WINDOW)[0].words
    (1, 2, 3, 7, 8, 9, 17, 18, 19)
    """
    if style is Style.WINDOW:
        return [NumberGroups(_windows(reading), _question(reading)) for reading in readings]
    texts = [" ".join(reading.surfaces) for reading in readings]
    analyses = analyse(texts, backend, needs=[Layer.TAGS], jobs=1)
    return [
        _phrases(Sentences.of(reading, analysis))
        for reading, analysis in zip(readings, analyses, strict=True)
    ]


def _windows(reading: Reading) -> tuple[tuple[int, ...], ...]:
    count = len(reading.words)
    return tuple(tuple(range(max(0, place - 1), min(count, place + 2))) for place in reading.places)


def _question(reading: Reading) -> tuple[int, ...]:
    end = len(reading.words) - 1  # the question mark
    return tuple(range(max(0, end - ASKED), max(0, end)))


def _phrases(sentences: Sentences) -> NumberGroups:
    reading = sentences.reading
    counted = [sentences.counted(place) for place in reading.places]
    nouns = {reading.words[noun] for noun in counted if noun is not None}
    attached = {word for noun in sentences.mentions(nouns) for word in sentences.attached(noun)}
    attached |= {word for place in reading.places for word in sentences.spent(place)}
    groups = (
        tuple(sorted(_beside(reading, place) | ({noun} if noun is not None else set())))
        for place, noun in zip(reading.places, counted, strict=True)
    )
    rates = tuple(place for place, word in enumerate(reading.words) if word in RATES)
    return NumberGroups(tuple(groups), _question(reading), rates, tuple(sorted(attached)))


def _beside(reading: Reading, place: int) -> set[int]:
    """Return a quantity and the words on both sides of it in the same sentence."""
    words = reading.words
    near = (place - 1, place + 1)
    return {place, *(word for word in near if 0 <= word < len(words) and words[word] not in ENDS)}
