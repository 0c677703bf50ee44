"""Neural solvers from outside: they learn, answer in order, are kept, and refuse bad files."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from mwplab.equations import parse
from mwplab.errors import DataError, MissingDependency, MwplabError, RecordError, SpecError
from mwplab.judge import judges
from mwplab.records import Problem, Question, Verdict
from mwplab.solvers import Neural, load_solver, save_solver, solvers
from mwplab.solvers.neural.kinds import KINDS
from mwplab.solvers.neural.settings import make_settings
from mwplab.spec import Spec, Value
from mwplab.text import quantities
from tests.solvers.neural.made import SMALL, STARTER

OPTIONS = {**SMALL, "hidden": 48, "embedding": 32, "layers": 1, "held_out": 0.0}
LEARNER = Spec(
    "seq2seq", {**OPTIONS, "epochs": 30, "learning_rate": 0.01, "dropout": 0.1, "word_dropout": 0.0}
)
SHORT = tuple(problem for problem in STARTER if len(problem.text) < 160)[:80]


def asked(text: str) -> Question:
    return Question(id="a/1", text=text, quantities=quantities(text))


@pytest.fixture(scope="module")
def learner() -> Neural:
    solver = solvers.make(LEARNER)
    assert isinstance(solver, Neural)
    solver.fit(SHORT)
    return solver


def accuracy(solver: Neural, problems: tuple[Problem, ...]) -> float:
    judge = judges.make("solution")
    found = solver.solve([problem.as_question() for problem in problems])
    return sum(
        judge(problem, one).verdict is Verdict.CORRECT for problem, one in zip(problems, found, strict=True)
    ) / len(problems)


def test_it_learns_what_it_is_taught(learner: Neural) -> None:
    assert accuracy(learner, SHORT) > 0.9


def test_a_prediction_has_equations_derivation_confidence_and_alternatives(learner: Neural) -> None:
    prediction = learner.solve([SHORT[0].as_question()])[0]
    assert prediction.equations is not None
    assert prediction.derivation is not None
    assert prediction.derivation.system == prediction.equations
    assert prediction.confidence is not None
    assert 0 < prediction.confidence <= 1
    assert 0 < len(prediction.alternatives) <= 4
    scores = [one.score for one in prediction.alternatives]
    assert scores == sorted(scores, reverse=True)
    assert all(one.equations != prediction.equations for one in prediction.alternatives)


def test_company_changes_no_prediction(learner: Neural) -> None:
    questions = [problem.as_question() for problem in SHORT[:9]]
    together = learner.solve(questions)
    apart = [learner.solve([question])[0] for question in questions]
    assert [one.equations for one in together] == [one.equations for one in apart]
    assert [one.problem for one in together] == [question.id for question in questions]
    assert learner.solve([]) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "How many?",
        "zzz qqq 5",
        "5 0 0 0 0 0 0 0 0 0 0 7",
        "0 / 0",
        "word " * 900 + "3",
        "３ ½ \x00 \u202e 9" * 30,
    ],
)
def test_any_text_gets_a_prediction(learner: Neural, text: str) -> None:
    prediction = learner.solve([asked(text)])[0]
    assert prediction.problem == "a/1"
    if not asked(text).quantities:
        assert prediction.answers == ()
        assert "0 numbers of the text" in str(prediction.trace["reason"])


def test_a_saved_solver_predicts_the_same(learner: Neural, tmp_path: Path) -> None:
    folder = tmp_path / "model"
    save_solver(learner, LEARNER, folder)
    spec, again = load_solver(folder)
    questions = [problem.as_question() for problem in SHORT]
    assert spec == LEARNER
    assert again.solve(questions) == learner.solve(questions)
    assert sorted(path.name for path in folder.iterdir()) == [
        "learnt.json",
        "model.safetensors",
        "solver.json",
    ]


def test_attention_is_kept_where_it_is_asked_for(learner: Neural, tmp_path: Path) -> None:
    save_solver(learner, LEARNER, tmp_path / "model")
    solver = solvers.make(Spec("seq2seq", {**LEARNER.options, "attention": True}))
    solver.load(tmp_path / "model")
    found = solver.solve([SHORT[0].as_question()])[0].trace["attention"]
    assert isinstance(found, dict)
    words, symbols, rows = found["words"], found["symbols"], found["weights"]
    assert isinstance(words, list)
    assert isinstance(symbols, list)
    assert isinstance(rows, list)
    assert len(rows) == len(symbols)
    assert all(isinstance(row, list) and len(row) == len(words) for row in rows)
    assert all(abs(sum(row) - 1) < 0.01 for row in rows)  # type: ignore[arg-type]
    assert "attention" not in learner.solve([SHORT[0].as_question()])[0].trace


HOSTILE = [
    ({"hidden": 10**9}, "does not fit this solver"),
    ({"hidden": 60_000, "embedding": 60_000}, "the weights of another model"),
    ({"hidden": 49}, "the weights of another model"),
    ({"hidden": 0}, "does not fit this solver"),
    ({"layers": 10**7}, "does not fit this solver"),
    ({"limit": 10**9}, "does not fit this solver"),
    ({"kind": "gts"}, "does not fit this solver"),
    ({"answers": {"whole": {"zero": -7}}}, "does not fit this solver"),
    ({"kind": "__import__"}, "does not fit this solver"),
    ({"encoder": "roberta-base"}, "does not fit this solver"),
    ({"vocabulary": ["a", "a"]}, "holds a word twice"),
    ({"vocabulary": []}, "the weights of another model"),
    ({"symbols": {"operators": ["os.system"], "constants": [], "slots": 2}}, "does not fit this solver"),
    (
        {"symbols": {"operators": ["+"], "constants": ["1/0"], "slots": 2}},
        "does not hold what this solver learns",
    ),
    ({"symbols": {"operators": ["+"], "constants": [], "slots": 10**9}}, "does not fit this solver"),
    ({"surprise": 1}, "does not hold what this solver learns"),
]


@pytest.mark.parametrize(("change", "message"), HOSTILE, ids=str)
def test_a_model_that_does_not_fit_together_is_refused(
    learner: Neural, tmp_path: Path, change: dict[str, object], message: str
) -> None:
    learner.save(tmp_path)
    path = tmp_path / "learnt.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(MwplabError, match=message):
        solvers.make(LEARNER).load(tmp_path)


def test_weights_that_are_no_safetensors_are_refused(learner: Neural, tmp_path: Path) -> None:
    learner.save(tmp_path)
    path = tmp_path / "model.safetensors"
    whole = path.read_bytes()
    torch.save({"a": torch.ones(1)}, path)
    with pytest.raises(DataError, match="not a whole safetensors file"):
        solvers.make(LEARNER).load(tmp_path)
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(DataError, match="not a whole safetensors file"):
        solvers.make(LEARNER).load(tmp_path)
    path.unlink()
    with pytest.raises(DataError, match="there is no file"):
        solvers.make(LEARNER).load(tmp_path)


def test_one_weight_too_many_is_refused(learner: Neural, tmp_path: Path) -> None:
    learner.save(tmp_path)
    path = str(tmp_path / "model.safetensors")
    save_file({**load_file(path), "more": torch.ones(1)}, path)
    with pytest.raises(DataError, match="the weights of another model"):
        solvers.make(LEARNER).load(tmp_path)


@pytest.mark.parametrize("other", [torch.float16, torch.float64, torch.int64])
def test_weights_of_another_kind_of_number_are_refused(
    learner: Neural, tmp_path: Path, other: torch.dtype
) -> None:
    learner.save(tmp_path)
    path = str(tmp_path / "model.safetensors")
    save_file({name: weight.to(other) for name, weight in load_file(path).items()}, path)
    with pytest.raises(DataError, match="the weights of another model"):
        solvers.make(LEARNER).load(tmp_path)


def test_many_questions_are_read_part_by_part(learner: Neural, monkeypatch: pytest.MonkeyPatch) -> None:
    questions = [problem.as_question() for problem in SHORT[:7]]
    whole = learner.solve(questions)
    monkeypatch.setattr("mwplab.solvers.neural.trained.MANY", 3)
    parts = learner.solve(questions)
    assert [one.equations for one in parts] == [one.equations for one in whole]
    assert [one.problem for one in parts] == [one.problem for one in whole]


@pytest.mark.parametrize("kind", list(KINDS))
def test_problems_without_an_operator_can_be_learnt(kind: str) -> None:
    texts = [f"Ann has {number} figs. How many figs has she?" for number in range(3, 15)]
    problems = [
        Problem(id=f"a/{place}", body=text, equations=parse("x = q0"), quantities=quantities(text))
        for place, text in enumerate(texts)
    ]
    solver = Neural(kind, **{**OPTIONS, "epochs": 3})  # type: ignore[arg-type]
    solver.fit(problems)
    assert str(solver.solve([problems[0].as_question()])[0].answers[0]) == "3"


@pytest.mark.parametrize("option", ["beam", "alternatives"])
def test_there_is_an_end_to_what_is_done_at_once(option: str) -> None:
    with pytest.raises(RecordError, match=f"the option '{option}' is 1000000; give .* or less"):
        Neural("gts", **{option: 10**6})  # type: ignore[arg-type]


def test_numbers_beyond_those_of_training_are_named_as_unused(learner: Neural) -> None:
    assert learner.trained is not None
    slots = learner.trained.learnt.symbols.slots
    text = f"Ann had {', '.join(map(str, range(3, 3 + slots + 2)))} figs. How many figs had she?"
    trace = learner.solve([asked(text)])[0].trace
    expected = f"only the first {slots} of {slots + 2} numbers can be used, as many as training had"
    assert trace["unused"] == expected


def test_a_batch_of_more_problems_than_there_are_is_all_of_them() -> None:
    solver = Neural("gts", **{**OPTIONS, "epochs": 1, "batch": 10**9})  # type: ignore[arg-type]
    solver.fit(SHORT[:20])
    assert solver.is_trained


def test_a_seed_that_is_too_long_is_refused() -> None:
    with pytest.raises(RecordError, match="the seed is 1000000000000000000000; give a number of at most"):
        Neural("gts", seed=10**21)


@pytest.mark.parametrize("kind", list(KINDS))
def test_every_kind_learns_a_little_and_comes_back_from_its_folder(kind: str, tmp_path: Path) -> None:
    spec = Spec(kind, {**OPTIONS, "epochs": 2, "hidden": 16})
    solver = solvers.make(spec)
    solver.fit(SHORT[:24], SHORT[24:30])
    assert isinstance(solver, Neural)
    assert solver.trained is not None
    assert solver.trained.learnt.account.held_out == 6
    save_solver(solver, spec, tmp_path / "model")
    _, again = load_solver(tmp_path / "model")
    questions = [problem.as_question() for problem in SHORT[30:40]]
    assert again.solve(questions) == solver.solve(questions)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("gts(hidden=0)", "the option 'hidden' is 0; give 1 or more"),
        ("gts(hidden=100000000)", "the option 'hidden' is 100000000; give 65,536 or less"),
        ("gts(hidden=many)", "the option 'hidden' of 'gts' is 'many'"),
        ("gts(hidden=32.5)", "the option 'hidden' of 'gts' is 32.5; give a value such as 512$"),
        ("gts(hidden=32.5, encoder=minilm)", "such as 512$"),
        ("seq2seq(epochs=1e3)", "the option 'epochs' of 'seq2seq' is 1000.0; give a value such as 60$"),
        ("seq2seq(learning_rate=nan)", "give a value such as 0.001$"),
        ("gts(dropout=1.0)", "the option 'dropout' is 1.0; give a share from 0 to below 1"),
        ("gts(held_out=1)", "the option 'held_out' is 1.0; give a share from 0 to below 1"),
        ("gts(freeze=True)", r"there is no encoder to freeze; give one \(encoder=minilm\)"),
        ("gts(word_dropout=-1.0)", "the option 'word_dropout' is -1.0; give a finite number, 0 or more"),
        ("gts(word_dropout=5.0, encoder=minilm)", "knows every word by its pieces; leave one of the two out"),
        ("gts(schedule=steep)", "there are: constant, linear, cosine, halving"),
        ("gts(learning_rate=0.0)", "the learning rate is 0.0"),
        ("gts(clip=-1)", "the option 'clip' is -1.0; give a finite number, 0 or more"),
        ("gts(padded_root=1)", "the option 'padded_root' of 'gts' is 1"),
        ("seq2seq(padded_root=True)", "'seq2seq' has no root goal .*; gts and graph2tree have"),
        ("constrained(padded_root=True)", "'constrained' has no root goal"),
    ],
)
def test_bad_options_are_refused(spec: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        solvers.make(spec)


@pytest.mark.parametrize("value", [math.nan, math.inf])
@pytest.mark.parametrize("name", ["learning_rate", "weight_decay", "clip", "dropout", "word_dropout"])
def test_an_option_that_is_no_finite_number_is_refused(name: str, value: float) -> None:
    with pytest.raises(RecordError, match=f"is {value}; give "):
        make_settings("gts", {name: value})


@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.parametrize("more", [{}, {"encoder": "minilm"}, {"encoder": "minilm", "freeze": True}])
def test_no_default_is_refused(kind: str, more: dict[str, Value]) -> None:
    solver = solvers.make(Spec(kind, more))
    assert isinstance(solver, Neural)
    assert solver.settings.freeze is bool(more.get("freeze"))


@pytest.mark.parametrize("kind", ["gts", "graph2tree"])
def test_the_padded_root_is_an_option_of_tree_solvers(kind: str) -> None:
    losses = []
    for padded in (False, True):
        solver = solvers.make(Spec(kind, {**OPTIONS, "epochs": 1, "padded_root": padded}))
        assert isinstance(solver, Neural)
        solver.fit(SHORT[:20])
        assert solver.trained is not None
        losses.append(solver.trained.learnt.history[0].loss)
    assert losses[0] != losses[1]
    solvers.make("seq2seq(padded_root=False)")


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(SpecError, match="did you mean 'dropout'"):
        solvers.make("gts(dropoff=0.5)")


def test_without_torch_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(
        MissingDependency, match=r"the solver 'gts' needs the package 'torch'.*mwplab\[neural\]"
    ):
        solvers.make("gts").fit(SHORT)
