"""A spaCy pipeline as a backend: whatever its components find, and nothing that they do not.

Written for spaCy 3 with an English model; spaCy 2.3 has the same attributes under older names.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from mwplab.errors import MissingDependency
from mwplab.spec import Spec
from mwplab.text.analysis.persons import load_persons
from mwplab.text.analysis.record import Analysis, Arc, Layer
from mwplab.text.analysis.spans import sentence_ranges
from mwplab.text.analysis.stop_words import is_stop_word
from mwplab.text.sentences import Span

PROBE = "Ann gave her brother 3 red apples."
"""A sentence in which every component finds something."""

_PRONOUN = "-PRON-"  # the lemma of every pronoun in spaCy 2
_PROPER = ("NNP", "NNPS")
_NEEDS = "the backend 'spacy' needs "


class SpacyPipeline:
    """The tags, lemmas, phrases and dependencies of a spaCy model; stop words are those of this package."""

    def __init__(self, *, model: str = "en_core_web_sm", version: str | None = None) -> None:
        self._pipeline = load_pipeline(model)
        found = str(self._pipeline.meta.get("version", ""))
        if version not in (None, found):
            raise MissingDependency(
                f"{_NEEDS}version {version} of {model!r}, but version {found} is installed"
            )
        self.name = str(Spec("spacy", {"model": model, "version": found}))
        probe = self._pipeline(PROBE)
        self._layers = _layers(probe)
        self.lacks = frozenset(Layer) - self._layers

    def analyse(self, texts: Sequence[str]) -> list[Analysis]:
        """Return one analysis per text."""
        return [
            self._read(text, document)
            for text, document in zip(texts, self._pipeline.pipe(texts), strict=True)
        ]

    def _read(self, text: str, document: Any) -> Analysis:
        # White space is a token to spaCy and to nobody else.
        kept = [token for token in document if not token.is_space]
        readers = {
            Layer.TAGS: _tags,
            Layer.LEMMAS: _lemmas,
            Layer.STOP_WORDS: _stop_words,
            Layer.PERSON_NAMES: _person_names,
            Layer.NOUN_PHRASES: _noun_phrases,
            Layer.DEPENDENCIES: _dependencies,
        }
        return Analysis(
            text=text,
            backend=self.name,
            words=tuple(token.text for token in kept),
            starts=tuple(token.idx for token in kept),
            layers={layer: readers[layer](document, kept) for layer in Layer if layer in self._layers},
        )


def load_pipeline(model: str) -> Any:
    """Return a spaCy pipeline by the name of a model's package, or by its folder."""
    try:
        spacy = import_module("spacy")
    except ImportError as error:
        raise MissingDependency(f"{_NEEDS}the package 'spacy'; install it with: pip install spacy") from error
    try:
        return spacy.load(model)
    except OSError:
        # A model may be installed under another distribution's name, which spaCy does not find.
        try:
            return import_module(model).load()
        except (ImportError, AttributeError, TypeError, ValueError) as error:
            advice = f"install it with: python -m spacy download {model}"
            raise MissingDependency(f"{_NEEDS}the model {model!r}; {advice}") from error


def _layers(probe: Any) -> frozenset[Layer]:
    """Return what a pipeline has found in the probe."""
    found = {Layer.STOP_WORDS}
    if any(token.tag_ for token in probe):
        found |= {Layer.TAGS, Layer.PERSON_NAMES}
    if any(token.lemma_ for token in probe) and (hasattr(probe, "has_annotation") or Layer.TAGS in found):
        # spaCy 2 looks lemmas up even where there is no tagger to choose among them.
        found.add(Layer.LEMMAS)
    if any(token.dep_ for token in probe):
        found.add(Layer.DEPENDENCIES)
        if any(token.pos_ for token in probe):  # or spaCy, which asks which words are nouns, finds no phrase
            found.add(Layer.NOUN_PHRASES)
    return frozenset(found)


def _tags(document: Any, kept: Sequence[Any]) -> tuple[str, ...]:
    return tuple(token.tag_ for token in kept)


def _lemmas(document: Any, kept: Sequence[Any]) -> tuple[str, ...]:
    return tuple(
        token.lower_ if token.lemma_ == _PRONOUN else _cased(token.lemma_, token.tag_) for token in kept
    )


def _cased(lemma: str, tag: str) -> str:
    return lemma if tag in _PROPER else lemma.lower()


def _stop_words(document: Any, kept: Sequence[Any]) -> tuple[bool, ...]:
    return tuple(is_stop_word(token.text) for token in kept)


def _person_names(document: Any, kept: Sequence[Any]) -> tuple[bool, ...]:
    # The models miss every third child's name, and call Emily an adverb, so the census lists speak as well.
    words, tags = [token.text for token in kept], list(_tags(document, kept))
    ranges = sentence_ranges(document.text, [token.idx for token in kept])
    persons = load_persons()
    for place in persons.certain(document.text, words, ranges):
        tags[place] = "NNP"
    return tuple(
        listed or (token.ent_type_ == "PERSON" and tag in _PROPER)
        for listed, token, tag in zip(persons.find(words, tags), kept, tags, strict=True)
    )


def _noun_phrases(document: Any, kept: Sequence[Any]) -> tuple[Span, ...]:
    return tuple(Span(chunk.start_char, chunk.end_char) for chunk in document.noun_chunks)


def _dependencies(document: Any, kept: Sequence[Any]) -> tuple[Arc, ...]:
    places = {token.i: place for place, token in enumerate(kept)}
    # A word that hangs on white space, which is no word here, counts as a root.
    return tuple(Arc(places.get(token.head.i, place), token.dep_) for place, token in enumerate(kept))
