"""The whole story on the bundled corpus: read, checked, measured, split, exported, reported."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

import mwplab
from mwplab.catalogue import load
from mwplab.curate import make_folds
from mwplab.curate.folds import By
from mwplab.measures import Profile, check, profile
from mwplab.records import Dataset, read_jsonl, write_jsonl
from mwplab.records.jsonl import write_atomically
from mwplab.reports.html import Chart, dataset_page
from mwplab.reports.plots import bars, heat_map
from mwplab.reports.terminal import problem_view, table

EXAMPLE = "starter/sequential-operation-01"
"""The problem that the demo shows."""


def demo(folder: Path) -> Iterator[RenderableType]:
    """Yield what there is to see, step by step; the files end up in the folder."""
    dataset = load("starter")
    counts = profile(dataset)
    yield Text(
        f"1. {dataset.full_name} ({len(dataset)} problems, {len(counts.types)} types, grades 1 to 6)",
        style="bold",
    )
    yield problem_view(dataset[EXAMPLE])
    findings = check(dataset)
    yield Text(f"2. Checked: {len(findings)} findings in {len(dataset)} problems", style="bold")
    split = make_folds(dataset, 5, by=By.TYPE)
    yield Text("3. Split into five folds, each type spread evenly", style="bold")
    yield table(
        [
            (fold, len(split.splits[f"{fold}/train"]), len(split.splits[f"{fold}/test"]))
            for fold in split.folds
        ],
        ["fold", "train", "test"],
    )
    path = folder / "starter-folds.jsonl"
    write_jsonl(split, path)
    same = read_jsonl(path).fingerprint == split.fingerprint
    yield Text(
        f"4. Written to {path} and read back: {'the same content' if same else 'DIFFERENT CONTENT'}",
        style="bold",
    )
    report = folder / "report.html"
    write_atomically(
        report, dataset_page(split, findings, charts(counts), split.problems, signature=signature(split))
    )
    yield Text(f"5. Report: {report}", style="bold")


def charts(counts: Profile) -> list[Chart]:
    """Return the pictures of a dataset's make-up."""
    drawn = [
        Chart(
            "Operations per problem",
            bars(counts.operators, title="Operations per problem", label="operations"),
        ),
        Chart("Numbers per text", bars(counts.quantities, title="Numbers per text", label="numbers")),
        Chart("Words per text", bars(counts.words, title="Words per text", label="words, in steps of five")),
    ]
    if counts.types_by_grade:
        drawn.insert(
            0, Chart("Types by grade", heat_map(counts.types_by_grade, title="Types by grade", label="grade"))
        )
    return drawn


def signature(dataset: Dataset) -> str:
    """Return the line that says what a page was made from."""
    return f"data:{dataset.full_name}#{dataset.fingerprint}|version:{mwplab.__version__}"
