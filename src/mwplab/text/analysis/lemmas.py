"""Dictionary forms: the table of the package lemminflect, and regular endings for words it does not know.

The table is read as the plain text it is. The package's own guesses at unknown words come from a network that
is kept as a pickle, so endings are undone by rule here.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from mwplab.errors import MissingDependency

Table = Mapping[str, Mapping[str, str]]
"""Word class to word to lemma."""

_CLASSES = {"N": ("NOUN",), "V": ("VERB", "AUX"), "M": ("AUX",), "J": ("ADJ", "ADV"), "R": ("ADV", "ADJ")}
_ANY = ("NOUN", "VERB", "ADJ", "ADV")
_PROPER = frozenset({"NNP", "NNPS"})
_PLURAL = (("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"), ("zzes", "zz"), ("s", ""))
_CONTRACTED = {
    ("n't", "RB"): "not",
    ("'s", "VBZ"): "be",
    ("'re", "VBP"): "be",
    ("'m", "VBP"): "be",
    ("'ve", "VBP"): "have",
    ("'ve", "VB"): "have",
    ("'d", "VBD"): "have",
    ("'ll", "MD"): "will",
    ("'d", "MD"): "would",
    ("ca", "MD"): "can",
    ("wo", "MD"): "will",
    ("an", "DT"): "a",
}
_OWN = frozenset({"more", "most", "less", "least"})  # not forms of much and little, when things are counted
_ENDINGS = {
    "NNS": (("ies", "ie"), ("ies", "y"), *_PLURAL),
    "VBZ": (("ies", "y"), *_PLURAL),
    "VBD": (("ied", "y"), ("ed", ""), ("ed", "e")),
    "VBN": (("ied", "y"), ("ed", ""), ("ed", "e")),
    "VBG": (("ing", ""), ("ing", "e")),
}


class Lemmatizer:
    """Returns the dictionary form of a word, given its tag."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._kept: dict[tuple[str, str], str] = {}

    def lemma(self, word: str, tag: str) -> str:
        """Return the lemma; proper nouns stay as they are, all others come in lower case."""
        if tag in _PROPER:
            return word
        key = word.lower().replace("’", "'"), tag
        if key not in self._kept:
            if len(self._kept) >= 200_000:
                self._kept.clear()
            self._kept[key] = self._find(*key)
        return self._kept[key]

    def is_word(self, word: str) -> bool:
        """Tell whether the table knows a word, in lower case, in any class."""
        return any(word in words for words in self._table.values())

    def is_inflected_verb(self, word: str) -> bool:
        """Tell whether a word, in lower case, is a verb in a form other than its lemma: *took*, *has*."""
        return any(self._table.get(name, {}).get(word, word) != word for name in _CLASSES["V"])

    def is_past_form(self, word: str) -> bool:
        """Tell whether a word, in lower case, can only be the past of a verb: *ate*, *got*, *stuffed*."""
        if word.endswith(("ing", "s")) or self._table.get("VERB", {}).get(word, word) == word:
            return False
        return not any(word in self._table.get(name, {}) for name in ("NOUN", "ADJ", "ADV", "AUX"))

    def is_noun_alone(self, word: str) -> bool:
        """Tell whether a word, in lower case, can be a noun and no adjective: *bird*, not *plastic*."""
        return word in self._table.get("NOUN", {}) and word not in self._table.get("ADJ", {})

    def _find(self, word: str, tag: str) -> str:
        if (word, tag) in _CONTRACTED:
            return _CONTRACTED[word, tag]
        if tag[0] not in _CLASSES or tag == "RP" or word in _OWN:
            return word
        for name in self._classes(word, tag):
            if word in self._table.get(name, {}):
                return self._table[name][word]
        first, hyphen, last = word.rpartition("-")
        if hyphen and last:
            return f"{first}-{self._find(last, tag)}"
        return self._undone(word, tag)

    def _classes(self, word: str, tag: str) -> tuple[str, ...]:
        """Return where to look: in the classes of the tag, then in the others, should the tag be wrong."""
        right = _CLASSES[tag[0]]
        return right if tag == "MD" or (tag == "NN" and word.endswith("ing")) else right + _ANY

    def _undone(self, word: str, tag: str) -> str:
        """Return an unknown word without its ending: the first form that is a word, or else the likeliest."""
        forms = list(_without_ending(word, tag))
        words = self._table.get(_CLASSES[tag[0]][0], {})
        return next((form for form in forms if form in words), forms[0] if forms else word)


def _without_ending(word: str, tag: str) -> Iterable[str]:
    for ending, instead in _ENDINGS.get(tag, ()):
        stem = word.removesuffix(ending)
        if stem == word or len(stem) < 2 or (ending == "s" and stem[-1] in "sui"):
            continue
        if instead or ending == "s":
            yield stem + instead
        elif stem[-1] in "cuvz" or stem.endswith("at"):  # words that end so nearly always have an e
            yield stem + "e"
        else:
            if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "ls":
                yield stem[:-1]
            yield stem


@lru_cache(maxsize=1)
def load_lemmatizer() -> Lemmatizer:
    """Return the lemmatizer with the table of the installed package.

    >>> english = load_lemmatizer()
    >>> english.lemma("Knives", "NNS"), english.lemma("bought", "VBD"), english.lemma("bigger", "JJR")
    ('knife', 'buy', 'big')
    """
    package = find_spec("lemminflect")
    if package is None or not package.submodule_search_locations:
        raise MissingDependency.of("lemminflect", extra="nlp", purpose="finding lemmas")
    folder = Path(package.submodule_search_locations[0], "resources")
    table: dict[str, dict[str, str]] = {}
    with gzip.open(folder / "lemma_lu.csv.gz", "rt", encoding="utf-8") as lines:
        _add(table, lines)
    with (folder / "lemma_overrides.csv").open(encoding="utf-8") as lines:
        _add(table, lines)
    return Lemmatizer(table)


def _add(table: dict[str, dict[str, str]], lines: Iterable[str]) -> None:
    for line in lines:
        if line.count(",") == 2 and not line.startswith("#"):
            word, name, lemmas = line.strip().split(",")
            name = "AUX" if name == "modal" else name.upper()
            table.setdefault(name, {})[word] = lemmas.split("/")[0]
