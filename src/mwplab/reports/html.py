"""One self-contained page about a dataset: no network, no scripts from elsewhere, every text escaped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mwplab.records import Dataset, Finding, Problem
from mwplab.reports.pages import render_page


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture on a page."""

    title: str
    """What a reader without the picture is told."""

    svg: str
    """The drawing."""


def dataset_page(
    dataset: Dataset,
    findings: Sequence[Finding],
    charts: Sequence[Chart],
    examples: Sequence[Problem],
    *,
    signature: str,
) -> str:
    """Return the page: card, charts, findings and some problems."""
    return render_page(
        "dataset.html",
        dataset=dataset,
        findings=findings,
        charts=charts,
        examples=examples,
        signature=signature,
    )
