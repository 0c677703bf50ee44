"""The words of a text, sentence by sentence, as comparisons of texts need them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mwplab.errors import UnknownName
from mwplab.text.quantity import Quantity
from mwplab.text.sentences import sentences
from mwplab.text.tokens import tokens

NUMBER = "#"
"""What stands for every number of a text, since two stories may differ in their numbers alone."""

TOKENISATIONS = ("words", "spaces")
"""``words`` takes marks and numbers apart from words, ``spaces`` takes what stands between spaces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """How a text is taken apart.

    >>> Words().of("Ann has 3 figs. Has Bo?")
    [['Ann', 'has', '3', 'figs', '.'], ['Has', 'Bo', '?']]
    >>> Words(lowercase=True, punctuation=False, sentences=False).of("Ann has 3 figs. Has Bo?")
    [['ann', 'has', '3', 'figs', 'has', 'bo']]
    """

    tokenisation: str = "words"
    """One of `TOKENISATIONS`."""

    lowercase: bool = False
    """Whether capitals are made small."""

    punctuation: bool = True
    """Whether tokens without a letter or digit are kept."""

    sentences: bool = True
    """Whether each sentence stands for itself; otherwise the text is one."""

    def __post_init__(self) -> None:
        if self.tokenisation not in TOKENISATIONS:
            raise UnknownName.among("tokenisation", self.tokenisation, TOKENISATIONS)

    def of(self, text: str) -> list[list[str]]:
        """Return the words of each sentence."""
        parts = [span.of(text) for span in sentences(text)] if self.sentences else [text]
        found = (self._split(part.lower() if self.lowercase else part) for part in parts)
        return [[word for word in words if self.punctuation or has_letter(word)] for words in found]

    def _split(self, part: str) -> list[str]:
        return part.split() if self.tokenisation == "spaces" else [token.text for token in tokens(part)]


def has_letter(word: str) -> bool:
    """Tell whether a token has a letter or a digit, so that it is no mark of punctuation.

    >>> has_letter("$5"), has_letter("?")
    (True, False)
    """
    return any(character.isalnum() for character in word)


def masked_words(text: str, quantities: Sequence[Quantity] = ()) -> tuple[str, ...]:
    """Return the words of a text in lower case, marks included, one sign for every given number.

    >>> from mwplab.text import quantities
    >>> masked_words("Two red owls", quantities("Two red owls"))
    ('#', 'red', 'owls')
    """
    masked, position = [], 0
    for quantity in quantities:
        masked += [text[position : quantity.start], f" {NUMBER} "]
        position = quantity.end
    return tuple(token.text.lower() for token in tokens("".join([*masked, text[position:]])))
