"""Which words name persons: the census lists of the package names, and the company that a word keeps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from mwplab.errors import MissingDependency
from mwplab.text.analysis.lemmas import Lemmatizer, load_lemmatizer
from mwplab.text.analysis.stop_words import STOP_WORDS
from mwplab.text.lexicon import word_set

TITLES = word_set("mr mrs ms miss dr sir madam aunt uncle grandma grandpa coach professor captain")
"""What stands before a name, without its full stop."""

CALENDAR = word_set(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july "
    "august september october november december christmas halloween easter thanksgiving valentine spring "
    "summer autumn fall winter"
)
"""Words that are written like names and name times."""

INSTITUTIONS = word_set(
    "school elementary high college university academy street avenue road lane park county city town island "
    "village lake river mountain mount valley creek bay beach bridge tower building center centre museum zoo "
    "library farm store market shop restaurant cafe bakery hotel hospital church club company bank airport"
)
"""Words that make the capitalised words before them the name of a place or a body."""

PLACES = word_set(
    "africa america asia australia europe canada mexico brazil china india japan korea egypt england "
    "france germany italy spain russia london paris berlin rome dublin madrid tokyo beijing sydney "
    "toronto dubai boston chicago seattle dallas houston miami denver atlanta philadelphia washington "
    "vegas york angeles francisco alabama alaska arizona arkansas california carolina colorado "
    "connecticut dakota delaware florida georgia hawaii idaho illinois indiana iowa kansas kentucky "
    "louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska "
    "nevada hampshire jersey ohio oklahoma oregon pennsylvania tennessee texas utah vermont virginia "
    "wisconsin wyoming earth mars venus jupiter saturn"
)
"""Well-known places; some are first names too, which count as places after *in*."""

_NAMED_AFTER_MONTHS = word_set("april may june august")
_ALSO_VERBS = word_set("will may")
_PLACE_BEFORE = word_set("in at near the a an")
_PROPER = frozenset({"NNP", "NNPS"})


class Persons:
    """Tells person names from other words."""

    def __init__(self, first: frozenset[str], last: frozenset[str], dictionary: Lemmatizer) -> None:
        self._first = first
        self._last = last
        self._dictionary = dictionary

    def certain(self, text: str, words: Sequence[str], sentences: Sequence[range]) -> list[int]:
        """Return the places of the words that are proper nouns before any tag is known."""
        if text == text.lower():
            listed = enumerate(words)
            return [place for place, word in listed if word in self._first and not self._is_plain(word)]
        return [
            place
            for places in sentences
            for place in places
            if _is_capitalised(words[place]) and self._is_certain(words, place, first=place == places.start)
        ]

    def find(self, words: Sequence[str], tags: Sequence[str]) -> list[bool]:
        """Return for each word of a text whether it belongs to a person's name."""
        found = [False] * len(words)
        places = [
            place for place, tag in enumerate(tags) if tag in _PROPER and not _names_place(words, place)
        ]
        capitals = any(word[:1].isupper() for word in words)
        for place in places:
            found[place] = self._is_person(words, tags, place) if capitals else words[place] in self._first
        seen = {words[place] for place in places if found[place]}
        for place in places:
            found[place] = found[place] or words[place] in seen or self._is_surname(words, found, place)
        return found

    def _is_certain(self, words: Sequence[str], place: int, *, first: bool) -> bool:
        word = words[place].lower()
        if word in STOP_WORDS and word not in _ALSO_VERBS:
            return False
        known = self._dictionary.is_word(word)
        if not first:
            return word in self._first or (not known and word.isalpha())
        following = words[place + 1].lower() if place + 1 < len(words) else ""
        acts = following == "and" or self._dictionary.is_inflected_verb(following)
        return word in self._first and (not known or acts)

    def _is_plain(self, word: str) -> bool:
        return word in STOP_WORDS or word in CALENDAR or self._dictionary.is_word(word)

    def _is_person(self, words: Sequence[str], tags: Sequence[str], place: int) -> bool:
        word = words[place].lower()
        before = words[place - 1].lower() if place else ""
        after = tags[place + 1] if place + 1 < len(words) else ""
        if before.rstrip(".") in TITLES:
            return True
        if not _is_capitalised(words[place]) or (before in _PLACE_BEFORE and after != "POS"):
            return False
        acts = after in ("MD", "POS") or after[:1] == "V"
        if word in CALENDAR:
            return word in _NAMED_AFTER_MONTHS and acts and (not place or tags[place - 1] not in ("IN", "JJ"))
        if word in self._first:
            return True
        unknown = word not in PLACES and not self._is_plain(word)
        counted = place > 0 and tags[place - 1] in (
            ("DT", "CD", "JJ") if word.endswith("s") else ("DT", "CD")
        )
        return unknown and acts and not counted

    def _is_surname(self, words: Sequence[str], found: Sequence[bool], place: int) -> bool:
        word = words[place]
        return place > 0 and found[place - 1] and _is_capitalised(word) and word.lower() in self._last


def _is_capitalised(word: str) -> bool:
    return word[:1].isupper() and (word[1:2].islower() or word[1:2] in ("'", "’"))


def _names_place(words: Sequence[str], place: int) -> bool:
    """Tell whether the capitalised words from here on end in *School*, *Street* and the like."""
    for word in words[place : place + 4]:
        if not word[:1].isupper():
            return False
        if word.lower() in INSTITUTIONS:
            return True
    return False


@lru_cache(maxsize=1)
def load_persons() -> Persons:
    """Return the finder of names with the lists of the installed package.

    >>> load_persons().find(["Ann", "met", "Bo", "on", "Monday"], ["NNP", "VBD", "NNP", "IN", "NNP"])
    [True, False, True, False, False]
    """
    package = find_spec("names")
    if package is None or not package.submodule_search_locations:
        raise MissingDependency.of("names", extra="nlp", purpose="finding person names")
    folder = Path(package.submodule_search_locations[0])
    first = _read(folder / "dist.female.first") | _read(folder / "dist.male.first")
    return Persons(first, _read(folder / "dist.all.last"), load_lemmatizer())


def _read(file: Path) -> frozenset[str]:
    with file.open(encoding="ascii") as lines:
        return frozenset(line.split(maxsplit=1)[0].lower() for line in lines if line.strip())
