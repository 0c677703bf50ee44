"""Published corrections of known errors, laid over an edition on request: ``svamp@1.0+fixes``.

One file per dataset, one table per problem, each with its reason, and with what is put right:

    [chal-680]
    answers = "5"                   as `parse_answers` reads them
    equations = "x = 4 - 2 + 3"     over the numbers of the text
    asked = "x"                     expressions, separated by semicolons
    reason = "..."

Editions of one dataset share their keys and so the file; an edition takes what it has.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from importlib.resources import files

from mwplab.catalogue.formats.build import build_problem
from mwplab.equations import parse, parse_expression
from mwplab.errors import DataError
from mwplab.records import Dataset, Problem, Recipe, parse_answers
from mwplab.records.problem import AMBIGUOUS, MALFORMED, UNMATCHED

FIXED = "fixed"
"""The key in ``extra`` that says why a problem was corrected."""

_NOTES = (MALFORMED, UNMATCHED, AMBIGUOUS)


def apply_fixes(dataset: Dataset) -> Dataset:
    """Return the dataset with our corrections, each problem saying what was changed and why."""
    stem = dataset.name.replace("/", "-")
    source = files("mwplab.catalogue") / "fixes" / f"{stem}.toml"
    if not source.is_file():
        raise DataError(
            f"there are no published corrections for {dataset.full_name}; load it without '+fixes'"
        )
    fixes: dict[str, dict[str, str]] = tomllib.loads(source.read_text(encoding="utf-8"))
    problems = tuple(_fix(one, fixes[one.key]) if one.key in fixes else one for one in dataset.problems)
    recipe = Recipe(inputs=(f"{dataset.full_name}#{dataset.fingerprint}",), steps=("fixes",))
    return replace(dataset, problems=problems, edition=f"{dataset.edition}+fixes", recipe=recipe)


def _fix(problem: Problem, fix: dict[str, str]) -> Problem:
    extra = {**problem.extra, FIXED: fix["reason"]}
    if "answers" in fix:
        problem = replace(problem, answers=parse_answers(fix["answers"]))
    if "asked" in fix:
        problem = replace(problem, asked=tuple(parse_expression(part) for part in fix["asked"].split(";")))
    if "equations" in fix:
        rebuilt = build_problem(
            problem.id, body=problem.body, question=problem.question, system=parse(fix["equations"])
        )
        extra = {key: value for key, value in extra.items() if key not in _NOTES} | dict(rebuilt.extra)
        derived = {name: getattr(rebuilt, name) for name in ("quantities", "equations", "derivation")}
        problem = replace(problem, **derived)
    return replace(problem, extra=extra)
