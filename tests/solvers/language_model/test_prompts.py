"""Prompts and the worked problems that they show."""

from __future__ import annotations

from pathlib import Path

import pytest

from mwplab.catalogue import load
from mwplab.errors import DataError, UnknownName
from mwplab.judge import SolutionJudge
from mwplab.reading import read_prediction
from mwplab.records import Problem, Question, Verdict, parse_answers
from mwplab.solvers.language_model.examples import Drawer, Rule, worked
from mwplab.solvers.language_model.prompts import PROMPTS, load_prompt
from mwplab.text import quantities

STARTER = load("starter")


@pytest.mark.parametrize("name", PROMPTS)
def test_a_prompt_is_known_by_name_version_and_hash(name: str) -> None:
    prompt = load_prompt(name)
    assert prompt.id == f"{name}@{prompt.version}#{prompt.hash}"
    assert load_prompt(f"{name}@{prompt.version}") == load_prompt(prompt.id) == prompt
    with pytest.raises(DataError, match=f"here is {name}@"):
        load_prompt(f"{name}@{prompt.version}#00000000")


# A hash that moves without its version moves numbers that look the same: raise the version with the words.
HASHES = {
    "direct@1": "bc3c93af",
    "chain-of-thought@1": "280d243a",
    "equation@1": "6a73436f",
    "program@1": "e36dc18b",
}


def test_no_words_change_without_their_version() -> None:
    assert {f"{one.name}@{one.version}": one.hash for one in map(load_prompt, PROMPTS)} == HASHES


def test_a_prompt_says_what_the_question_says() -> None:
    text = "Ann had two dozen {eggs} and sold 1/2 of them. How many are left?"
    question = Question(id="a/1", text=text, quantities=quantities(text), options=("A) 12", "B) 6 {text}"))
    shown = load_prompt("equation").ask(question)
    assert shown.startswith(f"{text}\n(A) 12\n(B) 6 {{text}}\n\nNumbers: ")
    for index, quantity in enumerate(question.quantities):
        assert f"q{index} = " in shown
        assert quantity.surface in shown


def test_an_unknown_prompt_is_told_apart_from_a_near_one() -> None:
    with pytest.raises(UnknownName, match="did you mean 'chain-of-thought'"):
        load_prompt("chain-of-thougt")


OWN = """
name = "mine"
version = 3
wanted = "answer"
max_tokens = 20
system = "Be brief."
question = "{text}"
example = "{answer}"
again = "What?"
"""
BROKEN = [
    ("", "needs the field"),
    (OWN.replace('"answer"', '"song"', 1), "song"),
    (OWN.replace("{text}", "{story}"), "no field named 'story'"),
    (OWN.replace("version = 3", "version = "), "mine.toml"),
    (OWN + 'colour = "red"\n', "colour"),
]


def test_a_prompt_of_ones_own_comes_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(OWN)
    prompt = load_prompt(str(path))
    assert (prompt.id.partition("#")[0], prompt.ask(Question(id="a/1", text="Hm?"))) == ("mine@3", "Hm?")


@pytest.mark.parametrize(("content", "message"), BROKEN)
def test_a_broken_prompt_is_named(content: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(content)
    with pytest.raises(DataError, match=message):
        load_prompt(str(path))


@pytest.mark.parametrize("name", PROMPTS)
def test_the_replies_of_examples_are_read_as_right(name: str) -> None:
    """What we show as a good reply has to be one by our own reading."""
    prompt, judge = load_prompt(name), SolutionJudge()
    shown = 0
    for problem in STARTER:
        example = worked(problem, prompt)
        if example is not None:
            shown += 1
            found = read_prediction(problem, example.reply, wanted=prompt.wanted)
            assert judge(problem, found).verdict is Verdict.CORRECT, f"{problem.id}: {example.reply}"
    assert shown >= 270


def test_an_example_without_what_the_prompt_shows_is_passed_over() -> None:
    problem = Problem(id="a/1", question="How many?", answers=parse_answers("3"))
    assert worked(problem, load_prompt("direct")) is not None
    assert worked(problem, load_prompt("program")) is None
    told = Problem(id="a/1", question="How many?", answers=parse_answers("3"), rationale="1 + 2 = 3.")
    example = worked(told, load_prompt("chain-of-thought"))
    assert example is not None
    assert example.reply == "1 + 2 = 3. The answer is 3."


def drawer(rule: Rule, shots: int = 4, seed: int = 0) -> Drawer:
    prompt = load_prompt("direct")
    pool = [worked(problem, prompt, similar=rule is Rule.NEAREST) for problem in STARTER]
    return Drawer([one for one in pool if one is not None], rule, shots, seed)


def test_examples_are_drawn_by_their_rule_and_seed() -> None:
    question = STARTER.problems[40].as_question()
    first, again, other = (drawer(Rule.RANDOM, seed=seed).examples(question) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert len({one.type for one in drawer(Rule.TYPES, shots=24).examples(question)}) == 24
    assert drawer(Rule.NEAREST).examples(question)[-1].problem == question.id


def test_the_order_of_training_problems_changes_nothing() -> None:
    whole = drawer(Rule.RANDOM)
    backwards = Drawer(whole.pool[::-1], Rule.RANDOM, 4, 0)
    assert backwards.fixed == whole.fixed
