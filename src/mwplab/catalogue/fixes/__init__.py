"""Published corrections of known errors, laid over an edition on request: ``svamp@1.0+fixes``.

One file per dataset, one table per problem, each with its reason:

    [chal-680]
    answers = "5"
    reason = "(4 - 2) + 3 is 5; the published answer 1 contradicts text and equation"
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from importlib.resources import files

from mwplab.catalogue.formats.build import build_problem
from mwplab.equations import parse
from mwplab.errors import DataError
from mwplab.records import Dataset, Problem, Recipe, parse_answers
from mwplab.records.problem import MALFORMED

FIXED = "fixed"
"""The key in ``extra`` that says why a problem was corrected."""


def apply_fixes(dataset: Dataset) -> Dataset:
    """Return the dataset with our corrections, each problem saying what was changed and why."""
    stem = dataset.name.replace("/", "-")
    source = files("mwplab.catalogue") / "fixes" / f"{stem}.toml"
    if not source.is_file():
        raise DataError(f"there are no published corrections for {dataset.full_name}; load it without '+fixes'")
    fixes: dict[str, dict[str, str]] = tomllib.loads(source.read_text(encoding="utf-8"))
    for key in fixes:
        dataset[key]
    problems = tuple(_fix(one, fixes[one.key]) if one.key in fixes else one for one in dataset.problems)
    recipe = Recipe(inputs=(f"{dataset.full_name}#{dataset.fingerprint}",), steps=("fixes",))
    return replace(dataset, problems=problems, edition=f"{dataset.edition}+fixes", recipe=recipe)


def _fix(problem: Problem, fix: dict[str, str]) -> Problem:
    extra = {**problem.extra, FIXED: fix["reason"]}
    if "answers" in fix:
        problem = replace(problem, answers=parse_answers(fix["answers"]))
    if "equations" in fix:
        extra.pop(MALFORMED, None)
        rebuilt = build_problem(problem.id, body=problem.body, question=problem.question, system=parse(fix["equations"]))
        problem = replace(problem, equations=rebuilt.equations, derivation=rebuilt.derivation)
    return replace(problem, extra=extra)
