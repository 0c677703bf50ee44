"""Datasets as JSON Lines: a first line about the collection, then one problem a line."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from mwplab.errors import DataError, RecordError
from mwplab.records.answers import parse_answers
from mwplab.records.codec import from_json, to_json
from mwplab.records.dataset import Card, Dataset, Recipe
from mwplab.records.problem import Problem
from mwplab.text import quantities, split_question

SCHEMA = 1
"""The version of the form; a file of a later version is refused, not guessed at."""


def problem_lines(problems: Iterable[Problem]) -> Iterator[str]:
    """Yield one line of JSON per problem, always the same for the same problem.

    >>> list(problem_lines([Problem(id="mine/1", question="What is 2 + 2?")]))
    ['{"id": "mine/1", "question": "What is 2 + 2?"}\\n']
    """
    for problem in problems:
        yield json.dumps(to_json(problem), ensure_ascii=False) + "\n"


def write_jsonl(dataset: Dataset, path: Path) -> None:
    """Write a dataset to a file, whole or not at all."""
    write_atomically(path, "".join([header_line(dataset), *problem_lines(dataset.problems)]))


def header_line(dataset: Dataset) -> str:
    """Return the first line: schema version, name, edition, card, recipe and splits."""
    head = {
        "mwplab": "dataset",
        "schema": SCHEMA,
        "name": dataset.name,
        "edition": dataset.edition,
        "card": to_json(dataset.card),
        "recipe": to_json(dataset.recipe),
        "splits": {name: list(ids) for name, ids in dataset.splits.items()},
    }
    return json.dumps(head, ensure_ascii=False) + "\n"


def read_jsonl(path: Path) -> Dataset:
    """Read a dataset from a file; without a first line the file's name becomes the dataset's."""
    try:
        with path.open(encoding="utf-8") as lines:
            return parse_jsonl(lines, name=path.stem, place=path.name)
    except FileNotFoundError as error:
        raise DataError(f"there is no file {str(path)!r}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path.name} cannot be read as UTF-8 text: {error}") from error


def parse_jsonl(lines: Iterable[str], *, name: str, place: str) -> Dataset:
    """Read a dataset from lines.

    >>> len(parse_jsonl(['{"id": "a/1", "text": "Ann has 2 hats. How many hats?"}'], name="a", place="here"))
    1
    >>> parse_jsonl(['{"id": 7'], name="a", place="mine.jsonl")
    Traceback (most recent call last):
    mwplab.errors.RecordError: mine.jsonl, line 1: this is not JSON: Expecting ',' delimiter at column 9
    """
    dataset, splits, problems = Dataset(name=name), {}, []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            data = parse_line(line)
            if number == 1 and data.get("mwplab") == "dataset":
                dataset, splits = read_header(data)
            else:
                problems.append(read_problem(data, name=dataset.name, key=str(number)))
        except RecordError as error:
            raise RecordError(f"{place}, line {number}: {error}") from error
    return replace(dataset, problems=tuple(problems), splits=splits)


def parse_line(line: str) -> dict[str, Any]:
    """Return the object on a line."""
    try:
        data = json.loads(line)
    except json.JSONDecodeError as error:
        raise RecordError(f"this is not JSON: {error.msg} at column {error.colno}") from error
    except (ValueError, RecursionError) as error:
        raise RecordError(f"this JSON cannot be read: {error}") from error
    if not isinstance(data, dict):
        raise RecordError(f"expected an object in braces, found {line.strip()[:40]!r}")
    return data


def read_header(data: dict[str, Any]) -> tuple[Dataset, dict[str, tuple[str, ...]]]:
    """Return the empty dataset that a first line describes, and the splits of its problems to come."""
    if data.get("schema") != SCHEMA:
        raise RecordError(f"schema version {data.get('schema')!r} is not known; this version reads {SCHEMA}")
    dataset = Dataset(
        name=str(data.get("name", "")),
        edition=str(data.get("edition", "")),
        card=from_json(Card, data.get("card", {})),
        recipe=from_json(Recipe, data.get("recipe", {})),
    )
    return dataset, {name: tuple(ids) for name, ids in dict(data.get("splits", {})).items()}


def read_problem(data: dict[str, Any], *, name: str, key: str) -> Problem:
    """Return the problem that a line stands for; a plain ``text`` is split and its quantities are found.

    >>> str(read_problem({"text": "I saw 3 owls. How many owls?", "answer": "3 owls"}, name="a", key="1").answers[0])
    '3 (owls)'
    """
    data = {"id": f"{name}/{key}", **data}
    if "text" in data:
        data["body"], data["question"] = split_question(str(data.pop("text")))
    if "answer" in data:
        data["answers"] = [to_json(answer) for answer in parse_answers(str(data.pop("answer")))]
    problem = from_json(Problem, data)
    return problem if "quantities" in data else replace(problem, quantities=quantities(problem.text))


def write_atomically(path: Path, text: str) -> None:
    """Write a file so that a reader sees the old content or the new one, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as draft:
        draft.write(text)
    os.replace(draft.name, path)
