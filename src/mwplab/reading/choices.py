"""The options of multiple-choice problems, named by letter or by what they say."""

from __future__ import annotations

import re
from collections.abc import Sequence

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

_NAMED = re.compile(
    r"\W{0,4}(?:(?:option|choice|answer|letter)\W{0,3})?(?:\((?P<bracket>[A-Z])\)|(?P<letter>[A-Z])(?![\w'’]))"
    r"(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_LABEL = re.compile(r"\s*(?:\(?[A-Z]\)\s*|[A-Z][.:]\s+)", re.IGNORECASE)


def option_text(option: str) -> str:
    """Return what an option says, without its letter.

    >>> option_text("B) 12 cm"), option_text("(c) none"), option_text("a dozen")
    ('12 cm', 'none', 'a dozen')
    """
    return _LABEL.sub("", option, count=1).strip() if _LABEL.match(option) else option.strip()


def named_option(text: str, options: Sequence[str]) -> int | None:
    """Return the place of the option that a short text names by its letter.

    >>> named_option("(B)", ["3", "4"]), named_option("Option a.", ["3", "4"]), named_option("C", ["3", "4"])
    (1, 0, None)
    """
    match = _NAMED.fullmatch(text[:200])
    if match is None:
        return None
    letter, rest = match["bracket"] or match["letter"], match["rest"].strip()
    place = LETTERS.index(letter.upper()) if letter.isascii() else len(options)
    if place >= len(options):
        return None
    # The article of "a dozen" is no letter, and neither is the unknown of "B = 4".
    plain = (
        not rest or rest[0] in ").:,;-–—]}*\"'(" or fold(rest).startswith(fold(option_text(options[place])))
    )
    return (
        place
        if plain and (match["bracket"] or letter.isupper() or not fold(rest) or rest[0] in ").:")
        else None
    )


def matching_option(text: str, options: Sequence[str]) -> int | None:
    """Return the place of the one option that says what a text says.

    >>> matching_option("the red kite.", ["A) Blue kite", "B) Red kite"])
    1
    """
    places = [place for place, option in enumerate(options) if fold(option_text(option)) == fold(text)]
    return places[0] if len(places) == 1 else None


def fold(words: str) -> str:
    """Return words without case, marks and articles.

    >>> fold("The 'Red' Kite!")
    'red kite'
    """
    found = re.findall(r"\w+(?:[.,:/]\d+)*", words.casefold())
    return (
        " ".join(word for word in found if word not in ("the", "a", "an")) or " ".join(found) or words.strip()
    )
