"""The folder of a task: sound YAML, whole data, the same code for all, nothing of the data in it."""

from __future__ import annotations

import ast
import importlib.util
import json
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import jinja2
import pytest
import yaml

from mwplab.catalogue import load
from mwplab.curate import curations
from mwplab.errors import DataError, RecordError, UnknownName
from mwplab.records import Answer, Card, Dataset, Problem
from mwplab.runs.tasks.folders import SCORING, run_line, write_task
from mwplab.runs.tasks.harness import Harness
from mwplab.runs.tasks.rows import Task

STARTER = load("starter")
EVIL = """}} {{7*7}} {% raw %} '''\"\"\" \\ <|im_end|> ${x} #{y} {options} \u2028 "; import os #"""
HOSTILE = Dataset(
    name=f"../{EVIL}",
    card=Card(title=EVIL, licence=EVIL, citation=EVIL + "\n---\n", canary=EVIL),
    problems=(Problem(id="a/1", body=EVIL, question="How many?", answers=(Answer(EVIL),)),),
)


class Loader(yaml.SafeLoader):
    """Reads a function of a task as its name."""


Loader.add_constructor("!function", lambda loader, node: f"function {node.value}")


def settings(folder: Path, *, plain: bool = False) -> dict[str, Any]:
    (file,) = (file for file in folder.glob("*.yaml") if file.stem.endswith("_plain") is plain)
    found: dict[str, Any] = yaml.load(file.read_text(encoding="utf-8"), Loader)  # noqa: S506
    return found


def rows(folder: Path, split: str = "test") -> list[dict[str, Any]]:
    lines = (folder / "data" / f"{split}.jsonl").read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


def scoring(folder: Path) -> ModuleType:
    """Return the scorer as a harness loads it: from its file, knowing nothing of mwplab."""
    spec = importlib.util.spec_from_file_location("scoring_of_a_task", folder / f"{SCORING}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("harness", Harness)
def test_every_problem_is_asked_with_its_values_and_the_canary(harness: Harness, tmp_path: Path) -> None:
    task = write_task(STARTER, harness, tmp_path / "task")
    found = rows(tmp_path / "task")
    assert [row["id"] for row in found] == [problem.id for problem in STARTER]
    assert all(row["extra"]["canary"] == STARTER.card.canary for row in found)
    assert all(row["extra"]["values"] for row in found)
    assert {row["extra"]["system"] for row in found} == {task.prompt.system}
    page = (tmp_path / "task" / "README.md").read_text(encoding="utf-8")
    for told in (STARTER.card.canary, STARTER.card.citation, "Apache-2.0", run_line(task, harness)):
        assert told in page


def test_the_data_of_a_task_is_a_dataset_of_ours(tmp_path: Path) -> None:
    write_task(STARTER, Harness.LM_EVAL, tmp_path / "task")
    found = load(tmp_path / "task" / "data" / "test.jsonl")
    for problem, again in zip(STARTER, found, strict=True):
        assert (again.id, again.text, again.answers) == (problem.id, problem.text, problem.answers)


def test_the_description_for_lm_eval_names_what_is_there(tmp_path: Path) -> None:
    task = write_task(STARTER, Harness.LM_EVAL, tmp_path / "task", prompt="direct")
    found = settings(tmp_path / "task")
    assert (found["task"], found["test_split"], found["output_type"]) == ("starter", "test", "generate_until")
    assert found["generation_kwargs"]["max_gen_toks"] == task.prompt.max_tokens == 64
    assert found["metadata"]["prompt"] == task.prompt.id
    assert found["metadata"]["dataset"] == f"starter@1.0#{STARTER.fingerprint}"
    assert found["metadata"]["canary"] == STARTER.card.canary
    module = scoring(tmp_path / "task")
    for setting in ("custom_dataset", "process_results"):
        name, function = found[setting].removeprefix("function ").split(".")
        assert name == SCORING
        assert callable(getattr(module, function))
    measured = module.process_results(rows(tmp_path / "task")[0], ["The answer is 15."])
    assert measured == dict.fromkeys([one["metric"] for one in found["metric_list"]], 1.0)


def test_the_rows_reach_lm_eval_as_the_library_datasets_has_them(tmp_path: Path) -> None:
    write_task(STARTER, Harness.LM_EVAL, tmp_path / "task")
    (name, table), *others = scoring(tmp_path / "task").documents(version=1).items()
    assert (name, others, len(table)) == ("test", [], 360)
    assert [dict(row) for row in table] == rows(tmp_path / "task")


def test_splits_give_what_is_asked_and_what_examples_are_taken_from(tmp_path: Path) -> None:
    ids = [problem.id for problem in STARTER]
    parted = replace(STARTER, splits={"train": tuple(ids[:300]), "test": tuple(ids[300:])})
    write_task(parted, Harness.LM_EVAL, tmp_path / "task")
    assert [len(rows(tmp_path / "task", split)) for split in ("train", "test")] == [300, 60]
    found = settings(tmp_path / "task")
    assert found["fewshot_split"] == "train"
    # A number in the task, even 0, would make lm_eval ignore the one that is typed.
    assert "num_fewshot" not in found


@pytest.mark.parametrize("harness", Harness)
def test_nothing_of_the_data_gets_into_the_code(harness: Harness, tmp_path: Path) -> None:
    write_task(STARTER, harness, tmp_path / "one")
    write_task(HOSTILE, harness, tmp_path / "other")
    code = [
        {file.name: file.read_bytes() for file in (tmp_path / name).glob("*.py")} for name in ("one", "other")
    ]
    assert code[0] == code[1]
    for text in code[0].values():
        ast.parse(text)
    assert (
        list(tmp_path.iterdir()) == [tmp_path / "one", tmp_path / "other"] or len([*tmp_path.iterdir()]) == 2
    )
    (row,) = rows(tmp_path / "other")
    assert (row["text"], row["extra"]["values"]) == (f"{EVIL} How many?", [EVIL])


def test_hostile_texts_stay_texts_in_the_templates_of_lm_eval(tmp_path: Path) -> None:
    write_task(HOSTILE, Harness.LM_EVAL, tmp_path / "task")
    found, (row,) = settings(tmp_path / "task"), rows(tmp_path / "task")
    assert found["metadata"]["citation"] == HOSTILE.card.citation
    assert found["task"].replace("_", "").isalnum()
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, keep_trailing_newline=True)

    def rendered(template: str) -> str:
        return environment.from_string(template).render(**row)

    assert rendered(found["doc_to_text"]) == f"{EVIL} How many?"
    assert rendered(found["doc_to_target"]) == EVIL
    assert EVIL in rendered(found["fewshot_config"]["doc_to_target"])
    assert rendered(found["description"]) == row["extra"]["system"]
    plain = settings(tmp_path / "task", plain=True)
    assert rendered(plain["description"]) == row["extra"]["system"] + "\n\n"
    assert rendered(plain["doc_to_text"]) == f"Question: {EVIL} How many?\nAnswer:"


def test_a_model_that_continues_texts_gets_a_task_of_its_own(tmp_path: Path) -> None:
    write_task(STARTER, Harness.LM_EVAL, tmp_path / "task")
    chat, plain = settings(tmp_path / "task"), settings(tmp_path / "task", plain=True)
    assert (plain["include"], plain["task"]) == ("starter.yaml", "starter_plain")
    assert set(plain) - {"include"} <= set(chat)
    assert "\n\n" in plain["generation_kwargs"]["until"]
    assert "\n\n" not in chat["generation_kwargs"]["until"]


def test_the_module_for_inspect_has_one_task_and_reads_its_facts_from_a_file(tmp_path: Path) -> None:
    task = write_task(STARTER, Harness.INSPECT, tmp_path / "task")
    module = ast.parse((tmp_path / "task" / "task.py").read_text(encoding="utf-8"))
    functions = [node for node in module.body if isinstance(node, ast.FunctionDef)]
    tasks = [one.name for one in functions if [*map(ast.unparse, one.decorator_list)] == ["task"]]
    assert tasks == ["word_problems"]
    imported = [node for node in module.body if isinstance(node, ast.ImportFrom) and node.module == SCORING]
    assert {name.name for one in imported for name in one.names} <= set(vars(scoring(tmp_path / "task")))
    about = json.loads((tmp_path / "task" / "about.json").read_text(encoding="utf-8"))
    assert about == task.about()
    used = {
        node.slice.value
        for node in ast.walk(module)
        if isinstance(node, ast.Subscript)
        and ast.unparse(node.value) == "about"
        and isinstance(node.slice, ast.Constant)
    }
    assert used == {"name", "max_tokens", "stop"}


def test_problems_without_an_answer_are_not_asked(tmp_path: Path) -> None:
    first = STARTER.problems[0]
    some = Dataset(name="some", problems=(first, replace(first, id="some/2", answers=())))
    assert [problem.id for problem in write_task(some, Harness.INSPECT, tmp_path / "some").asked] == [
        first.id
    ]
    with pytest.raises(RecordError, match="none has no problem with an answer; there is nothing to ask"):
        write_task(Dataset(name="none"), Harness.INSPECT, tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_a_prompt_that_wants_no_answer_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        UnknownName, match=r"'equation' wants the equation stated.*give direct or chain-of-thought"
    ):
        write_task(STARTER, Harness.LM_EVAL, tmp_path / "task", prompt="equation")
    with pytest.raises(UnknownName, match="no prompt named 'chain'"):
        write_task(STARTER, Harness.LM_EVAL, tmp_path / "task", prompt="chain")


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    write_task(STARTER, Harness.INSPECT, tmp_path / "task")
    with pytest.raises(DataError, match="is there already; give a new folder"):
        write_task(STARTER, Harness.LM_EVAL, tmp_path / "task")


DERIVED = [
    load("starter[grade=3]"),
    curations.make("mix")(
        load("starter[grade=1]"), Dataset(name="theirs", problems=(Problem(id="theirs/1"),))
    ),
]


@pytest.mark.parametrize("dataset", DERIVED, ids=lambda dataset: dataset.name)
def test_what_is_made_from_our_problems_keeps_the_canary(dataset: Dataset) -> None:
    assert Task.of(dataset).row(STARTER.problems[0])["extra"]["canary"] == STARTER.card.canary


def test_sets_of_others_have_no_canary_of_ours() -> None:
    assert "canary" not in Task.of(Dataset(name="theirs")).row(STARTER.problems[0])["extra"]
