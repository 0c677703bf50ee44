"""``mwp check NAME``: do equations, answers and texts agree?"""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import typer
from rich.console import Group

from mwplab.catalogue import load
from mwplab.cli.output import Cluster, Jobs, Json, Limit, print_json, print_view
from mwplab.measures import check
from mwplab.records import FindingKind, to_json
from mwplab.reports.terminal import findings_view, table


def run(
    name: Annotated[str, typer.Argument(help="A dataset, a part of one, or a .jsonl file.")],
    kind: Annotated[list[FindingKind] | None, typer.Option("--kind", help="Findings of this kind only; may be repeated.")] = None,
    limit: Limit = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """Check equations against answers and texts; every finding names the problem and both values.

    Example: mwp check starter
    """
    dataset = load(name)
    if limit is not None:
        dataset = dataset.derive(dataset.problems[:limit], f"first({limit})")
    findings = [one for one in check(dataset, jobs=jobs, cluster=cluster) if kind is None or one.kind in kind]
    if json:
        print_json(to_json(one) for one in findings)
        return
    counts = Counter(one.kind.value for one in findings)
    summary = table([(kind.value, counts[kind.value]) for kind in FindingKind], ["kind", "findings"])
    print_view(Group(findings_view(findings), "", f"{dataset.full_name}: {len(dataset)} problems checked", summary))
