"""What hangs together with a noun: the verb that it is subject or object of, and its adjectives.

From a parse where the analysis has one by the Universal Dependencies, and else from tags and the order of
words, which is enough for the short sentences of word problems: *she gave him 5 red apples*, *how many apples
did he eat?* Parses by other schemes, such as that of spaCy's English models, put other words at the head of
*are in the bowl* and are left aside; their tags are used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mwplab.solvers.neural.words import Reading
from mwplab.text.analysis import Analysis, Arc, Layer
from mwplab.text.analysis.lemmas import load_lemmatizer

ENDS = frozenset(".?!")
"""Words that end a sentence."""

_NOUNS = frozenset({"NN", "NNS"})
_ADJECTIVES = frozenset({"JJ", "JJR", "JJS"})
_VERBS = frozenset({"VB", "VBD", "VBG", "VBN", "VBP", "VBZ"})
_BEFORE_NOUNS = frozenset({*_ADJECTIVES, "RB", "RBR", "VBN", "VBG", "NNP", "NNPS"})
_IN_PHRASES = frozenset({*_ADJECTIVES, *_NOUNS, "NNP", "NNPS", "DT", "PDT", "PRP$", "POS", "RBR"})
_AMOUNTS = frozenset({"many", "more", "fewer", "less"})
_BE = frozenset({"is", "are", "was", "were", "be", "been", "being", "'s", "'re"})
_HELPERS = frozenset(
    {
        "do",
        "does",
        "did",
        "will",
        "would",
        "can",
        "could",
        "should",
        "must",
        "may",
        "might",
        "has",
        "have",
        "had",
        "ca",
        "wo",
    }
)
_CLAUSES = frozenset({"if", "when", "while", "because", "since", "that", "then", "now"})
_NO_NOUNS = frozenset({"left", "yesterday", "today", "tomorrow", "tonight"})  # whatever a tagger says
_OTHER_SCHEMES = frozenset({"dobj", "pobj", "prep", "attr", "acomp", "nsubjpass", "auxpass"})
_OF_COMPOUNDS = frozenset({"a", "an", "many"})  # a 3 mile hike, how many 5 dollar tickets
_ROLES = frozenset({"nsubj", "obj"})
_AFTER_VERBS = frozenset({"IN", "TO", "RB", "RP", "."})
_ADVERBS = frozenset({"total", "totaled", "altogether", "together", "left", "now", "today", "yesterday"})
_NEGATIONS = frozenset({"n't", "not"})


@dataclass(frozen=True, slots=True)
class Sentences:
    """A text with what an analysis found out about its words."""

    reading: Reading
    """The words."""

    tags: tuple[str, ...]
    """The part of speech of each word; that of its first piece where the analysis cuts finer."""

    arcs: tuple[Arc, ...] | None
    """What each word hangs on by the Universal Dependencies, where the analysis says so, in places here."""

    @classmethod
    def of(cls, reading: Reading, analysis: Analysis) -> Sentences:
        """Return a reading with the analysis of its words, joined by spaces."""
        starts = [0]
        for surface in reading.surfaces:
            starts.append(starts[-1] + len(surface) + 1)
        pieces = {start: piece for piece, start in enumerate(analysis.starts)}
        first = [pieces.get(start, -1) for start in starts[:-1]]  # of each word, -1: no piece begins with it
        tags = tuple("" if piece < 0 else analysis.tags[piece] for piece in first)
        if not _has_universal_dependencies(analysis):
            return cls(reading, tuple(map(_settled, reading.words, tags)), None)
        words = {piece: word for word, piece in enumerate(first)}
        arcs = [
            Arc(word, "") if piece < 0 else analysis.dependencies[piece] for word, piece in enumerate(first)
        ]
        mapped = (
            Arc(words.get(arc.head, word), arc.label) if first[word] >= 0 else arc
            for word, arc in enumerate(arcs)
        )
        return cls(reading, tags, tuple(mapped))

    def start(self, place: int) -> int:
        """Return where the sentence of a word begins."""
        words = self.reading.words
        return next((near + 1 for near in range(place - 1, -1, -1) if words[near] in ENDS), 0)

    def counted(self, place: int) -> int | None:
        """Return the noun that the quantity at a place counts."""
        words, tags = self.reading.words, self.tags
        if self.arcs is not None:
            head, label = self.arcs[place].head, self.arcs[place].label
            return head if label == "nummod" else None
        if place and words[place - 1] in _OF_COMPOUNDS:
            return None
        found = None
        for near in range(place + 1, len(words)):
            if near in self.reading.places or words[near] in _NO_NOUNS:
                break
            if tags[near] in _NOUNS:
                found = near
            elif found is not None or tags[near] not in _BEFORE_NOUNS:
                break
        return found

    def spent(self, place: int) -> tuple[int, ...]:
        """Return the verb of what is no noun: she *had* $ 5, she *had* only 5 left."""
        words, tags = self.reading.words, self.tags
        before = place - 1
        if words[place + 1 : place + 2] == ("left",):
            before -= before > 0 and tags[before] in ("RB", "RP", "PRP", "DT")
        elif words[max(0, before) : place] == ("$",):
            before -= 1
        else:
            return ()
        return (before,) if before >= 0 and tags[before] in _VERBS and words[before] not in _BE else ()

    def mentions(self, nouns: set[str]) -> list[int]:
        """Return where some nouns stand."""
        return [place for place, word in enumerate(self.reading.words) if word in nouns]

    def attached(self, noun: int) -> set[int]:
        """Return the adjectives of a noun and the verb that it is subject or object of."""
        if self.arcs is not None:
            return self._attached_by_arcs(self.arcs, noun)
        start, words = self.start(noun), self.reading.words
        end = next((place for place in range(noun, len(words)) if words[place] in ENDS), len(words))
        adjectives, first = set(), noun
        while first > start and first - 1 not in self.reading.places and self._in_phrase(first - 1):
            first -= 1
            if self.tags[first] in _ADJECTIVES or words[first] in _AMOUNTS:
                adjectives.add(first)
        if first - 1 in self.reading.places:
            first -= 1
            while first > start and self.tags[first - 1] in ("DT", "PRP$"):
                first -= 1
        return adjectives | set(self._verb(start, first, noun, end))

    def _attached_by_arcs(self, arcs: Sequence[Arc], noun: int) -> set[int]:
        adjectives = {place for place, arc in enumerate(arcs) if arc.head == noun and arc.label == "amod"}
        return adjectives | ({arcs[noun].head} if arcs[noun].label in _ROLES else set())

    def _in_phrase(self, place: int) -> bool:
        return self.tags[place] in _IN_PHRASES or self.reading.words[place] in _AMOUNTS

    def _verb(self, start: int, first: int, noun: int, end: int) -> tuple[int, ...]:
        """Return the verb of a noun whose phrase begins at a place of the sentence."""
        words, tags = self.reading.words, self.tags
        before = first - 1
        if before >= start and words[before] == "how":
            return self._asked(noun + 1, end)
        if before > start and tags[before] in ("RB", "RP", "PRP"):  # gave her 5, gave away 5, had only 5
            before -= 1
        if before < start:
            return self._predicate(noun + 1, end)
        if words[before] in _BE:  # it is there, or it is what something is
            return (before,) if "there" in words[max(start, before - 2) : before] else ()
        if tags[before] in _VERBS:
            return (before,)
        if tags[before] in ("IN", "TO", "CC") and words[before] not in _CLAUSES:
            return ()
        return self._predicate(noun + 1, end)

    def _asked(self, place: int, end: int) -> tuple[int, ...]:
        """Return the verb of a question behind what is asked for: how many figs *did she eat*."""
        words, tags = self.reading.words, self.tags
        helper = next(
            (near for near in range(place, end) if words[near] in _HELPERS | _BE or tags[near] in _VERBS), end
        )
        if helper >= end or words[helper] not in _HELPERS:
            return self._predicate(helper, end)
        if helper + 1 == end:  # nobody does anything any more: how many figs did
            return (helper,)
        verb = self._behind_subject(helper + 1, end)
        if words[verb] == "be":
            return self._complement(verb + 1, end) or (verb,)
        if words[verb] == "have" and verb + 1 < end:  # have left, have to sell
            after = min(verb + 2, end - 1) if words[verb + 1] == "to" else verb + 1
            verb = after if tags[after] in _VERBS or words[after] == "left" else verb
        return (verb,)

    def _behind_subject(self, place: int, end: int) -> int:
        """Return the verb behind the subject of a question, which is short and may have any tags."""
        words, tags = self.reading.words, self.tags
        if (tags[place] == "PRP" and words[place] != "her") or words[place] in _NEGATIONS | {"be"}:
            rest = (near for near in range(place, end) if tags[near] not in ("PRP", "RB"))
            return next(rest, end - 1)
        stops = (
            near for near in range(place + 2, end) if tags[near] in _AFTER_VERBS or words[near] in _ADVERBS
        )
        return next(stops, end) - 1

    def _predicate(self, place: int, end: int) -> tuple[int, ...]:
        """Return what is said of a subject: a verb, or what it is or where; none where it is acted upon."""
        words, tags = self.reading.words, self.tags
        while place < end and tags[place] not in _VERBS and words[place] not in _HELPERS:
            if tags[place] == "CC":
                return ()
            place += 1
        while place < end:
            after = next((near for near in range(place + 1, end) if tags[near] != "RB"), end)
            if words[place] in _HELPERS | _BE and after < end and tags[after] in _VERBS:
                if words[place] in _BE and tags[after] in ("VBN", "VBD"):
                    return ()
                place = after
                continue
            return self._complement(place + 1, end) if words[place] in _BE else (place,)
        return ()

    def _complement(self, place: int, end: int) -> tuple[int, ...]:
        """Return the word that says what something is, or where: are *green*, were in the *basket*."""
        words, tags = self.reading.words, self.tags
        while place < end and words[place] != "there" and tags[place] in ("IN", "RB"):
            place += 1
        if place < end and words[place] == "there":
            return (place,)
        phrase = []
        while place < end and tags[place] in _IN_PHRASES:
            phrase.append(place)
            place += 1
        nouns = [near for near in phrase if tags[near] in _NOUNS]
        return tuple((nouns or [near for near in phrase if tags[near] in _ADJECTIVES])[-1:])


def _has_universal_dependencies(analysis: Analysis) -> bool:
    if Layer.DEPENDENCIES not in analysis.layers:
        return False
    return _OTHER_SCHEMES.isdisjoint(arc.label for arc in analysis.dependencies)


def _settled(word: str, tag: str) -> str:
    """Return a tag, that of a noun where a tagger took one before another for an adjective: *bird* houses."""
    return "NN" if tag == "JJ" and load_lemmatizer().is_noun_alone(word) else tag
