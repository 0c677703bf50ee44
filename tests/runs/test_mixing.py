"""Datasets put together, and what they share."""

from __future__ import annotations

import pytest

from mwplab.catalogue import load
from mwplab.equations import parse
from mwplab.records import Dataset, Problem
from mwplab.runs.mixing import mix
from mwplab.text import quantities


def told(name: str, *pairs: tuple[str, str]) -> Dataset:
    problems = tuple(
        Problem(id=f"{name}/{place}", body=text, quantities=quantities(text), equations=parse(equations))
        for place, (text, equations) in enumerate(pairs)
    )
    return Dataset(name=name, problems=problems)


ONE = told("one", ("I saw 3 owls and 4 cats.", "x = q0 + q1"), ("Ann had 9 figs, ate 2.", "x = q0 - q1"))
OTHER = told(
    "other",
    ("i saw 3 owls and 4 cats .", "x = q1 + q0"),
    ("I saw 30 owls and 4 cats.", "x = q0 * q1"),
    ("Of 9 boats 2 sank.", "q1 + x = q0"),
)


def test_repeats_are_counted_in_both_directions() -> None:
    there, back = mix([ONE, OTHER]).shared
    assert (there.one, there.other, there.exact, there.masked) == ("one", "other", 1, 2)
    assert (back.one, back.other, back.exact, back.masked) == ("other", "one", 1, 1)


def test_templates_that_come_to_the_same_are_one() -> None:
    found = mix([ONE, OTHER])
    assert [portion.templates for portion in found.portions] == [2, 3, 3]
    assert found.shared[0].templates == 2


def test_what_cannot_be_measured_is_left_open() -> None:
    lone = told("lone", ("I saw 3 owls.", "x = q0"))
    portions = mix([ONE, lone]).portions
    assert portions[1].lexical_overlap is None
    assert portions[0].lexical_overlap is not None


@pytest.mark.realdata
def test_addsub_and_allarith_share_what_they_were_gathered_from() -> None:
    datasets = [load("mawps/addsub"), load("allarith")]
    there, back = mix(datasets).shared
    known = {one.text.lower() for one in datasets[0]}
    assert there.exact == 79
    assert there.exact >= sum(one.text.lower() in known for one in datasets[1]) > 70
    assert there.masked == 223
    assert back.exact > 0
