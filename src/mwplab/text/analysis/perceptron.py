"""The default backend: NLTK's perceptron tagger, the lemma table of lemminflect, the name lists of names.

Each comes as plain data in a package from PyPI, so it works wherever Python does, and gives the same there.
"""

from __future__ import annotations

from collections.abc import Sequence
from sys import intern

from mwplab.spec import Spec
from mwplab.text.analysis.lemmas import load_lemmatizer
from mwplab.text.analysis.persons import load_persons
from mwplab.text.analysis.phrases import noun_phrases
from mwplab.text.analysis.record import Analysis, Layer
from mwplab.text.analysis.spans import sentence_ranges
from mwplab.text.analysis.stop_words import STOP_WORDS
from mwplab.text.analysis.tagger import Tagger
from mwplab.text.analysis.weights import load_weights
from mwplab.text.lexicon import SCALES, TENS, UNITS
from mwplab.text.tokens import tokens

_NUMBER_WORDS = frozenset({*UNITS, *TENS, *SCALES, "hundred", "dozen"}) - {"one"}
_OF_PAST_FORMS = frozenset({"VBD", "VBN", "JJ", "NNP", "NNPS"})
_UNSEEN = frozenset({"Which", "Whose"})  # which the tagger hardly ever saw begin a sentence
_QUOTES = frozenset('"“”')
_CAPITALISED = frozenset(word.capitalize() for word in STOP_WORDS - {"i"})


class Perceptron:
    """Tags, lemmas, stop words, person names and noun phrases; no dependencies."""

    def __init__(self, *, weights: str | None = None) -> None:
        self.name = str(Spec("perceptron", {"weights": weights} if weights else {}))
        self.lacks = frozenset({Layer.DEPENDENCIES})
        self._tagger = Tagger(load_weights(weights))
        self._lemmatizer = load_lemmatizer()
        self._persons = load_persons()

    def analyse(self, texts: Sequence[str]) -> list[Analysis]:
        """Return one analysis per text.

        >>> [found] = Perceptron().analyse(["Emily bought three cookies."])
        >>> found.tags
        ('NNP', 'VBD', 'CD', 'NNS', '.')
        >>> found.lemmas
        ('Emily', 'buy', 'three', 'cookie', '.')
        """
        return [self._analyse(text) for text in texts]

    def _analyse(self, text: str) -> Analysis:
        found = tokens(text)
        words = tuple([intern(token.text) for token in found])
        starts = tuple([token.start for token in found])
        tags = self._mended(words, self._tags(text, words, starts))
        lemma = self._lemmatizer.lemma
        layers = {
            Layer.TAGS: tuple(tags),
            Layer.LEMMAS: tuple([lemma(word, tag) for word, tag in zip(words, tags, strict=True)]),
            Layer.STOP_WORDS: tuple([word.lower() in STOP_WORDS for word in words]),
            Layer.PERSON_NAMES: tuple(self._persons.find(words, tags)),
            Layer.NOUN_PHRASES: noun_phrases(found, tags),
        }
        return Analysis(text=text, backend=self.name, words=words, starts=starts, layers=layers)

    def _mended(self, words: Sequence[str], tags: Sequence[str]) -> list[str]:
        """Return the tags, mended where a word is the past of a verb and nothing else.

        The tagger learnt from newspapers, in which hardly anybody *ate*.
        """
        past = self._lemmatizer.is_past_form
        return [
            "VBD" if tag not in _OF_PAST_FORMS and past(word.lower()) else tag
            for word, tag in zip(words, tags, strict=True)
        ]

    def _tags(self, text: str, words: Sequence[str], starts: Sequence[int]) -> list[str]:
        ranges = sentence_ranges(text, starts)
        fixed = dict.fromkeys(self._persons.certain(text, words, ranges), "NNP")
        fixed.update((place, "CD") for place, word in enumerate(words) if _is_number(word))
        tags: list[str] = []
        for places in ranges:
            within = {place - places.start: fixed[place] for place in places if place in fixed}
            tags += self._tagger.tag(_taught(words[places.start : places.stop]), within)
        return tags


def _is_number(word: str) -> bool:
    return word.lower() in _NUMBER_WORDS or (word[0] == "." and word[1:2].isdigit())


def _taught(words: Sequence[str]) -> list[str]:
    """Return the words as the tagger was taught them: its quotation marks, no capital on a later *How*."""
    opened = False
    taught = []
    for place, word in enumerate(words):
        if word in _QUOTES:
            opened = word == "“" or (word == '"' and not opened)
            taught.append("``" if opened else "''")
        else:
            taught.append(word.lower() if word in _CAPITALISED and (place or word in _UNSEEN) else word)
    return taught
