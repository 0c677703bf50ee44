"""One self-contained page about a dataset: no network, no scripts from elsewhere, every text escaped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

from mwplab.records import Dataset, Finding, Problem
from mwplab.records.views import mark_quantities


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
    from jinja2 import Environment
    from markupsafe import Markup

    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters["marked"] = lambda problem: Markup(mark_quantities(problem.text, problem.quantities))
    environment.filters["drawing"] = Markup
    source = (files("mwplab.reports") / "data" / "dataset.html").read_text(encoding="utf-8")
    return environment.from_string(source).render(
        dataset=dataset, findings=findings, charts=charts, examples=examples, signature=signature
    )
