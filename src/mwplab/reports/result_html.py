"""One self-contained page about results: scores, comparisons, break-downs, and every row side by side."""

from __future__ import annotations

from mwplab.reports.attention import example_looks
from mwplab.reports.charts import accuracy_chart, breakdown_chart, difference_charts
from mwplab.reports.pages import page_part, render_page, script_json, script_source
from mwplab.reports.report import Report
from mwplab.reports.side_by_side import page_data
from mwplab.reports.tables import breakdown_table, breakdowns, difference_tables, outcome_tables, score_table


def report_page(report: Report) -> str:
    """Return the page; it needs no network, and its policy lets no script run but its own."""
    script = page_part("result.js")
    parts = breakdowns(report)
    return render_page(
        "result.html",
        report=report,
        scores=score_table(report),
        whole=accuracy_chart(report),
        differences=difference_tables(report),
        contrasts=difference_charts(report),
        breakdowns=[(breakdown_chart(one), breakdown_table(one, report)) for one in parts],
        outcomes=outcome_tables(report),
        looks=[
            (entry.name, look)
            for entry in report.entries
            for look in example_looks(entry.result.rows, next(iter(report.judges), ""))
        ],
        data=script_json(page_data(report)),
        script=script,
        script_source=script_source(script),
    )
