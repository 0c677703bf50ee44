"""The baselines: what they learn, what they predict, and what they leave unsaid."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.catalogue import load
from mwplab.equations import parse, parse_expression
from mwplab.errors import MwplabError, RecordError
from mwplab.records import Problem, Question
from mwplab.solvers import (
    Oracle,
    Solver,
    fingerprint,
    gold_templates,
    load_solver,
    save_solver,
    solvers,
    stored_spec,
)
from mwplab.solvers.baselines.majority import commonest
from mwplab.solvers.baselines.pattern import apply, pattern_of
from mwplab.solvers.baselines.similarity import Index, features
from mwplab.solvers.language_model.kinds import MODELS
from mwplab.solvers.neural.kinds import KINDS
from mwplab.spec import Spec
from mwplab.text import quantities

STARTER = load("starter")
BASELINES = [name for name in solvers if name not in {*KINDS, *MODELS}]


def told(key: str, text: str, equation: str = "", asked: Sequence[str] = ()) -> Problem:
    return Problem(
        id=f"a/{key}",
        body=text,
        quantities=quantities(text),
        equations=parse(equation) if equation else None,
        asked=tuple(map(parse_expression, asked)),
    )


def asked(text: str, key: str = "new") -> Question:
    return told(key, text).as_question()


def answers(solver: Solver, text: str) -> list[str]:
    return [str(answer) for answer in solver.solve([asked(text)])[0].answers]


def fitted(spec: str, train: Sequence[Problem]) -> Solver:
    solver = solvers.make(spec)
    solver.fit(train)
    if isinstance(solver, Oracle):
        solver.reveal(gold_templates(train))
    return solver


PATTERNS = [
    ("x = q0 + q1", (), "x = A + B", (0, 1), ()),
    ("cost = q2 - q0", (), "x = A - B", (2, 0), ()),
    ("a + b = q1; a - b = q0", (), "x + y = A; x - y = B", (1, 0), ()),
    ("a + b = q1; a - b = q0", ("b",), "x + y = A; x - y = B", (1, 0), ("y",)),
    ("a + b = q1; a - b = q0", ("a", "b"), "x + y = A; x - y = B", (1, 0), ()),
    ("a = q1 * q0", ("a - q0",), "x = A * B", (1, 0), ("x - B",)),
]


@pytest.mark.parametrize(("equation", "asks", "template", "alignment", "asked_for"), PATTERNS)
def test_a_pattern_has_the_template_the_places_and_what_is_asked(
    equation: str,
    asks: tuple[str, ...],
    template: str,
    alignment: tuple[int, ...],
    asked_for: tuple[str, ...],
) -> None:
    pattern = pattern_of(told("1", "1 2 3", equation, asks))
    assert pattern is not None
    assert pattern.template.system == parse(template)
    assert pattern.alignment == alignment
    assert pattern.asked == tuple(map(parse_expression, asked_for))


def test_a_problem_whose_answer_needs_a_number_outside_its_equations_has_no_pattern() -> None:
    assert pattern_of(told("1", "1 2", "x = q0", ["x + q1"])) is None
    assert pattern_of(told("1", "1 2")) is None


def test_a_pattern_solves_its_own_problem() -> None:
    judged = 0
    for problem in STARTER:
        pattern = pattern_of(problem)
        if (
            pattern is not None
            and len(problem.answers) == 1
            and isinstance(problem.answers[0].value, Fraction)
        ):
            found = apply(pattern, problem.as_question()).answers
            judged += 1
            assert problem.answers[0].value in [answer.value for answer in found], problem.id
    assert judged > 250


def test_division_by_zero_gives_an_equation_without_an_answer() -> None:
    solver = fitted("majority", [told("1", "6 2", "x = q0 / q1")])
    prediction = solver.solve([asked("There are 5 and 0 here.")])[0]
    assert prediction.answers == ()
    assert prediction.equations == parse("x = q0 / q1")
    assert "zero" in str(prediction.trace["reason"])


def test_too_few_numbers_give_no_prediction() -> None:
    solver = fitted("majority", [told("1", "6 2", "x = q0 / q1")])
    prediction = solver.solve([asked("There are 5 here.")])[0]
    assert (prediction.answers, prediction.equations, prediction.derivation) == ((), None, None)


THREE = [
    told("1", "1 2", "x = q0 - q1"),
    told("2", "1 2", "x = q1 - q0"),
    told("3", "1 2", "x = q1 - q0"),
    told("4", "1 2", "x = q0 + q1"),
    told("5", "1 2", "x = q0 + q1"),
    told("6", "nothing"),
]


def test_majority_counts_templates_and_fills_them_in_order() -> None:
    assert answers(fitted("majority", THREE), "First 9 and then 4.") == ["5"]


def test_the_frequency_reading_tells_places_apart() -> None:
    solver = fitted("majority(reading=frequency)", THREE)
    assert answers(solver, "First 9 and then 4.") == ["-5"]


def test_a_reading_that_is_none_is_refused() -> None:
    with pytest.raises(
        RecordError, match="no reading of 'majority' is called 'loud'; there are: execution, freq"
    ):
        solvers.make("majority(reading=loud)")


@given(st.lists(st.sampled_from(["x = q0 - q1", "x = q1 - q0", "x = q0 + q1", ""]), min_size=1))
def test_the_commonest_equation_is_counted_as_a_counter_would(equations: list[str]) -> None:
    systems = [parse(text) if text else None for text in equations]
    counts = Counter(text for text in equations if text)
    if not counts:
        with pytest.raises(RecordError, match="none is the commonest"):
            commonest(systems)
        return
    most = commonest(systems)
    assert most.count == max(counts.values()) == counts[str(most.equations)]
    assert most.problems == len(equations)


def test_nearest_takes_the_equation_of_the_most_similar_story() -> None:
    solver = fitted(
        "nearest",
        [
            told("1", "A baker bakes 3 loaves and then 4 more loaves.", "x = q0 + q1"),
            told("2", "A shelf with 9 jars loses 2 jars in a quake.", "x = q0 - q1"),
        ],
    )
    assert answers(solver, "A shelf with 50 jars loses 8 jars.") == ["42"]
    assert answers(solver, "The baker bakes 5 loaves and 6 more.") == ["11"]


def test_nearest_passes_over_a_neighbour_that_needs_more_numbers() -> None:
    solver = fitted(
        "nearest",
        [
            told("1", "Red and blue and green kites: 1 2 3.", "x = q0 + q1 + q2"),
            told("2", "Some owls, 4 and 5.", "x = q0 * q1"),
        ],
    )
    prediction = solver.solve([asked("Red and blue and green kites: 6 7.")])[0]
    assert prediction.trace["neighbour"] == "a/2"
    assert [str(answer) for answer in prediction.answers] == ["42"]


def test_the_index_finds_what_comparing_with_every_text_finds() -> None:
    texts = [features(problem.text, problem.quantities) for problem in STARTER.problems[::6]]
    index = Index(texts)
    for place, text in enumerate(texts):
        vectors = [index._vector(Counter(other)) for other in texts]
        mine = vectors[place]
        cosines = [sum(mine.get(one, 0) * value for one, value in other.items()) for other in vectors]
        found, similarity = index.nearest(text)[0]
        assert found == place
        assert similarity == pytest.approx(max(cosines))
        second, next_best = index.nearest(text, 2)[1]
        assert next_best == pytest.approx(sorted(cosines)[-2])
        assert cosines[second] == pytest.approx(next_best)


def test_numbers_do_not_make_texts_different() -> None:
    one, other = "Two red owls and 3 mice.", "12 red owls and ninety mice."
    assert features(one, quantities(one)) == features(other, quantities(other))


def test_chance_depends_on_seed_and_id_and_not_on_company() -> None:
    solver = fitted("random(seed=3)", STARTER.problems)
    questions = [problem.as_question() for problem in STARTER]
    together = solver.solve(questions)
    assert together == [solver.solve([question])[0] for question in questions]
    assert together[::-1] == solver.solve(questions[::-1])
    assert together != fitted("random(seed=4)", STARTER.problems).solve(questions)


def test_chance_draws_each_template_as_often_as_training_has_it() -> None:
    train = [told(str(n), "1 2", "x = q0 + q1") for n in range(3)] + [told("9", "1 2", "x = q0 * q1")]
    solver = fitted("random", train)
    text = "First 9 and then 4."
    drawn = solver.solve([asked(text, str(number)) for number in range(2000)])
    share = sum("+" in str(one.equations) for one in drawn) / len(drawn)
    assert share == pytest.approx(0.75, abs=0.05)


def test_the_oracle_knows_the_template_and_not_the_places() -> None:
    gold = told("1", "Of 3 and 8 the difference.", "x = q1 - q0")
    prediction = fitted("oracle-template", [gold]).solve([gold.as_question()])[0]
    assert prediction.equations == parse("x = q0 - q1")
    assert all(pattern.alignment == (0, 1) for pattern in gold_templates([gold]).values())


def test_the_oracle_s_chance_takes_each_number_at_most_once() -> None:
    solver = solvers.make("oracle-template(alignment=random)")
    problems = [told(str(number), "3 and 8 and 5", "x = q1 - q0") for number in range(300)]
    assert isinstance(solver, Oracle)
    solver.reveal(gold_templates(problems))
    found = Counter(
        one.derivation.alignment
        for one in solver.solve([problem.as_question() for problem in problems])
        if one.derivation is not None
    )
    assert set(found) == {(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)}


def test_fitting_tells_the_oracle_nothing() -> None:
    solver = solvers.make("oracle-template")
    solver.fit(STARTER.problems)
    with pytest.raises(RecordError, match="'oracle-template' has learnt nothing yet"):
        solver.solve([STARTER.problems[0].as_question()])


@pytest.mark.parametrize("name", BASELINES)
def test_a_solver_answers_every_question_in_order(name: str) -> None:
    solver = fitted(name, STARTER.problems)
    predictions = solver.solve([problem.as_question() for problem in STARTER])
    assert [prediction.problem for prediction in predictions] == [problem.id for problem in STARTER]
    assert sum(bool(prediction.answers) for prediction in predictions) > len(STARTER) / 2
    assert solver.solve([]) == []


@pytest.mark.parametrize("name", BASELINES)
def test_a_saved_solver_predicts_the_same(name: str, tmp_path: Path) -> None:
    solver = fitted(name, STARTER.problems)
    folder = tmp_path / "kept"
    save_solver(solver, Spec(name), folder)
    spec, again = load_solver(folder)
    questions = [problem.as_question() for problem in STARTER]
    assert spec == Spec(name) == stored_spec(folder)
    assert again.solve(questions) == solver.solve(questions)
    for path in folder.iterdir():
        json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", [name for name in solvers if name not in MODELS])
def test_a_solver_that_has_learnt_nothing_says_so(name: str, tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=f"the solver '{name}' has learnt nothing yet"):
        solvers.make(name).solve([asked("5 and 6")])
    with pytest.raises(RecordError, match="has learnt nothing yet"):
        solvers.make(name).save(tmp_path)


@pytest.mark.parametrize("name", ["majority", "nearest", "random"])
def test_training_without_equations_is_refused(name: str) -> None:
    with pytest.raises(RecordError, match="none of the 2 training problems has any"):
        solvers.make(name).fit([told("1", "5"), told("2", "6")])


def test_a_folder_that_exists_is_not_written_over(tmp_path: Path) -> None:
    with pytest.raises(MwplabError, match="exists already"):
        save_solver(fitted("majority", THREE), Spec("majority"), tmp_path)


@pytest.mark.parametrize("content", ["{}", "[]", '{"pattern": 3}', "nonsense"])
def test_a_broken_file_is_named(content: str, tmp_path: Path) -> None:
    (tmp_path / "learnt.json").write_text(content)
    with pytest.raises(MwplabError, match=r"learnt\.json"):
        solvers.make("majority").load(tmp_path)


EDITS = [
    ("random", lambda learnt: learnt["counts"].append(3), "patterns cannot have the counts"),
    ("random", lambda learnt: learnt["counts"].__setitem__(0, -1), "patterns cannot have the counts"),
    ("nearest", lambda learnt: learnt["neighbours"].clear(), "there are no neighbours"),
]


@pytest.mark.parametrize(("name", "edit", "message"), EDITS)
def test_what_nobody_can_have_learnt_is_refused(
    name: str, edit: Callable[[dict[str, Any]], None], message: str, tmp_path: Path
) -> None:
    save_solver(fitted(name, THREE), Spec(name), tmp_path / "kept")
    path = tmp_path / "kept" / "learnt.json"
    learnt = json.loads(path.read_text())
    edit(learnt)
    path.write_text(json.dumps(learnt))
    with pytest.raises(RecordError, match=rf"learnt\.json' does not hold .*: .*{message}"):
        load_solver(tmp_path / "kept")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"mwplab": "sol', r"solver\.json': this is not JSON: Unterminated string starting at column 12"),
        ('{"mwplab": "solver", "schema": 1, "spec": "nearest", "files": null}', "does not list the solver's"),
    ],
)
def test_a_damaged_record_is_named(content: str, message: str, tmp_path: Path) -> None:
    save_solver(fitted("nearest", THREE), Spec("nearest"), tmp_path / "kept")
    (tmp_path / "kept" / "solver.json").write_text(content)
    with pytest.raises(RecordError, match=message):
        fingerprint(tmp_path / "kept")


@pytest.mark.realdata
def test_nearest_is_quick_on_three_thousand_problems() -> None:
    train = [*load("mawps"), *load("asdiv-a")]
    questions = [problem.as_question() for problem in load("svamp")]
    started = time.perf_counter()
    fitted("nearest", train).solve(questions)
    assert time.perf_counter() - started < 15  # about two seconds on a quiet core
