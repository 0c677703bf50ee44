"""A battery of probes for people: in the terminal, and as one self-contained page."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from mwplab.reports.attention import attention_view
from mwplab.reports.battery import Battery, outcome_tables, section_chart, section_tables, summary_table
from mwplab.reports.pages import render_page
from mwplab.reports.terminal import table, table_view

SHOWN_ROWS = 20
"""Rows of a table that the terminal shows; files have them all."""


def battery_view(battery: Battery) -> RenderableType:
    """Return the probes for a terminal: what each shows in words, then its tables."""
    shown: list[RenderableType] = [Text(battery.title, style="bold")]
    for section in battery.sections:
        shown += ["", Text(section.title, style="bold cyan")]
        if section.not_run:
            shown.append(Text(f"Not run: {section.not_run}.", style="dim"))
        shown += [Text(sentence) for sentence in section.sentences]
        for one in section_tables(section):
            shown.append(table(one.rows[:SHOWN_ROWS], one.columns, title=one.title, whole=0))
            if len(one.rows) > SHOWN_ROWS:
                shown.append(Text(f"and {len(one.rows) - SHOWN_ROWS} more", style="dim"))
        shown += [attention_view(look.title, look.attention) for look in section.looks]
    for one in outcome_tables(battery):
        shown += ["", table_view(one, title=one.title)]
    return Group(*shown, "", Text(battery.signature))


def battery_page(battery: Battery) -> str:
    """Return the page; it needs no network and runs no script."""
    return render_page(
        "battery.html",
        battery=battery,
        summary=summary_table(battery),
        outcomes=outcome_tables(battery),
        sections=[(one, section_chart(one), section_tables(one)) for one in battery.sections],
    )
