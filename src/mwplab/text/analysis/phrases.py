"""Noun phrases that hold no other one, by the pattern of their tags."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mwplab.text.sentences import Span
from mwplab.text.tokens import Token

_LETTERS = {
    **dict.fromkeys(["DT", "PDT", "PRP$", "WP$", "WDT"], "D"),
    **dict.fromkeys(["JJ", "JJR", "JJS", "CD"], "A"),
    **dict.fromkeys(["NN", "NNS", "NNP", "NNPS"], "N"),
    **dict.fromkeys(["PRP", "WP"], "P"),
    "POS": "O",
    "$": "S",
}
# Runs are bounded, so that no text takes longer than its length allows.
_PHRASE = re.compile(r"(?:D{0,3}A{0,8}N{1,8}O){0,4}D{0,3}A{0,8}N{1,8}|D?SA{1,3}|P")


def noun_phrases(tokens: Sequence[Token], tags: Sequence[str]) -> tuple[Span, ...]:
    """Return the places of the noun phrases; pronouns and sums of money are phrases too.

    >>> from mwplab.text.tokens import tokens
    >>> text = "Ann's two red hats cost her $5."
    >>> tags = ["NNP", "POS", "CD", "JJ", "NNS", "VBD", "PRP", "$", "CD", "."]
    >>> [span.of(text) for span in noun_phrases(tokens(text), tags)]
    ["Ann's two red hats", 'her', '$5']
    """
    letters = "".join([_LETTERS.get(tag, ".") for tag in tags])
    return tuple(
        Span(tokens[match.start()].start, tokens[match.end() - 1].end) for match in _PHRASE.finditer(letters)
    )
