"""Our corrections of published errors: each has a reason, and leaves no contradiction behind."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from importlib.resources import files

import pytest

from mwplab.catalogue import load
from mwplab.catalogue.fixes import FIXED, apply_fixes
from mwplab.equations import parse
from mwplab.errors import DataError
from mwplab.measures import check
from mwplab.records import Dataset, FindingKind, Problem, parse_answers

EDITIONS = {
    "svamp@1.0": 1,
    "asdiv@1.0": 3,
    "mawps/addsub": 1,
    "mawps/singleeq": 13,
    "mawps/simuleq-s": 4,
    "mawps/simuleq-l": 35,
    "mawps@1921": 8,
    "mawps@2373": 26,
    "mawps@3220": 49,
    "mawps@3915": 49,
    "paramawps": 29,
    "dolphin1878": 9,
}
STEMS = sorted(
    path.name for path in (files("mwplab.catalogue") / "fixes").iterdir() if path.name.endswith(".toml")
)


@pytest.mark.parametrize("name", STEMS)
def test_every_correction_has_a_reason_and_puts_something_right(name: str) -> None:
    fixes = tomllib.loads((files("mwplab.catalogue") / "fixes" / name).read_text(encoding="utf-8"))
    for fix in fixes.values():
        assert set(fix) <= {"reason", "answers", "equations", "asked"}
        assert len(fix) > 1
        assert fix["reason"].endswith(".")


def test_a_correction_says_what_was_wrong_and_leaves_the_other_problems_alone() -> None:
    wrong = Problem(
        id="svamp/chal-680", question="4 - 2 + 3?", equations=parse("x = 5"), answers=parse_answers("1")
    )
    other = replace(wrong, id="svamp/chal-1")
    fixed = apply_fixes(Dataset(name="svamp", edition="9", problems=(wrong, other)))
    assert fixed.full_name == "svamp@9+fixes"
    assert [str(answer) for answer in fixed["chal-680"].answers] == ["5"]
    assert "contradicts" in str(fixed["chal-680"].extra[FIXED])
    assert fixed["chal-1"] == other
    assert fixed.recipe.steps == ("fixes",)


def test_a_dataset_without_corrections_says_so() -> None:
    with pytest.raises(DataError, match="no published corrections for made-up"):
        apply_fixes(Dataset(name="made-up"))


@pytest.mark.realdata
@pytest.mark.parametrize("name", EDITIONS)
def test_no_contradiction_is_left_among_the_corrected_problems(name: str) -> None:
    fixed = load(f"{name}+fixes")
    corrected = tuple(problem for problem in fixed if FIXED in problem.extra)
    assert len(corrected) == EDITIONS[name]
    kinds = {FindingKind.ANSWER, FindingKind.MALFORMED}
    assert [one for one in check(replace(fixed, problems=corrected, splits={})) if one.kind in kinds] == []


@pytest.mark.realdata
@pytest.mark.parametrize(
    "name", ["mawps/addsub", "mawps/singleeq", "mawps/simuleq-s", "mawps/simuleq-l", "mawps@3220"]
)
def test_a_corrected_edition_of_mawps_has_no_contradiction_at_all(name: str) -> None:
    kinds = {FindingKind.ANSWER, FindingKind.MALFORMED}
    assert [one for one in check(load(f"{name}+fixes")) if one.kind in kinds] == []


@pytest.mark.realdata
@pytest.mark.parametrize("name", [name for name in EDITIONS if "mawps@" not in name or name == "mawps@3915"])
def test_every_correction_is_of_a_problem_that_exists(name: str) -> None:
    stem = name.partition("@")[0].replace("/", "-")
    fixes = tomllib.loads((files("mwplab.catalogue") / "fixes" / f"{stem}.toml").read_text(encoding="utf-8"))
    assert set(fixes) <= {problem.key for problem in load(name)}
