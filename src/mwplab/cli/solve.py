"""``mwp solve "TEXT" --model DIR``: equation, tree, steps in words, answer, and what was looked at."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from mwplab.cli.output import Json, print_json, print_view
from mwplab.records import Prediction, Question, to_json


def run(
    text: Annotated[
        str, typer.Argument(help="The problem; - reads problems from standard input, one a line.")
    ],
    model: Annotated[
        Path, typer.Option("--model", help="The folder of a trained solver; mwp train makes one.")
    ],
    attention: Annotated[
        bool, typer.Option("--attention/--no-attention", help="Show what each symbol looked at.")
    ] = True,
    json: Json = False,
) -> None:
    """Solve a problem with a trained solver: equation, tree, steps in words, answer, attention.

    Example: mwp solve "Ann had 7 figs and ate 3. How many are left?" --model model
    """
    from mwplab.reports.prediction import prediction_view
    from mwplab.runs.train import solve_texts

    lines = filter(None, (line.removeprefix("\ufeff").strip() for line in sys.stdin))
    solved = solve_texts(model, lines if text == "-" else [text], attention=attention)
    if json:
        print_json(record(*one) for one in solved)
        return
    for question, prediction in solved:
        print_view(prediction_view(question, prediction))


def record(question: Question, prediction: Prediction) -> dict[str, Any]:
    """Return a solved problem as the record that ``--json`` prints."""
    from mwplab.reports.prediction import prediction_steps

    data = to_json(prediction)
    data.pop("problem")
    return {"text": question.text, "steps": prediction_steps(question, prediction), **data}
