"""A report as Markdown, with tables as GitHub and pandoc read them; no text becomes markup."""

from __future__ import annotations

import re

from mwplab.reports.harmless import one_line
from mwplab.reports.report import Report
from mwplab.reports.tables import FIGURES, Table, report_tables

MARKUP = re.compile(r"([\\`*_\[\]<>|&~$#!])")
"""What may begin or end markup inside a line."""

OPENING = re.compile(r"^(\d{0,9})([-+=.)])")
"""What may begin a list or a heading at the start of one."""


def report_markdown(report: Report) -> str:
    """Return the scores, comparisons and break-downs of a report with what they were made from."""
    parts = [f"# {escape(report.title)}"]
    parts += [escape(note) for note in report.notes]
    parts += [f"## {escape(table.title)}\n\n{markdown_table(table)}" for table in report_tables(report)]
    lines = [f"- {escape(entry.name)}: {code(entry.result.signature)}" for entry in report.entries]
    parts.append("## Made from\n\n" + "\n".join(lines))
    return "\n\n".join(parts) + "\n"


def markdown_table(table: Table) -> str:
    r"""Return a table in pipes.

    >>> print(markdown_table(Table("", ("type", "n"), (("a|b *c*", "12"),))))
    | type | n |
    | --- | ---: |
    | a\|b \*c\* | 12 |
    """
    rule = ["---:" if place and table.is_numeric(place) else "---" for place in range(len(table.columns))]
    lines = [map(escape, table.columns), rule, *(map(_cell, row) for row in table.rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(cell: str) -> str:
    return cell if FIGURES.fullmatch(cell) and not cell.startswith("<") else escape(cell)


def escape(text: str) -> str:
    r"""Return a text on one line that Markdown shows as it is.

    >>> print(escape("<b>2 * 3</b>"))
    \<b\>2 \* 3\</b\>
    """
    return OPENING.sub(r"\1\\\2", MARKUP.sub(r"\\\1", one_line(text)))


def code(text: str) -> str:
    """Return a text as code, in more backquotes than it holds in a row.

    >>> code("data:a|seed:0"), code("a`b")
    ('`data:a|seed:0`', '`` a`b ``')
    """
    line = one_line(text)
    fence = "`" * (1 + max(map(len, re.findall("`+", line)), default=0))
    return f"{fence}{line}{fence}" if len(fence) == 1 else f"{fence} {line} {fence}"
