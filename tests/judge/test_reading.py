from __future__ import annotations

import json
import re
import time
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mwplab.judge import READING, SolutionJudge, Status, read_completion, read_prediction
from mwplab.judge.reading import read_values
from mwplab.records import Answer, Problem, Question, Verdict, parse_answers
from mwplab.records.answers import write_value
from tests.judge.completions import COMPLETIONS, NONE, NOTHING, UNREADABLE, Case


def source_of(case: Case) -> Question | Sequence[str] | None:
    given_source = case[2] if len(case) == 3 else None
    return Question(id="t/1", text=given_source) if isinstance(given_source, str) else given_source


@pytest.mark.parametrize("case", COMPLETIONS, ids=lambda case: repr(case[0])[:50])
def test_a_completion_is_read_as_a_person_reads_it(case: Case) -> None:
    reading = read_completion(case[0], source_of(case))
    found = "; ".join(write_value(answer.value) for answer in reading.answers)
    assert (found or reading.status.value) == case[1], reading


def test_there_are_two_hundred_completions_and_all_differ() -> None:
    assert len({(case[0], case[2:]) for case in COMPLETIONS}) == len(COMPLETIONS) >= 200
