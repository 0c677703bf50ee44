"""``mwp check NAME``: do equations, answers and texts agree?"""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.table import Table

from mwplab.catalogue import load
from mwplab.cli.output import Cluster, Jobs, Json, Limit, print_json, print_view
from mwplab.measures import check
from mwplab.measures.consistency import (
    INCORRECT_FORMULA,
    PROBLEMATIC_DESCRIPTION,
    VALUELESS_ANSWER,
    Share,
    settled_equations,
    shares,
)
from mwplab.records import FindingKind, Tolerance, to_json
from mwplab.records.jsonl import write_atomically
from mwplab.reports.repairs import draft_repairs
from mwplab.reports.terminal import findings_view, table


class By(StrEnum):
    """What the share of contradictions can be broken down by."""

    TYPE = "type"
    GRADE = "grade"
    SPLIT = "split"


CLASSES = (INCORRECT_FORMULA, PROBLEMATIC_DESCRIPTION, VALUELESS_ANSWER)


def run(
    name: Annotated[str, typer.Argument(help="A dataset, a part of one, or a .jsonl file.")],
    kind: Annotated[
        list[FindingKind] | None, typer.Option("--kind", help="Findings of this kind only; may be repeated.")
    ] = None,
    by: Annotated[By | None, typer.Option("--by", help="Also the share of contradictions by this.")] = None,
    within: Annotated[
        float,
        typer.Option("--within", min=0, max=1, help="How far values may differ, as a share of the answer."),
    ] = 0.001,
    repairs: Annotated[
        Path | None, typer.Option("--repairs", help="Write a draft of corrections to this .toml file.")
    ] = None,
    limit: Limit = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """Check equations against answers and texts; every finding names the problem and both values.

    Example: mwp check starter --by type
    """
    dataset = load(name)
    if limit is not None:
        dataset = dataset.derive(dataset.problems[:limit], f"first({limit})")
    tolerance = Tolerance(relative=Fraction(str(within)))
    everything = check(dataset, tolerance=tolerance, jobs=jobs, cluster=cluster)
    findings = [one for one in everything if kind is None or one.kind in kind]
    if repairs is not None:
        write_atomically(repairs, draft_repairs(findings))
    if json:
        print_json({"expected": "", "found": "", **to_json(one)} for one in findings)
        return
    counts = Counter(one.kind.value for one in findings)
    summary = table([(each.value, counts[each.value]) for each in FindingKind], ["kind", "findings"])
    settled, equations = settled_equations(dataset)
    share = f" ({100 * settled / equations:.2f} %)" if equations else ""
    parts: list[RenderableType] = [
        findings_view(findings),
        "",
        f"{dataset.full_name}: {len(dataset)} problems checked",
        f"numbers in the text or common knowledge: all in {settled} of {equations} equations{share}",
        summary,
    ]
    if by is not None:
        parts += ["", _shares_view(shares(dataset, everything, by.value), by.value)]
    print_view(Group(*parts))


def _shares_view(found: list[Share], by: str) -> Table:
    rows = [
        (
            one.part,
            one.problems,
            one.contradictions,
            f"{100 * one.share:.1f} %",
            *(one.classes[each] for each in CLASSES),
        )
        for one in found
    ]
    return table(rows, [by, "with equation", "contradict", "share", *CLASSES])
