"""Words and quantities: what stands in a text, and where.

tokens          words, numbers and marks with their places
sentences       sentences with their places
split_question  a text into body and question
join_question   body and question into running text
quantities      the numbers in a text, each with value, place, form and flags
"""

from __future__ import annotations

from mwplab.text.quantities import quantities
from mwplab.text.quantity import DEFAULT, EVERY, Flag, Form, Quantity
from mwplab.text.questions import join_question, split_question
from mwplab.text.sentences import Span, sentences
from mwplab.text.tokens import Token, tokens

__all__ = [
    "DEFAULT",
    "EVERY",
    "Flag",
    "Form",
    "Quantity",
    "Span",
    "Token",
    "join_question",
    "quantities",
    "sentences",
    "split_question",
    "tokens",
]
