"""Datasets as JSON Lines: a first line about the collection, then one problem a line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from mwplab.errors import MwplabError, RecordError
from mwplab.parallel import progress_bar
from mwplab.records.answers import parse_answers
from mwplab.records.codec import from_json, to_json
from mwplab.records.dataset import Card, Dataset, Recipe
from mwplab.records.files import reading, replacing
from mwplab.records.problem import Problem
from mwplab.text import quantities, split_question

SCHEMA = 1
"""The version of the form; a file of a later version is refused, not guessed at."""

KIBIBYTE = 1024
"""What the progress bar of a long file counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The first line: everything about a dataset but its problems."""

    mwplab: str
    """What the file holds: ``dataset``."""

    schema: int
    """The version of the form."""

    name: str
    """The dataset's name."""

    edition: str = ""
    """Its edition."""

    card: Card = field(default_factory=Card)
    """Source, licence, citation, counts, known errors."""

    recipe: Recipe = field(default_factory=Recipe)
    """How it was made."""

    splits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Named parts as ids."""

    @classmethod
    def named(cls, name: str, splits: Mapping[str, tuple[str, ...]] | None = None) -> Header:
        """Return the header of a file that has none."""
        return cls(mwplab="dataset", schema=SCHEMA, name=name, splits=splits or {})

    def dataset(self, problems: Iterable[Problem]) -> Dataset:
        """Return the dataset with its problems."""
        return Dataset(
            name=self.name,
            edition=self.edition,
            problems=tuple(problems),
            splits=self.splits,
            card=self.card,
            recipe=self.recipe,
        )


def write_jsonl(dataset: Dataset, path: Path) -> None:
    """Write a dataset to a file, whole or not at all."""
    write_atomically(path, "".join([header_line(dataset), *problem_lines(dataset.problems)]))


def read_jsonl(path: Path) -> Dataset:
    """Read a dataset from a file; without a first line the file's name becomes the dataset's."""
    with reading(path), path.open(encoding="utf-8-sig") as lines:
        total = path.stat().st_size // KIBIBYTE
        with progress_bar(total, f"reading {path.name}, KiB") as show:
            return parse_jsonl(_watched(lines, show), name=path.stem, place=path.name)


def _watched(lines: Iterable[str], show: Callable[[int], None]) -> Iterator[str]:
    read = 0
    for number, line in enumerate(lines):
        yield line
        read += len(line)
        if number % 256 == 0:
            show(read // KIBIBYTE)


def header_line(dataset: Dataset) -> str:
    """Return the first line: schema version, name, edition, card, recipe and splits.

    >>> header_line(Dataset(name="mine"))
    '{"mwplab": "dataset", "schema": 1, "name": "mine"}\\n'
    """
    header = Header(
        mwplab="dataset",
        schema=SCHEMA,
        name=dataset.name,
        edition=dataset.edition,
        card=dataset.card,
        recipe=dataset.recipe,
        splits=dataset.splits,
    )
    return write_line(to_json(header), dataset.name)


def problem_lines(problems: Iterable[Problem]) -> Iterator[str]:
    """Yield one line of JSON per problem, always the same for the same problem.

    >>> list(problem_lines([Problem(id="mine/1", question="What is 2 + 2?")]))
    ['{"id": "mine/1", "question": "What is 2 + 2?", "quantities": []}\\n']
    """
    for problem in problems:
        yield write_line(problem_data(problem), problem.id)


def problem_data(problem: Problem) -> dict[str, Any]:
    """Return a problem as JSON values that `read_problem` turns into the same problem."""
    # Where no quantities are named, the reader looks for some.
    return {**to_json(problem), "quantities": [*map(to_json, problem.quantities)]}


def parse_jsonl(lines: Iterable[str], *, name: str, place: str) -> Dataset:
    """Read a dataset from lines.

    >>> len(parse_jsonl(['{"id": "a/1", "text": "Ann has 2 hats. How many hats?"}'], name="a", place="here"))
    1
    >>> parse_jsonl(['{"id": 7'], name="a", place="mine.jsonl")
    Traceback (most recent call last):
    mwplab.errors.RecordError: mine.jsonl, line 1: this is not JSON: Expecting ',' delimiter at column 9
    """
    header: Header | None = None
    problems: dict[str, Problem] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            data = parse_line(line)
            if header is None:
                if data.get("mwplab") == "dataset":
                    header = read_header(data)
                    continue
                header = Header.named(name)
            problem = read_problem(data, name=header.name, key=str(number))
            if problem.id in problems:
                raise RecordError(f"the id {problem.id!r} was used before; ids must be unique")
            problems[problem.id] = problem
        except MwplabError as error:
            raise RecordError(f"{place}, line {number}: {error}") from error
    return build_dataset(header or Header.named(name), problems.values(), place)


def build_dataset(header: Header, problems: Iterable[Problem], place: str) -> Dataset:
    """Return the dataset that a file holds; what breaks its rules is an error that names the file."""
    try:
        return header.dataset(problems)
    except RecordError as error:
        raise RecordError(f"{place}: {error}") from error


def write_line(data: dict[str, Any], place: str) -> str:
    """Return an object as one line of JSON, or refuse what no file could hold."""
    try:
        line = json.dumps(data, ensure_ascii=False, allow_nan=False) + "\n"
        line.encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise RecordError(f"{place} cannot be written as JSON: {error}") from error
    return line


def parse_line(line: str) -> dict[str, Any]:
    """Return the object on a line."""
    data = parse_json(line)
    if not isinstance(data, dict):
        raise RecordError(f"expected an object in braces, found {line.strip()[:40]!r}")
    return data


def parse_json(text: str) -> Any:
    """Return what a text of JSON says; half a character, which no file could hold, is refused."""
    try:
        data = json.loads(text.rstrip())  # else a torn line would have its fault in the next
        if "\\ud" in text.lower():
            json.dumps(data, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        fault = error.msg.removesuffix(" at")
        raise RecordError(f"this is not JSON: {fault} at column {error.colno}") from error
    except (ValueError, RecursionError) as error:
        raise RecordError(f"this JSON cannot be read: {error}") from error
    return data


def read_header(data: dict[str, Any]) -> Header:
    """Return the first line's record.

    >>> read_header({"mwplab": "dataset", "schema": 2, "name": "mine"})
    Traceback (most recent call last):
    mwplab.errors.RecordError: the file has schema version 2, this mwplab reads 1; use a later one
    """
    schema = data.get("schema")
    if type(schema) is int and schema > SCHEMA:
        raise RecordError(
            f"the file has schema version {schema}, this mwplab reads {SCHEMA}; use a later one"
        )
    if schema != SCHEMA:
        raise RecordError(f"the file has schema version {schema!r}, which there never was; {SCHEMA} is read")
    return from_json(Header, data)


def read_problem(data: dict[str, Any], *, name: str, key: str) -> Problem:
    """Return the problem that a line stands for; a plain ``text`` is split and its quantities are found.

    >>> problem = read_problem({"text": "I saw 3 owls. How many?", "answer": "3 owls"}, name="a", key="1")
    >>> problem.question, str(problem.answers[0])
    ('How many?', '3 (owls)')
    """
    data = {"id": f"{name}/{key}", **data}
    if "text" in data:
        if "body" in data or "question" in data or not isinstance(data["text"], str):
            raise RecordError("give a text, or else a body and a question, each in quotes")
        data["body"], data["question"] = split_question(data.pop("text"))
    if "answer" in data:
        answer = data.pop("answer")
        if "answers" in data or isinstance(answer, bool) or not isinstance(answer, str | int | float):
            raise RecordError(
                f"give an answer as a text or a number, or else answers; found {str(answer)[:40]!r}"
            )
        data["answers"] = [to_json(one) for one in parse_answers(str(answer))]
    problem = from_json(Problem, data)
    return problem if "quantities" in data else replace(problem, quantities=quantities(problem.text))


def write_atomically(path: Path, text: str) -> None:
    """Write a file so that a reader sees the old content or the new one, never a part."""
    with replacing(path) as draft:
        draft.write_text(text, encoding="utf-8", newline="\n")
