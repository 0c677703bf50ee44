"""Predictions made elsewhere: matched with their problems, put to the vote, judged and kept."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from mwplab.catalogue import load
from mwplab.equations import parse
from mwplab.errors import DataError, RecordError
from mwplab.records import Dataset, Prediction, Problem, Verdict, parse_answers
from mwplab.runs.compare import compare
from mwplab.runs.evaluate import evaluate
from mwplab.runs.predictions.gold import Gold
from mwplab.runs.predictions.judging import Judged, judge_predictions
from mwplab.runs.predictions.said import Said
from mwplab.runs.predictions.voting import vote_on
from mwplab.runs.reread import load_result, rejudge
from mwplab.text import quantities

CORRECT, WRONG = Verdict.CORRECT, Verdict.WRONG
SILENT, UNREADABLE = Verdict.NO_ANSWER, Verdict.UNREADABLE


def story(key: str, body: str, answer: str, **fields: Any) -> Problem:
    question = "How many are there now?"
    text = f"{body} {question}"
    return Problem(
        id=f"tales/{key}",
        body=body,
        question=question,
        quantities=quantities(text),
        equations=parse("x = q0 + q1"),
        answers=parse_answers(answer),
        **fields,
    )


TALES = Dataset(
    name="tales",
    problems=(
        story("1", "A pond has 4 frogs, and 3 more jump in.", "7"),
        story("2", "A shelf has 6 jars, and a cook adds 5 jars.", "11"),
        story("kite", "There are 2 kites on the beach and 8 in the sky.", "10"),
        story("3", "A shelf has 6 jars, and a cook adds 5 jars.", "11"),
    ),
)


FOUND = [
    (["tales/1"], [], "tales/1"),
    (["1"], [], "tales/1"),
    (["kite"], [], "tales/kite"),
    (["other", "kite"], [], "tales/kite"),
    ([], ["A pond has 4 frogs, and 3 more jump in. How many are there now?"], "tales/1"),
    ([], ["a pond has 4 frogs , and 3 more jump in .  how many are there now ?"], "tales/1"),
    ([], ["Solve. A pond has 4 frogs, and 3 more jump in. How many are there now? Think."], "tales/1"),
    # A number that a harness gave is no key if the text is another problem's.
    (["1"], ["There are 2 kites on the beach and 8 in the sky. How many are there now?"], "tales/kite"),
    (["1"], ["Context: a pond has 4 frogs, and 3 more jump in."], "tales/1"),
    # A name is one, whatever the prompt looks like.
    (["kite"], ["Please count the kites."], "tales/kite"),
    (["tales/1"], ["Please count the frogs."], "tales/1"),
]


@pytest.mark.parametrize(("ids", "texts", "expected"), FOUND)
def test_a_line_finds_its_problem(ids: list[str], texts: list[str], expected: str) -> None:
    found = Gold(TALES).find(Said(place="line 1", ids=tuple(ids), texts=tuple(texts)))
    assert isinstance(found, Problem), found
    assert found.id == expected


LOST = [
    (["9"], [], "no problem of tales has the id '9'"),
    ([], ["A story of nobody."], "no problem of tales has the text 'A story of nobody.'"),
    ([], [], "it names no problem; give an id, or the text"),
    (["1"], ["A story of nobody."], "the number 1 is the key of tales/1, but the question is another one"),
]


@pytest.mark.parametrize(("ids", "texts", "reason"), LOST)
def test_a_line_without_a_problem_says_why(ids: list[str], texts: list[str], reason: str) -> None:
    assert Gold(TALES).find(Said(place="line 1", ids=tuple(ids), texts=tuple(texts))) == reason


def test_of_several_questions_in_a_prompt_the_last_is_the_one_asked() -> None:
    shots = " ".join(f"{problem.text} Answer: {problem.answers[0]}." for problem in TALES.problems[:2])
    found = Gold(TALES).find(Said(place="line 1", texts=(f"{shots} {TALES.problems[2].text}",)))
    assert isinstance(found, Problem)
    assert found.id == "tales/kite"


def test_problems_of_the_same_text_take_turns() -> None:
    gold = Gold(TALES)
    said = Said(place="line 1", texts=(TALES.problems[1].text,))
    found = [gold.find(said) for _ in range(4)]
    assert [one.id for one in found if isinstance(one, Problem)] == ["tales/2", "tales/3"] * 2


def test_a_number_does_not_win_against_a_text_of_the_same_beginning() -> None:
    body = "A farmer has 4 geese and 3 ducks in a pen behind the barn."
    questions = ("How many birds are there?", "How many more geese than ducks are there?")
    problems = [Problem(id=f"farm/{key}", body=body, question=one) for key, one in enumerate(questions)]
    gold = Gold(Dataset(name="farm", problems=tuple(problems)))
    for problem in problems:
        for key in "01":
            found = gold.find(Said(place="line 1", ids=(key,), texts=(problem.text,)))
            assert isinstance(found, Problem)
            assert found.id == problem.id


def test_a_key_that_two_problems_have_is_no_name() -> None:
    both = Dataset(name="both", problems=(Problem(id="both/a/1"), Problem(id="both/b/1")))
    found = Gold(both).find(Said(place="line 1", ids=("1",)))
    assert found == "several problems of both have the key '1'; give whole ids"


def write(folder: Path, *records: Any) -> Path:
    path = folder / "said.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def verdicts(judged: Judged, judge: str = "solution") -> dict[str, Verdict]:
    return {row.problem.key: row.verdicts[judge] for row in judged.result.rows}


def score(judged: Judged, name: str) -> float:
    return next(one.value for one in judged.result.scores if one.name == name and not one.slice)


def test_every_problem_has_a_row_and_nothing_is_lost_in_silence(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        {"id": "kite", "answer": "10 kites"},
        {"id": "1", "completion": "Qua qua."},
        {"id": "nobody", "answer": 3},
        {"id": "tales/2", "equation": "q0 - q1"},
    )
    judged = judge_predictions(path, TALES, judges=["solution", "equation"])
    assert verdicts(judged) == {"1": UNREADABLE, "2": WRONG, "kite": CORRECT, "3": SILENT}
    assert verdicts(judged, "equation")["2"] is WRONG
    assert judged.lines == 4
    assert [(one.place, one.reason) for one in judged.unmatched] == [
        ("line 3", "no problem of tales has the id 'nobody'")
    ]
    assert judged.missing == ("tales/3",)
    assert score(judged, "solution-accuracy") == 0.25
    assert judged.result.signature.startswith(f"data:tales#{TALES.fingerprint}|solver:said.jsonl#")


def test_a_file_about_other_problems_is_an_error_that_shows_one(tmp_path: Path) -> None:
    with pytest.raises(
        RecordError, match=r"none of the 1 predictions .* line 1: no problem of tales has the id"
    ):
        judge_predictions(write(tmp_path, {"id": "elsewhere/1", "answer": 3}), TALES)
    with pytest.raises(DataError, match="is empty"):
        judge_predictions(write(tmp_path), TALES)


def test_the_limit_leaves_out_problems_but_their_lines_are_known(tmp_path: Path) -> None:
    path = write(tmp_path, {"id": "1", "answer": 7}, {"id": "kite", "answer": 10})
    judged = judge_predictions(path, TALES, limit=2)
    assert verdicts(judged) == {"1": CORRECT, "2": SILENT}
    assert judged.unmatched == ()


VOTES = [
    (["7", "8", "8"], "8", 2),
    (["7", "8"], "7", 1),
    (["7", "7.000", "8", "8"], "7", 2),
    (["", "9", ""], "9", 1),
]


@pytest.mark.parametrize(("given", "chosen", "votes"), VOTES)
def test_most_votes_win_and_of_equals_the_first(given: list[str], chosen: str, votes: int) -> None:
    samples = [
        Prediction(problem="tales/1", answers=parse_answers(text), samples=(f"It is {text}.",))
        for text in given
    ]
    found = vote_on(TALES.problems[0], samples)
    assert [str(answer) for answer in found.answers] == [chosen]
    assert found.trace["votes"] == votes
    assert found.confidence == votes / len(given)
    assert len(found.samples) == len(given)


def test_equations_vote_with_what_they_give() -> None:
    systems = ("x = q0 - q1", "x = q1 + q0", "x = q0 + q1")
    samples = [Prediction(problem="tales/1", equations=parse(system)) for system in systems]
    assert vote_on(TALES.problems[0], samples).equations == parse("x = q1 + q0")


def test_samples_on_one_line_and_on_several_are_the_same(tmp_path: Path) -> None:
    texts = ["The answer is 7.", "The answer is 8.", "The answer is 8."]
    together = judge_predictions(write(tmp_path, {"id": "1", "completions": texts}), TALES, limit=1)
    apart = judge_predictions(write(tmp_path, *({"id": "1", "raw": text} for text in texts)), TALES, limit=1)
    assert together.result.rows == apart.result.rows
    assert verdicts(together) == {"1": WRONG}


def test_pass_at_k_is_how_often_one_of_k_samples_is_right(tmp_path: Path) -> None:
    given = {"1": [7, 8, 7, 9, 7], "2": [1, 11, 2, 3, 4], "kite": [0, 0, 0, 0, 0]}
    path = write(tmp_path, *({"id": key, "answer": one} for key, each in given.items() for one in each))
    judged = judge_predictions(path, TALES)
    right = {"1": 7, "2": 11, "kite": 10, "3": None}
    for k in (1, 2, 4, 5):
        shares = [0.0]  # tales/3 has no prediction
        for key, each in given.items():
            drawn = list(combinations(each, k))
            shares.append(sum(right[key] in one for one in drawn) / len(drawn))
        assert score(judged, f"solution-pass@{k}") == pytest.approx(fmean(shares))
    assert verdicts(judged) == {"1": CORRECT, "2": WRONG, "kite": WRONG, "3": SILENT}
    names = [one.name for one in judged.result.scores if "pass@" in one.name]
    assert names == ["solution-pass@1", "solution-pass@2", "solution-pass@4", "solution-pass@5"]
    once = judge_predictions(write(tmp_path, {"id": "1", "answer": 7}), TALES)
    assert not any("pass@" in one.name for one in once.result.scores)


def test_processes_change_nothing(tmp_path: Path) -> None:
    path = write(tmp_path, *({"id": key, "answer": 7} for key in ("1", "2", "kite", "1")))
    assert judge_predictions(path, TALES, jobs=2) == judge_predictions(path, TALES, jobs=1)


def test_the_folder_is_one_that_other_commands_read(tmp_path: Path) -> None:
    dataset = load("starter[grade<=2]")
    run = evaluate("majority", dataset, train=["starter[grade>=5]"], folder=tmp_path / "here")
    records = [
        {"id": row.problem.id, "answer": "; ".join(str(one.value) for one in row.prediction.answers)}
        for row in run.rows
    ]
    path = write(tmp_path, *records)
    judged = judge_predictions(path, dataset, folder=tmp_path / "there")
    assert [row.verdicts for row in judged.result.rows] == [row.verdicts for row in run.rows]
    kept = load_result(tmp_path / "there")
    assert kept == judged.result
    assert compare(run, kept).differing == ()
    again = judge_predictions(path, dataset, folder=tmp_path / "there")
    assert load_result(tmp_path / "there") == again.result == judged.result
    exact = rejudge(tmp_path / "there", ["exact"])
    assert set(exact.rows[0].verdicts) == {"exact"}
    with pytest.raises(DataError, match="holds another run: its judges is"):
        judge_predictions(path, dataset, folder=tmp_path / "there")


def test_a_solver_s_own_predictions_come_back_with_the_same_verdicts(tmp_path: Path) -> None:
    from mwplab.records import to_json

    names = ["solution", "exact", "equation", "derivation"]
    dataset = load("starter[type=Subtraction]")
    run = evaluate("nearest", dataset, train=["starter[type=Addition]"], judges=names)
    judged = judge_predictions(
        write(tmp_path, *(to_json(row.prediction) for row in run.rows)), dataset, judges=names
    )
    assert judged.result.rows == run.rows
