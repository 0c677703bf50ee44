"""Every grammar by name, and the one function that uses them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Protocol

from mwplab.parallel import map_many
from mwplab.registry import Registry
from mwplab.text.grammar.erg import EnglishResourceGrammar
from mwplab.text.grammar.link_grammar import LinkGrammar


class Grammar(Protocol):
    """Says of sentences whether they are grammatical."""

    @property
    def name(self) -> str:
        """What it is: printed with every number."""
        ...

    def accepts(self, sentences: Sequence[str]) -> list[bool]:
        """Return yes or no for each sentence, in order."""
        ...


grammars: Registry[Grammar] = Registry("grammar", entry_point_group="mwplab.grammars")
grammars.add("link-grammar", LinkGrammar)
grammars.add("erg", EnglishResourceGrammar)

DEFAULT = "link-grammar"
BLOCK = 100  # sentences sent to a process at a time


@lru_cache(maxsize=4)
def make_grammar(spec: str = DEFAULT) -> Grammar:
    """Return a grammar by its spec, made once in each process."""
    return grammars.make(spec)


def accepted(
    sentences: Sequence[str],
    grammar: str | Grammar | None = None,
    *,
    jobs: int | None = None,
    cluster: str | None = None,
) -> list[bool]:
    """Return for each sentence whether a grammar accepts it; one made before stays in this process."""
    if not isinstance(grammar, str | None):
        return grammar.accepts(sentences)
    spec = grammar or DEFAULT
    make_grammar(spec)  # so that a missing program is told of before the work starts
    blocks = [sentences[start : start + BLOCK] for start in range(0, len(sentences), BLOCK)]
    work = partial(_accept_block, spec)
    found = map_many(work, blocks, jobs=jobs, cluster=cluster, description="parsing")
    return [answer for block in found for answer in block]


def _accept_block(spec: str, sentences: Sequence[str]) -> list[bool]:
    return make_grammar(spec).accepts(sentences)
