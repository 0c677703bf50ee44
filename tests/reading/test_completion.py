from __future__ import annotations

import time
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwplab.equations import parse
from mwplab.judge import SolutionJudge
from mwplab.reading import Status, read_completion, read_prediction, read_values
from mwplab.reading.masks import mask
from mwplab.reading.plain import plain
from mwplab.reading.values import LONGEST
from mwplab.records import READING, Problem, Question, Verdict, parse_answers
from mwplab.records.answers import write_value
from tests.reading.completions import COMPLETIONS, NOTHING, Case

MEGABYTE = 1_000_000

# What a text of such pieces costs shows whether some rule looks at a place more than a few times.
PIECES = [
    " ", "a", "1", "\n", "$", "*", "#", "{", "(", "=", "<", "~", ".", "½", "_", "1,", "1:", "1 = ", "**1**",
    "\\boxed{", "\\boxed{12} ", "\\frac{", "<think>", "</think>", "```\n", "```python\n", "the answer is ",
    "answer ", "wait actually ", "I cannot ", "as an AI ", '{"answer": ', '{"answer": [[', "<<1+1=",
    "equation ", "Q: x\nA: 3\n", "one hundred and ", "so we add 3 and 4 to get 7. ",
    "The answer is " + "a" * 380 + " 5\n", "The answer is " + "a " * 190 + "= 5\n",
    "#### " + "(" * 390 + "\n",
    "Answer: " + "1 + " * 90 + "\n", "\\boxed{" + "{" * 300 + "}" * 300 + "}\n",
]  # fmt: skip

NUMBER = Question(id="t/1", text="How many lanterns hang in the yard?")


def source_of(case: Case) -> Question | Sequence[str] | None:
    source = case[2] if len(case) == 3 else None
    return Question(id="t/1", text=source) if isinstance(source, str) else source


@pytest.mark.parametrize("case", COMPLETIONS, ids=lambda case: repr(case[0])[:50])
def test_a_completion_is_read_as_a_person_reads_it(case: Case) -> None:
    reading = read_completion(case[0], source_of(case))
    found = "; ".join(write_value(answer.value) for answer in reading.answers)
    assert (found or reading.status.value) == case[1], reading


def test_there_are_more_than_two_hundred_completions_and_all_differ() -> None:
    assert len({(case[0], case[2:]) for case in COMPLETIONS}) == len(COMPLETIONS) > 200


@pytest.mark.parametrize("case", NOTHING, ids=lambda case: repr(case[0])[:50])
def test_silence_and_nonsense_are_never_wrong(case: Case) -> None:
    problem = Problem(id="t/1", question=NUMBER.text, answers=parse_answers("12"))
    judged = SolutionJudge()(problem, read_prediction(problem, case[0]))
    assert judged.verdict is (Verdict.NO_ANSWER if case[1] == "none" else Verdict.UNREADABLE)


@pytest.mark.parametrize(
    ("text", "where", "rule"),
    [
        ("So, the answer is 12 owls. Bye.", "12 owls", "the-answer-is"),
        (r"We get \boxed{12} here.", "12", "boxed"),
        ("<think>The answer is 3.</think> #### 12", "12", "hashes"),
        ("x" * 150_000 + "\n#### 12", "12", "hashes"),
        ('{"answer": 12}', "12", "json"),
        ("<answer>12</answer>", "12", "tag"),
        ("5 owls. 5 + 7 = 12", "12", "equals"),
        ("Well. So we see 12 owls.", "we see 12 owls.", "conclusion"),
        ("12\n\nExplanation: we add.", "12", "first-line"),
        ("There are 12 owls.", "There are 12 owls.", "whole"),
    ],
)
def test_a_reading_says_where_and_how(text: str, where: str, rule: str) -> None:
    reading = read_completion(text)
    assert reading.span is not None
    assert (reading.span.of(text), reading.rule) == (where, rule)


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("The answer is 12 red owls because they hoot.", "red owls"),
        ("The answer is $12.", "dollars"),
        ("The answer is 60 miles per hour.", "miles per hour"),
        (r"\boxed{12} kg", "kg"),
        (r"$\boxed{12\text{ cm}^2}$", "cm^2"),
        ("The answer is 12 left over.", ""),
        ("The answer is 12 %.", "%"),
    ],
)
def test_units_stand_beside_the_number(text: str, unit: str) -> None:
    (answer,) = read_completion(text).answers
    assert (write_value(answer.value), answer.unit) in {("12", unit), ("60", unit)}


def test_the_last_number_counts_only_where_that_is_asked_for() -> None:
    text = "Well, there were 3 cows and then 14 goats came by and"
    assert read_completion(text).status is Status.UNREADABLE
    reading = read_completion(text, last_number=True)
    assert (write_value(reading.answers[0].value), reading.rule) == ("14", "last-number")


@pytest.mark.parametrize(
    ("text", "equation"),
    [
        ("Equation: x = 3 * (4 + 5)\nThe answer is 27.", "x = 3 * (4 + 5)"),
        ("The equation is 2x + 3 = 11, so x = 4. The answer is 4.", "2 * x + 3 = 11"),
        ("5 + 7 = 12.", "x = 5 + 7"),
        ("x = 5 × 7", "x = 5 * 7"),
    ],
)
def test_an_equation_is_read_along(text: str, equation: str) -> None:
    assert read_completion(text).equations == parse(equation)


@pytest.mark.parametrize(
    "text", ["The answer is 12.", "#### 12 = twelve", "Equation: import os\nThe answer is 3."]
)
def test_what_is_no_equation_is_none(text: str) -> None:
    reading = read_completion(text)
    assert reading.status is Status.FOUND
    assert reading.equations is None


def test_a_prediction_remembers_how_it_was_read() -> None:
    found, cut = (read_prediction(NUMBER, text) for text in ("#### 5", "<think>5 and"))
    assert (found.trace[READING], found.samples) == ("found", ("#### 5",))
    assert (cut.trace[READING], cut.answers) == ("unreadable", ())


def test_text_that_looks_like_code_is_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = (
        r"\boxed{__import__('os').getcwd()}",
        "The answer is exec('1/0').",
        "#### 9**9**9**9",
        "x = 9^9^9^9",
    )
    with monkeypatch.context() as patched:
        for name in ("eval", "exec"):
            patched.setattr(f"builtins.{name}", lambda *_: pytest.fail("text was run as code"))
        found = [read_completion(text).status for text in texts]
    assert set(found) == {Status.UNREADABLE}


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: repr(piece)[:20])
def test_a_megabyte_takes_about_a_second(piece: str) -> None:
    text = (piece * (MEGABYTE // len(piece) + 1))[:MEGABYTE]
    start = time.process_time()
    reading = read_completion(text, NUMBER, last_number=True)
    assert time.process_time() - start < 3, "allows for a slow machine"
    assert reading.status in Status


SCRAPS = st.lists(
    st.sampled_from(
        [*PIECES[:38], "\\", "}", "boxed{12}", "12", "-", "and", "the answer is", "Answer:", "%", "x =", "$5",
         "3/4", "</s>", "\\text{", "\\(", "7 apples", "(B)", "not", "1e999", "0/0", "5/0", "12:99",
         "10^(", "½", "٣", "一"]
    ),
    max_size=30,
).map("".join)  # fmt: skip


@settings(max_examples=300)
@given(st.one_of(st.text(max_size=400), SCRAPS), st.booleans())
def test_reading_never_fails_and_is_bounded(text: str, last_number: bool) -> None:
    reading = read_completion(text, ("3", "4"), last_number=last_number)
    assert (reading.status is Status.FOUND) == bool(reading.answers)
    if reading.span is not None:
        assert 0 <= reading.span.start <= reading.span.end <= len(text)
    assert len(reading.answers) <= 64


@given(st.text(max_size=500))
def test_masking_keeps_every_place(text: str) -> None:
    assert len(mask(text).text) == len(text)


@given(SCRAPS)
def test_plain_text_stays_short(text: str) -> None:
    assert len(plain(text[:LONGEST])) <= 5 * LONGEST


@given(
    st.integers(-(10**9), 10**9),
    st.sampled_from(["The answer is {}.", "#### {}", "\\boxed{{{}}}", "Answer: {}", "{}"]),
)
def test_any_whole_number_is_read_in_any_style(number: int, style: str) -> None:
    for written in (str(number), f"{number:,}"):
        (answer,) = read_completion(style.format(written)).answers
        assert answer.value == number


@given(st.fractions(max_denominator=60, min_value=0, max_value=1000))
def test_any_fraction_is_read_as_latex(value: object) -> None:
    top, bottom = value.numerator, value.denominator  # type: ignore[attr-defined]
    (answer,) = read_completion(rf"\boxed{{\frac{{{top}}}{{{bottom}}}}}").answers
    assert answer.value == value


@pytest.mark.parametrize(
    ("text", "values"),
    [("twelve", "12"), ("about 12 apples", "12"), ("banana", ""), ("I cannot say 5", ""), ("3; 4", "3; 4")],
)
def test_a_cell_of_a_table_is_read_for_its_values(text: str, values: str) -> None:
    assert "; ".join(write_value(answer.value) for answer in read_values(text)) == values
