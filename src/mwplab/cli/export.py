"""``mwp export NAME --as FORM``: a dataset as a file that other tools read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mwplab.catalogue import load
from mwplab.records.export import Form, export


def run(
    name: Annotated[str, typer.Argument(help="A dataset, a part of one, or a .jsonl file.")],
    form: Annotated[Form, typer.Option("--as", help="What to write.")] = Form.JSONL,
    out: Annotated[
        Path | None, typer.Option("--out", help="Where to; by default a name made from the dataset's.")
    ] = None,
) -> None:
    """Export a dataset as JSON Lines, CSV, Parquet, or a Hugging Face dataset folder.

    Example: mwp export starter --as csv --out starter.csv
    """
    dataset = load(name)
    stem = "".join(letter if letter.isalnum() or letter in "-." else "-" for letter in name).strip("-")
    path = out or Path(stem if form is Form.HF else f"{stem}.{form.value}")
    export(dataset, form, path)
    typer.echo(f"{path}: {len(dataset)} problems of {dataset.full_name}")
