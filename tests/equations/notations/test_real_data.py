"""The published files: how many of their equations each reader reads."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from defusedxml.ElementTree import parse as parse_xml

from mwplab.equations.notations import asdiv, dolphin, draw, mathqa, mawps, svamp
from mwplab.errors import EquationError

pytestmark = pytest.mark.realdata


def refused(items: Iterable[Any], reader: Callable[[Any], object]) -> list[Any]:
    """Return what a reader refuses."""
    found = []
    for item in items:
        try:
            reader(item)
        except EquationError:
            found.append(item)
    return found


def records(path: Path) -> list[dict[str, Any]]:
    return list(json.loads(path.read_text(encoding="utf-8")))


def test_every_asdiv_formula_is_read(data_directory: Path) -> None:
    problems = list(parse_xml(data_directory / "asdiv" / "ASDiv.xml").iter("Problem"))

    def read(problem: Any) -> object:
        kind, answer = problem.findtext("Solution-Type"), problem.findtext("Answer")
        return asdiv.read(problem.findtext("Formula"), type=kind, answer=answer)

    assert len(problems) == 2305
    assert refused(problems, read) == []


def test_only_the_two_malformed_mawps_equations_are_refused(data_directory: Path) -> None:
    equations = [
        record["lEquations"] for record in records(data_directory / "mawps" / "AllWithEquations.json")
    ]
    assert len(equations) == 3220
    assert len(refused(equations, mawps.read)) == 2


@pytest.mark.parametrize("name", ["draw", "kushman", "dolphin_t2_final"])
def test_every_template_and_its_equations_are_read(data_directory: Path, name: str) -> None:
    found = records(data_directory / "draw" / f"{name}.json")

    def read_template(record: dict[str, Any]) -> object:
        return draw.read_template(record["Template"], sorted({each["coeff"] for each in record["Alignment"]}))

    assert refused(found, read_template) == []
    assert refused([record["lEquations"] for record in found], draw.read) == []


def test_every_svamp_equation_is_read(data_directory: Path) -> None:
    equations = [record["Equation"] for record in records(data_directory / "svamp" / "SVAMP.json")]
    assert refused(equations, svamp.read) == []


@pytest.mark.parametrize(("name", "malformed"), [("dev", 7), ("test", 3), ("challenge_test", 1)])
def test_mathqa_programs_are_read(data_directory: Path, name: str, malformed: int) -> None:
    found = records(data_directory / "mathqa" / f"{name}.json")
    assert refused([record["linear_formula"] for record in found], mathqa.read_linear) == []
    assert len(refused([record["annotated_formula"] for record in found], mathqa.read_nested)) == malformed


def test_dolphin_equations_are_read_unless_they_are_conditions(data_directory: Path) -> None:
    folder = data_directory / "dolphin1878"
    found = [
        record for part in ("dev", "test") for record in records(folder / f"number_word_std.{part}.json")
    ]
    assert len(found) == 1878
    assert len(refused([record["equations"] for record in found], dolphin.read)) == 18
