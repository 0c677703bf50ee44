"""The folder of a task for each harness: data in JSON Lines, a description, code that is the same for all.

No text of a problem, a name or a prompt is ever written into code: code is copied as it is, YAML takes texts
quoted as JSON does it, and the rest is data.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from mwplab.errors import DataError
from mwplab.records import Dataset
from mwplab.records.files import replacing
from mwplab.records.jsonl import write_atomically
from mwplab.records.page import card_page
from mwplab.runs.tasks.harness import PROMPT, Harness
from mwplab.runs.tasks.rows import TEST, TRAIN, Task, checked

SCORING = "word_problem_scoring"
"""The module that travels with a task."""


def write_task(dataset: Dataset, harness: Harness, folder: Path, *, prompt: str = PROMPT) -> Task:
    """Write a dataset as a task for a harness, whole or not at all, and return what was written."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise DataError(f"{str(folder)!r} is there already; give a new folder, or an empty one")
    task = checked(Task.of(dataset, prompt))
    package = files(__package__)
    with replacing(folder) as draft:
        (draft / "data").mkdir(parents=True)
        for split, problems in task.splits.items():
            write_atomically(draft / "data" / f"{split}.jsonl", "".join(task.lines(problems)))
        scoring = (package / "scoring.py").read_text(encoding="utf-8")
        write_atomically(draft / f"{SCORING}.py", scoring)
        for name, text in _WRITERS[harness](task).items():
            write_atomically(draft / name, text)
        write_atomically(
            draft / "README.md", card_page(dataset) + f"\n## Run\n\n```sh\n{run_line(task, harness)}\n```\n"
        )
    return task


def run_line(task: Task, harness: Harness, folder: str = ".") -> str:
    """Return the command that runs a task.

    >>> run_line(Task.of(Dataset(name="mine")), Harness.INSPECT, "tasks")
    'inspect eval tasks/task.py@word_problems --model PROVIDER/MODEL'
    """
    if harness is Harness.INSPECT:
        return f"inspect eval {folder}/task.py@word_problems --model PROVIDER/MODEL"
    return (
        f"lm_eval --include_path {folder} --tasks {task.name} --model local-chat-completions "
        "--model_args model=MODEL,base_url=URL/v1/chat/completions --apply_chat_template "
        "--log_samples --output_path logs"
    )


def _lm_eval(task: Task) -> dict[str, str]:
    """Return the task for chat models, and one for models that continue a text."""
    metrics = ("numeric_match", "answered")
    generation: dict[str, Any] = {
        "until": ["</s>", "<|im_end|>", *task.prompt.stop],
        "do_sample": False,
        "temperature": 0.0,
        "max_gen_toks": task.prompt.max_tokens,
    }
    settings = {
        "task": task.name,
        "test_split": TEST,
        # Without training problems, examples come from the others that are asked.
        "fewshot_split": TRAIN if TRAIN in task.splits else TEST,
        "output_type": "generate_until",
        "description": "{{extra.system}}",
        "doc_to_text": "{{extra.prompt}}",
        "doc_to_target": "{{answer}}",
        "fewshot_config": {"doc_to_target": "{{extra.reply}}"},
        "generation_kwargs": generation,
        "metric_list": [
            {"metric": name, "aggregation": "mean", "higher_is_better": True} for name in metrics
        ],
        "metadata": task.about(),
    }
    functions = {"custom_dataset": "documents", "process_results": "process_results"}
    plain = {
        "include": f"{task.name}.yaml",
        "task": f"{task.name}_plain",
        "description": "{{extra.system}}\n\n",
        "doc_to_text": "Question: {{extra.prompt}}\nAnswer:",
        # Such a model would go on with a question of its own.
        "generation_kwargs": {**generation, "until": ["\n\n", "Question:", *generation["until"]]},
    }
    return {
        f"{task.name}.yaml": _yaml(settings, functions),
        f"{task.name}_plain.yaml": _yaml(plain, {}),
    }


def _yaml(settings: Mapping[str, Any], functions: Mapping[str, str]) -> str:
    lines = [f"{key}: {json.dumps(value)}" for key, value in settings.items()]
    lines += [f"{key}: !function {SCORING}.{function}" for key, function in functions.items()]
    return "\n".join([*lines, ""])


def _inspect(task: Task) -> dict[str, str]:
    code = (files(__package__) / "data" / "inspect_task.py.txt").read_text(encoding="utf-8")
    return {"task.py": code, "about.json": json.dumps(task.about(), indent=1, ensure_ascii=False) + "\n"}


_WRITERS: dict[Harness, Callable[[Task], dict[str, str]]] = {
    Harness.LM_EVAL: _lm_eval,
    Harness.INSPECT: _inspect,
}
