from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab import load
from mwplab.equations import parse
from mwplab.errors import SpecError
from mwplab.judge import ExactJudge, SolutionJudge, judges
from mwplab.judge.units import compatible_units, normal_unit
from mwplab.reading.choices import matching_option, named_option
from mwplab.records import FAILURE, Answer, Prediction, Problem, Time, Verdict, parse_answers
from mwplab.text import quantities

CORRECT, WRONG, UNREADABLE = Verdict.CORRECT, Verdict.WRONG, Verdict.UNREADABLE


def verdict(
    gold: str,
    found: str,
    options: str = "",
    choices: tuple[str, ...] = (),
    ordered: bool = True,
    time: bool = False,
) -> Verdict:
    problem = Problem(
        id="t/1", question="?", answers=parse_answers(gold, time=time), options=choices, ordered=ordered
    )
    prediction = Prediction(problem="t/1", answers=parse_answers(found, time=time))
    name = options if options.startswith("exact") else f"solution({options})"
    return judges.make(name)(problem, prediction).verdict


@pytest.mark.parametrize(
    ("gold", "found", "options", "expected"),
    [
        ("12", "12", "", CORRECT),
        ("12", "13", "", WRONG),
        ("39; 22", "22; 39", "", CORRECT),
        ("39; 22", "22", "", WRONG),
        ("39", "22; 39", "", CORRECT),
        ("5; 5", "5", "", CORRECT),
        # tolerance
        ("100/3", "33.33", "", CORRECT),
        ("12", "12.01", "", CORRECT),
        ("12", "12.02", "", WRONG),
        ("20000", "20019", "", CORRECT),
        ("20000", "20021", "", WRONG),
        ("12", "12.4", "absolute=0.5", CORRECT),
        ("12", "12.001", "absolute=0, relative=0", WRONG),
        ("200", "190", "relative=0.1", CORRECT),
        # rounding to the gold's digits
        ("3.4", "3.44", "", WRONG),
        ("3.4", "3.44", "rounding=True", CORRECT),
        ("3.4", "3.35", "rounding=True", CORRECT),
        ("3.4", "3.46", "rounding=True", WRONG),
        ("3", "3.4", "rounding=True", CORRECT),
        ("1/3", "0.4", "rounding=True", WRONG),
        # units
        ("5 (metres)", "5 cows", "", CORRECT),
        ("5 (metres)", "5 cows", "units=True", WRONG),
        ("5 (metres)", "5 m", "units=True", CORRECT),
        ("5 (metres)", "5", "units=True", CORRECT),
        ("5 (apples)", "5 red apples", "units=True", CORRECT),
        ("5 (apples)", "5 apple pies", "units=True", WRONG),
        ("5 (metres)", "5 cm", "units=True", WRONG),
        ("5 (metres)", "500 cm", "units=True", CORRECT),
        ("9 (sq. ft)", "9 square feet", "units=True", CORRECT),
        ("9 (m^2)", "9 square metres", "units=True", CORRECT),
        # percent
        ("0.25", "25 %", "", WRONG),
        ("0.25", "25 %", "percent=True", CORRECT),
        ("25 (percent)", "25 %", "", CORRECT),
        ("25 (%)", "0.25", "percent=True", CORRECT),
        ("25 (%)", "0.25", "", WRONG),
        ("25", "25 %", "percent=True", CORRECT),
        # money
        ("5 (dollars)", "$5", "units=True", CORRECT),
        ("0.75 (dollars)", "75 cents", "", CORRECT),
        ("75 (cents)", "$0.75", "", CORRECT),
        ("75 (dollars)", "75 cents", "", WRONG),
        ("0.75 (dollars)", "75 cents", "money=False", WRONG),
        ("75", "75 cents", "", CORRECT),
        # conversions
        ("90 (minutes)", "1.5 hours", "", CORRECT),
        ("90 (minutes)", "1.5 hours", "conversions=False", WRONG),
        # ratios
        ("3:5", "6:10", "", CORRECT),
        ("3:5", "0.6", "", CORRECT),
        ("3:5", "0.6", "ratios=False", WRONG),
        ("3:5", "5:3", "", WRONG),
        ("1:100", "1:200", "", WRONG),
        # words
        ("Red Comets", "the red comets.", "", CORRECT),
        ("Red Comets", "the red comets.", "words=False", WRONG),
        ("yes", "Yes", "", CORRECT),
        ("yes", "no", "", WRONG),
        ("Red Comets", "12", "", WRONG),
        # words where a number is asked
        ("12", "twelve", "", CORRECT),
        ("12", "about 12 apples", "", CORRECT),
        ("12", "The answer: eleven", "", WRONG),
        ("12", "banana", "", UNREADABLE),
        ("12", "yes", "", UNREADABLE),
    ],
)
def test_each_option_of_the_solution_judge_does_what_it_says(
    gold: str, found: str, options: str, expected: Verdict
) -> None:
    assert verdict(gold, found, options) is expected


@pytest.mark.parametrize(
    ("gold", "found", "options", "expected"),
    [
        ("3:30 p.m.", "3:30 pm", "", CORRECT),
        ("3:30 p.m.", "3:30", "", CORRECT),
        ("3:30 p.m.", "3:30", "times=False", WRONG),
        ("3:30 p.m.", "3:30 a.m.", "", WRONG),
        ("15:30", "3:30 p.m.", "", CORRECT),
        ("1:30", "90 minutes", "", CORRECT),
        ("5:00 p.m.", "5", "", CORRECT),
        ("5:00 p.m.", "6", "", WRONG),
        ("1:30", "90 minutes", "times=False", WRONG),
    ],
)
def test_times_are_compared_as_people_say_them(
    gold: str, found: str, options: str, expected: Verdict
) -> None:
    assert verdict(gold, found, options, time=True) is expected


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ("B", CORRECT), ("(b)", CORRECT), ("14 cm", CORRECT), ("14", CORRECT), ("option B", CORRECT),
        ("A", WRONG), ("14.01", WRONG), ("E", WRONG), ("14.005", CORRECT), ("perhaps", UNREADABLE),
    ],
)  # fmt: skip
def test_an_option_is_named_by_letter_or_by_what_it_says(found: str, expected: Verdict) -> None:
    assert verdict("14 cm", found, choices=("12 cm", "14 cm", "14.01 cm", "18 cm", "13 cm")) is expected


@pytest.mark.parametrize(
    ("gold", "found", "ordered", "expected"),
    [
        ("12", "12", True, CORRECT),
        ("12", "12.01", True, WRONG),
        ("3; 4", "4; 3", True, WRONG),
        ("3; 4", "4; 3", False, CORRECT),
        ("3", "3; 4", True, WRONG),
        ("2/3", "0.6666667", True, CORRECT),
        ("12", "twelve", True, CORRECT),
        ("12", "banana", True, UNREADABLE),
    ],
)
def test_the_exact_judge_wants_the_same_values(
    gold: str, found: str, ordered: bool, expected: Verdict
) -> None:
    assert verdict(gold, found, "exact", ordered=ordered) is expected


@pytest.mark.parametrize(
    ("prediction", "expected", "reason"),
    [
        (Prediction(problem="t/1"), Verdict.NO_ANSWER, "has no answer"),
        (
            Prediction(problem="t/1", trace={FAILURE: "timeout after 60 s"}),
            Verdict.NO_ANSWER,
            "timeout after 60 s",
        ),
        (Prediction(problem="t/1", samples=("hm",)), Verdict.UNREADABLE, "could be read"),
        (Prediction(problem="t/1", samples=("",)), Verdict.NO_ANSWER, "has no answer"),
        (Prediction(problem="t/1", equations=parse("x = q0 * q1")), Verdict.CORRECT, ""),
        (Prediction(problem="t/1", equations=parse("x = q0 + q1")), Verdict.WRONG, "7 is given, gold 12"),
        (Prediction(problem="t/1", equations=parse("x * x = 144")), Verdict.CORRECT, ""),
        (Prediction(problem="t/1", equations=parse("x = q9")), Verdict.NO_ANSWER, "q9 is asked for"),
        (Prediction(problem="t/1", equations=parse("x = 1; x = 2")), Verdict.NO_ANSWER, "contradict"),
        (Prediction(problem="t/1", equations=parse("x = y")), Verdict.NO_ANSWER, "leave open"),
        (Prediction(problem="t/1", equations=parse("x = 9^9^9^9")), Verdict.NO_ANSWER, "4096 binary digits"),
    ],
)
def test_a_prediction_without_answers_is_judged_by_what_it_has(
    prediction: Prediction, expected: Verdict, reason: str
) -> None:
    text = "Ana sows 3 rows of 4 beans. How many beans?"
    problem = Problem(id="t/1", question=text, quantities=quantities(text), answers=parse_answers("12"))
    judged = SolutionJudge()(problem, prediction)
    assert judged.verdict is expected
    assert reason in judged.reason


def test_an_equation_that_takes_too_long_is_not_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mwplab.judge.predicted.SECONDS", 0.0)
    problem = Problem(id="t/1", question="?", answers=parse_answers("12"))
    prediction = Prediction(problem="t/1", equations=parse("x^5 + y = 7; y^3 + x = x * y; z = x + y"))
    assert SolutionJudge()(problem, prediction).verdict is Verdict.UNJUDGED


def test_a_problem_without_answers_is_not_judged() -> None:
    for judge in (SolutionJudge(), ExactJudge()):
        judged = judge(Problem(id="t/1", question="?"), Prediction(problem="t/1", answers=parse_answers("1")))
        assert judged.verdict is Verdict.UNJUDGED


def test_other_answers_of_the_source_count_too() -> None:
    problem = Problem(id="t/1", question="?", answers=parse_answers("1; 6"), extra={"alternatives": ["2; 3"]})
    assert (
        SolutionJudge()(problem, Prediction(problem="t/1", answers=parse_answers("3; 2"))).verdict is CORRECT
    )


def test_a_sentence_counts_if_it_names_the_right_one_only() -> None:
    choice = parse('x = largest("Zip": 3, "Mo": 5)')
    problem = Problem(id="t/1", question="Who?", equations=choice, answers=parse_answers("Mo"))
    for said, expected in (("Mo has more", CORRECT), ("Zip", WRONG), ("Mo or Zip", WRONG), ("Momo", WRONG)):
        judged = SolutionJudge()(problem, Prediction(problem="t/1", answers=(Answer(said),)))
        assert judged.verdict is expected, said


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("solution(absolute=-1)", "'absolute' is -1; give a number from 0 on"),
        ("solution(relative=some)", "'relative' is 'some'"),
        ("solution(units=maybe)", "'units' is 'maybe'; give True or False"),
        ("solution(unit=True)", "did you mean 'units'"),
        ("equation(seed=x)", "'seed' is 'x'; give a whole number"),
        ("exact(tolerance=1)", "has no option 'tolerance'"),
    ],
)
def test_options_are_checked_when_a_judge_is_made(spec: str, message: str) -> None:
    with pytest.raises(SpecError, match=message.replace("(", r"\(")):
        judges.make(spec)


@pytest.mark.parametrize("name", ["solution", "exact"])
def test_the_gold_answers_of_the_starter_corpus_are_correct(name: str) -> None:
    judge = judges.make(name)
    for problem in load("starter").problems:
        judged = judge(problem, Prediction(problem=problem.id, answers=problem.answers))
        assert judged.verdict is CORRECT, problem.id


@given(st.fractions(max_denominator=50), st.fractions(max_denominator=50), st.floats(0, 10), st.floats(0, 1))
def test_a_larger_tolerance_never_turns_right_into_wrong(
    gold: Fraction, found: Fraction, absolute: float, relative: float
) -> None:
    problem = Problem(id="t/1", question="?", answers=(Answer(gold),))
    prediction = Prediction(problem="t/1", answers=(Answer(found),))
    small = SolutionJudge(absolute=absolute, relative=relative)(problem, prediction).verdict
    large = SolutionJudge(absolute=absolute + 1, relative=relative * 2)(problem, prediction).verdict
    allowed = abs(found - gold) <= max(Fraction(str(absolute)), Fraction(str(relative)) * abs(gold))
    assert small is (CORRECT if allowed else WRONG)
    assert not (small is CORRECT and large is WRONG)


@given(st.lists(st.integers(0, 5).map(Fraction), min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_order_and_surplus_are_of_no_account(values: list[Fraction], random: object) -> None:
    shuffled = [*values, Fraction(99)]
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    problem = Problem(id="t/1", question="?", answers=tuple(map(Answer, values)))
    prediction = Prediction(problem="t/1", answers=tuple(map(Answer, shuffled)))
    assert SolutionJudge()(problem, prediction).verdict is CORRECT
    assert ExactJudge()(problem, prediction).verdict is WRONG


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        ("Kgs.", "kilogram"), ("km/h", "kilometer per hour"), ("mph", "mile per hour"), ("boxes", "box"),
        ("ladies", "lady"), ("glasses", "glass"), ("children", "child"), ("", ""),
        ("cm²", "square centimeter"), ("buses", "bus"), ("tomatoes", "tomato"), ("$", "dollar"),
        ("¢", "cent"), ("per cent", "percent"),
    ],
)  # fmt: skip
def test_units_have_one_form(unit: str, words: str) -> None:
    assert " ".join(normal_unit(unit)) == words


@given(st.text(max_size=60), st.text(max_size=60))
def test_compatible_units_know_no_order(one: str, other: str) -> None:
    assert compatible_units(one, one)
    assert compatible_units(one, other) == compatible_units(other, one)


def test_articles_and_unknowns_are_no_letters_of_options() -> None:
    options = ["a dozen", "two dozen"]
    assert named_option("a dozen", options) is None
    assert named_option("a few", options) is None
    assert named_option("B = 4", options) is None
    assert matching_option("Two dozen!", options) == 1


def test_a_time_is_compared_with_a_time() -> None:
    problem = Problem(id="t/1", question="When?", answers=(Answer(Time(45_000, "pm")),))
    assert (
        SolutionJudge()(problem, Prediction(problem="t/1", answers=(Answer(Time(1800)),))).verdict is CORRECT
    )
