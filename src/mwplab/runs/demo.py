"""The whole story on the bundled corpus: read, checked, measured, split, exported, learnt, reported."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from mwplab.catalogue import load
from mwplab.curate import make_folds
from mwplab.curate.folds import By
from mwplab.errors import MissingDependency
from mwplab.judge import judges
from mwplab.measures import Profile, check, profile
from mwplab.records import Dataset, Prediction, Problem, Verdict, read_jsonl, write_jsonl
from mwplab.records.jsonl import write_atomically
from mwplab.reports.html import Chart, dataset_page
from mwplab.reports.plots import bars, heat_map
from mwplab.reports.prediction import prediction_view
from mwplab.reports.terminal import problem_view, table
from mwplab.solvers import solvers
from mwplab.spec import Spec
from mwplab.version import __version__

EXAMPLE = "starter/sequential-operation-01"
"""The problem that the demo shows."""

EASY = "starter[grade<=3]"
"""The problems that a solver learns from."""

SOLVER = Spec.parse(
    "seq2seq(hidden=96, embedding=64, layers=1, epochs=25, batch=8, learning_rate=0.005, dropout=0.3, "
    "word_dropout=0.0, held_out=0.0, alternatives=2, plausible=2.0, attention=True, device=cpu)"
)
"""A solver that is trained in some seconds."""


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
    yield from _learning()
    report = folder / "report.html"
    write_atomically(
        report, dataset_page(split, findings, charts(counts), split.problems, signature=signature(split))
    )
    yield Text(f"6. Report: {report}", style="bold")


def _learning() -> Iterator[RenderableType]:
    """Yield how a small neural solver learns from easy problems, and what it makes of others."""
    easy = make_folds(load(EASY), 5, by=By.TYPE)
    taught, unseen = easy.split("fold0/train").problems, easy.split("fold0/test").problems
    solver = solvers.make(SOLVER)
    started = time.perf_counter()
    try:
        solver.fit(taught)
    except MissingDependency as error:
        yield Text(f"5. No solver was trained: {error}", style="bold")
        return
    seconds = time.perf_counter() - started
    judge = judges.make("solution")

    def right(problems: Sequence[Problem]) -> list[tuple[Problem, Prediction]]:
        asked = solver.solve([problem.as_question() for problem in problems])
        pairs = zip(problems, asked, strict=True)
        return [(problem, one) for problem, one in pairs if judge(problem, one).verdict is Verdict.CORRECT]

    known, solved = right(taught), right(unseen)
    yield Text(
        f"5. {SOLVER.name} trained in {seconds:.0f} s on {len(taught)} easy problems: "
        f"{len(known)} of these right, and {len(solved)} of {len(unseen)} that it never saw",
        style="bold",
    )
    derivation = judges.make("derivation")
    # Some answers are right by luck; an example shows one that was found the right way, where there is one.
    sound = [pair for pair in solved if derivation(*pair).verdict is Verdict.CORRECT]
    for problem, prediction in (sound or solved or known)[:1]:
        yield prediction_view(problem.as_question(), prediction)


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
    return f"data:{dataset.full_name}#{dataset.fingerprint}|version:{__version__}"
