"""The scorer that travels with a task."""

from __future__ import annotations

import time
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.catalogue import load
from mwplab.judge import judge_row
from mwplab.reading import read_prediction
from mwplab.reading.choices import LETTERS
from mwplab.records import Problem, Verdict, parse_answers
from mwplab.runs.plan import make_judges
from mwplab.runs.predictions.judging import judge_predictions
from mwplab.runs.tasks.rows import Task
from mwplab.runs.tasks.scoring import find_answer, is_answered, is_right, numbers
from tests.reading.completions import COMPLETIONS, NONE, UNREADABLE

STARTER = load("starter")

RIGHT = [
    ("The answer is 15.", ["15"]),
    ("8 + 7 = 15\nThe answer is 15 beetles.", ["15"]),
    ("The answer is 8 + 7 = 15 beetles.", ["15"]),
    ("**The answer is: 15**", ["15"]),
    ("#### 1,200", ["1200"]),
    (r"So we get $\boxed{12}$.", ["12"]),
    ("Answer: $2.50", ["2.5"]),
    ("The answer is 1/3 of a litre.", ["1/3"]),
    ("The answer is 0.333.", ["1/3"]),
    ("The answer is -4 degrees.", ["-4"]),
    ("That makes 7 apples.", ["7"]),
    ("First 3 + 4 = 7.\nSo she has 7.", ["7"]),
    ("<think>The answer is 9.</think>The answer is seven apples.", ["7"]),
    ("```python\nprint(9)\n```\nThe answer is 7.", ["7"]),
    ("The answer to the question is twenty-one.", ["21"]),
    (r"So it is \(\boxed{\frac{3}{4}}\).", ["0.75"]),
    ("The answer is x = 3 and y = 4.", ["3", "4"]),
    ("The answer is 2 1/2 cups.", ["2.5"]),
    ("The answer is 7.\n\nQuestion: What is 2 + 2?\nThe answer is 4.", ["7"]),
    ("The answer is 7.<|im_end|>The answer is 4.", ["7"]),
    ("## Final Answer\n15 crates", ["15"]),
    ('{"final_answer": 7}', ["7"]),
    ("The answer is 9. No, wait. The answer is 8.", ["8"]),
    ("The answer is 22 and 39.", ["39", "22"]),
    ("The answer is 2:3.", ["2:3"]),
    ("The answer is 4 to 6.", ["2:3"]),
    ("The answer is the Red Comets.", ["Red Comets"]),
    ("The answer is Mo, who ran 5 km.", ["Mo"]),
    ("The grey bucket.", ["grey bucket"]),
    ("The answer is 3:30 p.m.", ["3:30 p.m."]),
]

WRONG = [
    ("The answer is 16.", ["15"], True),
    ("The answer is 15.5.", ["15"], True),
    ("15 are left, so the answer is 3.", ["15"], True),
    ("The answer is 22.", ["39", "22"], True),
    ("The answer is 3:2.", ["2:3"], True),
    ("The answer is Yuki, not Mo.", ["Mo"], True),
    ("The answer is Moritz.", ["Mo"], True),
    ("Mo ran 5 km, Yuki 6 km.", ["Mo"], False),
    ("She has 3 figs and he has 15 figs, so", ["15"], False),
    ("So they pay 3 * 5 +", ["15"], False),
    ("<think>The answer is 15.", ["15"], False),
    ("To solve this, we need 15 apples and 3 pears. First", ["15"], False),
    ("I do not know.", ["15"], False),
    ("", ["15"], False),
    ("The answer is", ["15"], False),
    ("The answer is not there.", ["2:3"], False),
]


@pytest.mark.parametrize(("reply", "values"), RIGHT)
def test_a_right_answer_is_found(reply: str, values: list[str]) -> None:
    assert is_right(reply, values)
    assert is_answered(reply, values)


@pytest.mark.parametrize(("reply", "values", "answered"), WRONG)
def test_a_wrong_one_is_told_from_none(reply: str, values: list[str], answered: bool) -> None:
    assert not is_right(reply, values)
    assert is_answered(reply, values) is answered


@pytest.mark.parametrize(
    ("reply", "right"),
    [
        ("The answer is (B).", True),
        ("The answer is B", True),
        ("The answer is A.", False),
        ("Answer: 12", True),
    ],
)
def test_a_letter_stands_for_its_option(reply: str, right: bool) -> None:
    assert is_right(reply, ["12"], ["11", "12 cm"]) is right


@pytest.mark.parametrize(
    ("reply", "right"),
    [
        ("The answer is 15. Then she went", True),
        (r"It is \boxed{15}", True),
        ("The answer is 15", False),
        ("The answer is 15.", False),
        ("So there are 15.", False),
        ("The answer is 15. Wait. The answer is 1", True),
    ],
)
def test_in_a_reply_that_was_cut_half_a_number_does_not_count(reply: str, right: bool) -> None:
    problem = Problem(id="a/1", question="How many?", answers=parse_answers("15"))
    found = judge_row(problem, read_prediction(problem, reply, cut=True), make_judges(["solution"]))
    assert is_right(reply, ["15"], cut=True) is right
    assert (found.verdicts["solution"] is Verdict.CORRECT) is right


def test_model_replies_to_every_problem_are_right_for_the_scorer_and_for_our_judge() -> None:
    judges = make_judges(["solution"])
    task = Task.of(STARTER)
    for problem in STARTER:
        row = task.row(problem)
        reply = row["extra"]["reply"]
        verdict = judge_row(problem, read_prediction(problem, reply), judges).verdicts["solution"]
        assert (is_right(reply, row["extra"]["values"]), verdict) == (True, Verdict.CORRECT), reply


def test_the_scorer_agrees_with_our_own_reader_on_logs_of_the_real_harnesses() -> None:
    task = Task.of(STARTER)
    for name in ("samples_starter.jsonl", "starter.eval"):
        rows = judge_predictions(Path(__file__).parent / "logs" / name, STARTER).result.rows
        for row in (one for one in rows if one.prediction.samples):
            extra = task.row(row.problem)["extra"]
            cut = row.prediction.trace.get("finish") == "length"
            asked = (row.prediction.samples[0], extra["values"], extra["options"], cut)
            verdict = row.verdicts["solution"]
            assert is_right(*asked) == (verdict is Verdict.CORRECT), asked
            assert is_answered(*asked) == (verdict in (Verdict.CORRECT, Verdict.WRONG)), asked


def test_most_of_what_our_own_reader_reads_is_read_alike() -> None:
    alike = [_alike(*case) for case in COMPLETIONS]
    assert sum(alike) >= 0.8 * len(alike)


def _alike(text: str, expected: str, source: str | tuple[str, ...] = ()) -> bool:
    options = [] if isinstance(source, str) else list(source)
    if expected in (NONE, UNREADABLE):
        return not is_answered(text, ["7"], options)
    letters = dict(zip(LETTERS, options, strict=False))
    return is_right(text, [letters.get(one, one) for one in expected.split("; ")], options)


@given(st.fractions(min_value=-(10**6), max_value=10**6, max_denominator=99))
def test_a_number_reads_back(number: Fraction) -> None:
    assert numbers(f"It is {number} apples.") == [number]


@given(st.text(), st.lists(st.text(min_size=1), min_size=1, max_size=3), st.lists(st.text(), max_size=3))
def test_no_text_breaks_it(reply: str, values: list[str], options: list[str]) -> None:
    assert is_right(reply, values, options) in (True, False)
    assert is_answered(reply, values, options) in (True, False)


HOSTILE = ["9" * 10**6, "####" * 10**6, "1,111" * 10**5, "[" * 10**6, "answer is " * 10**5, "1/" * 10**6]


@pytest.mark.parametrize("reply", HOSTILE, ids=lambda reply: reply[:10])
def test_megabytes_are_read_in_no_time(reply: str) -> None:
    started = time.process_time()
    is_right(reply, ["15"])
    is_right(reply, ["2:3"])
    find_answer(reply)
    assert time.process_time() - started < 2
