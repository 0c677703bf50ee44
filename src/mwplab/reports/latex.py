r"""A report as LaTeX tables to be ``\input`` into a paper; no text becomes a command."""

from __future__ import annotations

import re

from mwplab.equations.latex import escape as escape_special
from mwplab.reports.report import Report
from mwplab.reports.tables import FIGURES, Table, report_tables

HEAD = r"% Needs \usepackage{booktabs,graphicx}; scripts other than Latin need LuaLaTeX or XeLaTeX."
"""What stands above the tables."""

_LETTERS = {
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\char34{}",
    "`": r"\char96{}",
}


def report_latex(report: Report) -> str:
    """Return the tables of a report, and at their end what they were made from."""
    tables = [latex_table(table, f"{report.title}: {table.title}.") for table in report_tables(report)]
    lines = [f"{entry.name}: {entry.result.signature}" for entry in report.entries]
    made_from = [rf"{{\footnotesize\raggedright Made from {_breakable(line)}\par}}" for line in lines]
    return "\n\n".join([HEAD, *map(escape, report.notes), *tables, *made_from]) + "\n"


def latex_table(table: Table, caption: str) -> str:
    r"""Return a table with the rules of booktabs, made smaller where the page is too narrow for it.

    >>> print(latex_table(Table("", ("type", "n"), (("50% off", "12"),)), "By type."))
    \begin{table}[htbp]
      \centering
      \caption{By type.}
      \resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%
      \begin{tabular}{lr}
        \toprule
        type & n \\
        \midrule
        50\% off & 12 \\
        \bottomrule
      \end{tabular}}
    \end{table}
    """
    sides = "".join("r" if place and table.is_numeric(place) else "l" for place in range(len(table.columns)))
    lines = [
        r"\begin{table}[htbp]",
        r"  \centering",
        rf"  \caption{{{escape(caption)}}}",
        r"  \resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%",
        rf"  \begin{{tabular}}{{{sides}}}",
        r"    \toprule",
        _line(table.columns),
        r"    \midrule",
        *map(_line, table.rows),
        r"    \bottomrule",
        r"  \end{tabular}}",
        r"\end{table}",
    ]
    return "\n".join(lines)


def _line(cells: tuple[str, ...]) -> str:
    text = " & ".join(map(_cell, cells))
    # A bracket or an asterisk at the start would be an option of the line break or rule before it.
    return f"    {'{}' if text.startswith(('[', '*')) else ''}{text} \\\\"


def _cell(cell: str) -> str:
    if FIGURES.fullmatch(cell) and any(sign in cell for sign in "-+<"):
        return f"${cell.replace(' [', '~[')}$"
    return escape(cell)


def escape(text: str) -> str:
    r"""Return a text on one line so that LaTeX prints it letter by letter.

    >>> print(escape(r"\input{a} -- <50%>"))
    \textbackslash{}input\{a\} -{}- \textless{}50\%\textgreater{}
    """
    plain = (letter if letter.isprintable() else "?" for letter in " ".join(text.split()))
    escaped = "".join(_LETTERS.get(letter) or escape_special(letter) for letter in plain)
    return re.sub(r"([-'])(?=\1)", r"\1{}", escaped)


def _breakable(line: str) -> str:
    return escape(line).replace(r"\textbar{}", r"\textbar{}\allowbreak{}")
