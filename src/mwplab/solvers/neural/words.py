"""Texts as words, each quantity one of them; words as ids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from sys import intern

from mwplab.errors import RecordError
from mwplab.text import Quantity, tokens

LONGEST = 400
"""Words of a text that are read: the last ones, since the question is mostly at the end."""

PADDING, UNKNOWN = 0, 1
"""The ids that are no words: what fills a text up, and any word that is not in the vocabulary."""

NUMBER = "[number]"
"""What stands for every quantity where a model finds quantities by their places."""

KEPT = 2**14
"""Texts whose readings are kept, since folds, seeds and changes of a corpus read the same ones again."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as a solver reads it."""

    words: tuple[str, ...]
    """Words in lower case, one for each quantity."""

    surfaces: tuple[str, ...]
    """The same as they stand in the text."""

    places: tuple[int, ...]
    """The position of each quantity among the words; fewer than the text has where it is too long."""

    first: int = 0
    """Which of the text's quantities the first of them is; those before it were not read."""

    unread: int = 0
    """Words at the beginning of the text that were not read."""

    def last(self, count: int) -> Reading:
        """Return the last words, and the quantities among them.

        >>> Reading(("2", "figs", "and", "3", "nuts"), ("2", "figs", "and", "3", "nuts"), (0, 3)).last(3)
        Reading(words=('and', '3', 'nuts'), surfaces=('and', '3', 'nuts'), places=(1,), first=1, unread=2)
        """
        cut = max(0, len(self.words) - count)
        places = tuple(place - cut for place in self.places if place >= cut)
        first = self.first + len(self.places) - len(places)
        return Reading(self.words[cut:], self.surfaces[cut:], places, first, self.unread + cut)


Fit = Callable[[Reading], Reading]
"""Takes as much of the end of a reading as there is room for."""


def read(text: str, quantities: Sequence[Quantity], *, numbered: bool, fit: Fit | None = None) -> Reading:
    """Return the words of a text, as many as are read and fit; quantities are numbered, or all alike.

    >>> from mwplab.text import quantities
    >>> text = "Ann's 12 figs cost two-thirds of $ 3."
    >>> read(text, quantities(text), numbered=True).words
    ('ann', "'s", 'number0', 'figs', 'cost', 'number1', 'of', '$', 'number2', '.')
    >>> read(text, quantities(text), numbered=False).places
    (2, 5, 8)
    """
    found = _read(text, tuple((one.start, one.end, one.surface) for one in quantities), numbered)
    return found if fit is None else fit(found)


@lru_cache(maxsize=KEPT)
def _read(text: str, spans: tuple[tuple[int, int, str], ...], numbered: bool) -> Reading:
    surfaces: list[str] = []
    words: list[str] = []
    places: list[int] = []
    position = 0
    for number, (start, end, surface) in enumerate(spans):
        between = [token.text for token in tokens(text[position:start])]
        surfaces += [*between, surface]
        words += [*map(str.lower, between), f"number{number}" if numbered else NUMBER]
        places.append(len(words) - 1)
        position = end
    rest = [token.text for token in tokens(text[position:])]
    surfaces += rest
    words += map(str.lower, rest)
    # Each word once in memory, however many readings have it.
    return Reading(tuple(map(intern, words)), tuple(map(intern, surfaces)), tuple(places)).last(LONGEST)


@dataclass(frozen=True)
class Vocabulary:
    """The words that a solver tells apart."""

    words: tuple[str, ...]
    """In the order of their ids, which begin behind those of padding and the unknown word."""

    def __post_init__(self) -> None:
        if len(set(self.words)) < len(self.words):
            raise RecordError("a vocabulary holds a word twice; each word has one id")

    @classmethod
    def of(cls, words: Iterable[str], *, minimum: int, always: Sequence[str] = ()) -> Vocabulary:
        """Return the words that occur often enough, commonest first, behind those that are always there.

        >>> Vocabulary.of(["a", "b", "a"], minimum=2, always=["number0"]).words
        ('number0', 'a')
        """
        counts = Counter(words)
        ordered = sorted(
            (word for word in counts if counts[word] >= minimum), key=lambda word: (-counts[word], word)
        )
        return cls(tuple(dict.fromkeys([*always, *ordered])))

    @property
    def size(self) -> int:
        """Return how many ids there are."""
        return len(self.words) + 2

    @cached_property
    def _ids(self) -> dict[str, int]:
        return {word: id for id, word in enumerate(self.words, start=UNKNOWN + 1)}

    def ids(self, words: Sequence[str]) -> list[int]:
        """Return the ids of words.

        >>> Vocabulary(("figs", "of")).ids(["of", "kumquats"])
        [3, 1]
        """
        known = self._ids
        return [known.get(word, UNKNOWN) for word in words]
