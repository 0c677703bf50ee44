"""What an analysis of a text holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from mwplab.errors import MissingDependency
from mwplab.text.sentences import Span
from mwplab.text.tokens import Token


class Layer(StrEnum):
    """One kind of thing that a backend may find in a text."""

    TAGS = "tags"
    LEMMAS = "lemmas"
    STOP_WORDS = "stop words"
    PERSON_NAMES = "person names"
    NOUN_PHRASES = "noun phrases"
    DEPENDENCIES = "dependencies"


@dataclass(frozen=True, slots=True)
class Arc:
    """A word that hangs on another one."""

    head: int
    """The number of the word that it hangs on; a root hangs on itself."""

    label: str
    """How, in the words of the backend's model: ``nsubj``, ``dobj``, ``ROOT``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """A text with its words and what a backend found out about each.

    >>> found = Analysis(text="Ann ran.", backend="by hand", words=("Ann", "ran", "."), starts=(0, 4, 7),
    ...                  layers={Layer.TAGS: ("NNP", "VBD", ".")})
    >>> found.tags
    ('NNP', 'VBD', '.')
    >>> found.lemmas
    Traceback (most recent call last):
    mwplab.errors.MissingDependency: the backend 'by hand' gives no lemmas; choose one that does
    """

    text: str
    """What was analysed."""

    backend: str
    """The name of the backend, to be printed with every number that comes of this."""

    words: tuple[str, ...]
    """The tokens as they stand in the text."""

    starts: tuple[int, ...]
    """The place of each token's first character."""

    layers: Mapping[Layer, tuple[Any, ...]] = field(default_factory=dict)
    """What was found, by kind; a kind that the backend lacks is not there."""

    def layer(self, layer: Layer) -> tuple[Any, ...]:
        """Return what was found of one kind; an error says so where the backend lacks it."""
        if layer not in self.layers:
            raise MissingDependency(f"the backend {self.backend!r} gives no {layer}; choose one that does")
        return self.layers[layer]

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The words with their places."""
        return tuple(
            Token(word, start, start + len(word)) for word, start in zip(self.words, self.starts, strict=True)
        )

    @property
    def tags(self) -> tuple[str, ...]:
        """The part of speech of each word, in the tags of the Penn Treebank."""
        return self.layer(Layer.TAGS)

    @property
    def lemmas(self) -> tuple[str, ...]:
        """The dictionary form of each word; in lower case, save for proper nouns."""
        return self.layer(Layer.LEMMAS)

    @property
    def stop_words(self) -> tuple[bool, ...]:
        """Whether each word is one that says little by itself."""
        return self.layer(Layer.STOP_WORDS)

    @property
    def person_names(self) -> tuple[bool, ...]:
        """Whether each word is a person's name or a part of it."""
        return self.layer(Layer.PERSON_NAMES)

    @property
    def noun_phrases(self) -> tuple[Span, ...]:
        """The noun phrases that hold no other one, as places in the text."""
        return self.layer(Layer.NOUN_PHRASES)

    @property
    def dependencies(self) -> tuple[Arc, ...]:
        """What each word hangs on."""
        return self.layer(Layer.DEPENDENCIES)
