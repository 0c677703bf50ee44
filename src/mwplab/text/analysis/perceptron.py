"""The default backend: NLTK's perceptron tagger, the lemma table of lemminflect, the name lists of names.

Each comes as plain data in a package from PyPI, so it works wherever Python does, and gives the same there.
"""

from __future__ import annotations

from collections.abc import Sequence

from mwplab.spec import Spec
from mwplab.text.analysis.lemmas import load_lemmatizer
from mwplab.text.analysis.persons import load_persons
from mwplab.text.analysis.phrases import noun_phrases
from mwplab.text.analysis.record import Analysis, Layer
from mwplab.text.analysis.stop_words import STOP_WORDS
from mwplab.text.analysis.tagger import Tagger
from mwplab.text.analysis.weights import load_weights
from mwplab.text.lexicon import SCALES, TENS, UNITS
from mwplab.text.sentences import sentences
from mwplab.text.tokens import Token, tokens

_NUMBER_WORDS = frozenset({*UNITS, *TENS, *SCALES, "hundred", "dozen"}) - {"one"}
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
        words = tuple([token.text for token in found])
        tags = self._tags(text, found, words)
        lemma = self._lemmatizer.lemma
        layers = {
            Layer.TAGS: tuple(tags),
            Layer.LEMMAS: tuple([lemma(word, tag) for word, tag in zip(words, tags, strict=True)]),
            Layer.STOP_WORDS: tuple([word.lower() in STOP_WORDS for word in words]),
            Layer.PERSON_NAMES: tuple(self._persons.find(words, tags)),
            Layer.NOUN_PHRASES: noun_phrases(found, tags),
        }
        starts = tuple([token.start for token in found])
        return Analysis(text=text, backend=self.name, words=words, starts=starts, layers=layers)

    def _tags(self, text: str, found: Sequence[Token], words: Sequence[str]) -> list[str]:
        lower = text == text.lower()
        tags: list[str] = []
        first = 0
        for span in sentences(text):
            last = first
            while last < len(found) and found[last].start < span.end:
                last += 1
            sentence = words[first:last]
            names = self._persons.uncapitalised(sentence) if lower else self._persons.certain(sentence)
            tags += self._tagger.tag(_taught(sentence), {**dict.fromkeys(names, "NNP"), **_fixed(sentence)})
            first = last
        return tags


def _fixed(words: Sequence[str]) -> dict[int, str]:
    """Return the tags of what is a number whatever stands around it."""
    return {
        place: "CD"
        for place, word in enumerate(words)
        if word.lower() in _NUMBER_WORDS or (word[0] == "." and word[1:2].isdigit())
    }


def _taught(words: Sequence[str]) -> list[str]:
    """Return the words as the tagger was taught them: its quotation marks, no capital on a later *How*."""
    opened = False
    taught = []
    for place, word in enumerate(words):
        if word in _QUOTES:
            opened = word == "“" or (word == '"' and not opened)
            taught.append("``" if opened else "''")
        else:
            taught.append(word.lower() if place and word in _CAPITALISED else word)
    return taught
