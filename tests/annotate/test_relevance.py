"""Labels that say which numbers are needed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mwplab.annotate import relevance, relevance_rows, write_relevance
from mwplab.equations import induce, parse
from mwplab.errors import RecordError
from tests.annotate.problems import HATS, made

CASES = [
    (made("a/1", HATS, "x = 2 * 3"), (False, False, True)),
    (made("a/1", HATS, "x = 5 + 2", derivation=induce(parse("x = q0 + q2"))), (True, False, True)),
    (made("a/1", HATS, "x = 5 + 2", derivation=induce(parse("x = q0 + q2"), ((0, 1),))), (True, True, True)),
    (made("a/1", HATS, "x = 2", derivation=induce(parse("x = q2"), ((0, 1),))), (False, False, True)),
    (made("a/1", "How many minutes has an hour?", "x = 60"), ()),
]


@pytest.mark.parametrize(("problem", "needed"), CASES)
def test_a_number_is_needed_if_it_or_an_equivalent_fills_a_slot(
    problem: object, needed: tuple[bool, ...]
) -> None:
    assert relevance(problem) == needed  # type: ignore[arg-type]


def test_what_is_not_settled_has_no_labels() -> None:
    problem = made("a/1", HATS, "x = 5 + 2")
    with pytest.raises(RecordError, match="a/1: which numbers are needed is not settled; align it first"):
        relevance(problem)
    assert list(relevance_rows([problem])) == []


def test_labels_are_written_as_lines_with_the_places_of_the_numbers(tmp_path: Path) -> None:
    path = tmp_path / "needed.jsonl"
    problems = [made("a/1", HATS, "x = 2 * 3"), made("a/2", HATS, "x = 5"), CASES[-1][0]]
    assert write_relevance(problems, path) == 1
    (row,) = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert row["id"] == "a/1"
    assert row["needed"] == [False, False, True]
    assert [row["text"][one["start"] : one["end"]] for one in row["quantities"]] == ["5", "5", "2"]
