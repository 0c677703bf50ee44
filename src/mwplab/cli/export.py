"""``mwp export NAME --as FORM``: a dataset as a file that other tools read, or a task that they run."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from mwplab.catalogue import load
from mwplab.cli.output import Limit
from mwplab.records import Dataset
from mwplab.records.export import Form, export
from mwplab.runs.tasks.harness import PROMPT, Harness


class Written(StrEnum):
    """What ``--as`` takes: the forms of a dataset, and the harnesses that run a task."""

    JSONL = Form.JSONL.value
    CSV = Form.CSV.value
    PARQUET = Form.PARQUET.value
    HF = Form.HF.value
    LM_EVAL = Harness.LM_EVAL.value
    INSPECT = Harness.INSPECT.value


def run(
    name: Annotated[str, typer.Argument(help="A dataset, a part of one, or a .jsonl file.")],
    form: Annotated[Written, typer.Option("--as", help="What to write.")] = Written.JSONL,
    out: Annotated[
        Path | None, typer.Option("--out", help="Where to; by default a name made from the dataset's.")
    ] = None,
    prompt: Annotated[
        str, typer.Option("--prompt", help="How a task asks: direct, chain-of-thought, or a .toml file.")
    ] = PROMPT,
    limit: Limit = None,
) -> None:
    """Export a dataset as JSON Lines, CSV, Parquet, a Hugging Face folder, or a task for another harness.

    Example: mwp export starter --as lm-eval --out tasks
    """
    dataset = load(name)
    if limit is not None:
        dataset = dataset.derive(dataset.problems[:limit], f"first({limit})")
    stem = "".join(letter if letter.isalnum() or letter in "-." else "-" for letter in name).strip("-")
    if form.value in list(Harness):
        _export_task(dataset, Harness(form.value), out or Path(f"{stem}-{form}"), prompt)
        return
    path = out or Path(stem if form is Written.HF else f"{stem}.{form}")
    export(dataset, Form(form.value), path)
    typer.echo(f"{path}: {len(dataset)} problems of {dataset.full_name}")


def _export_task(dataset: Dataset, harness: Harness, path: Path, prompt: str) -> None:
    from mwplab.runs.tasks.folders import run_line, write_task

    task = write_task(dataset, harness, path, prompt=prompt)
    typer.echo(f"{path}: {len(task.asked)} problems of {dataset.full_name}, asked by {task.prompt.id}")
    typer.echo(f"run it with: {run_line(task, harness, str(path))}")
