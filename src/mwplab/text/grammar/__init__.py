"""Grammaticality: yes or no for each sentence, by a broad-coverage grammar.

accepted   sentences to answers, by a grammar that says its name
Grammar    what a grammar promises
grammars   every grammar by name: link-grammar (the default), erg
"""

from __future__ import annotations

from mwplab.text.grammar.shelf import Grammar, accepted, grammars, make_grammar

__all__ = ["Grammar", "accepted", "grammars", "make_grammar"]
