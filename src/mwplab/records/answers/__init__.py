"""Answers: read from text, written for people, and compared in one way for checking, judging and training.

value      Answer and Time      reading    from text to answers      comparing  are these the same answers?
"""

from mwplab.records.answers.comparing import (
    DEFAULT_TOLERANCE,
    EXACT,
    Tolerance,
    contains_values,
    same_value,
    same_values,
)
from mwplab.records.answers.reading import parse_answer, parse_answers
from mwplab.records.answers.value import Answer, AnswerValue, Time, write_value

__all__ = [
    "DEFAULT_TOLERANCE",
    "EXACT",
    "Answer",
    "AnswerValue",
    "Time",
    "Tolerance",
    "contains_values",
    "parse_answer",
    "parse_answers",
    "same_value",
    "same_values",
    "write_value",
]
