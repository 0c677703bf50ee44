"""Several results at once: every two of them, or each and the first, corrected for their number."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mwplab.cli import app
from mwplab.errors import RecordError
from mwplab.records import Prediction, Problem, Result, Row, Usage, Verdict
from mwplab.reports.markdown import report_markdown
from mwplab.reports.result_html import report_page
from mwplab.runs.contrasts import compare_all, name_results, short_names
from mwplab.runs.evaluate import evaluate
from mwplab.runs.report import make_report
from mwplab.statistics import holm, mcnemar

LETTERS = {"+": Verdict.CORRECT, "-": Verdict.WRONG, "?": Verdict.UNREADABLE, "0": Verdict.UNJUDGED}
RUNS = {"one": "++++++++++++", "two": "+++++-------", "three": "++++++--??00"}


def result(name: str, pattern: str) -> Result:
    rows = tuple(
        Row(
            problem=Problem(id=f"a/{place}"),
            prediction=Prediction(
                problem=f"a/{place}", usage=Usage(seconds=0.5, tokens_in=10, tokens_out=2, cost=0.25)
            ),
            verdicts={"solution": LETTERS[sign]},
        )
        for place, sign in enumerate(pattern)
    )
    return Result(signature=f"data:a#1|solver:{name}|judge:solution|seed:0|version:1", rows=rows)


@pytest.fixture(scope="module")
def results() -> dict[str, Result]:
    return {name: result(name, pattern) for name, pattern in RUNS.items()}


def test_p_values_are_corrected_for_all_pairs(results: dict[str, Result]) -> None:
    found = compare_all(results).pairs
    assert [(one.first, one.second) for one in found] == [("one", "two"), ("one", "three"), ("two", "three")]
    contests = [one.compared.contests[0] for one in found]
    # Whoever was not judged is left out of the pair; unreadable counts as not correct.
    assert [contest.first.n for contest in contests] == [12, 10, 10]
    plain = [mcnemar(7, 0), mcnemar(4, 0), mcnemar(0, 1)]
    assert [contest.comparison.p_value for contest in contests] == pytest.approx(plain)
    assert [contest.adjusted for contest in contests] == pytest.approx(holm(plain))


def test_with_the_first_there_are_fewer_pairs_and_less_to_correct(results: dict[str, Result]) -> None:
    found = compare_all(results, with_first=True).pairs
    assert [(one.first, one.second) for one in found] == [("one", "two"), ("one", "three")]
    assert found[0].compared.contests[0].adjusted == pytest.approx(2 * mcnemar(7, 0))


def test_one_pair_has_nothing_to_be_corrected_for(results: dict[str, Result]) -> None:
    (pair,) = compare_all({name: results[name] for name in ("one", "two")}).pairs
    assert pair.compared.contests[0].adjusted is None


def test_two_that_cannot_be_compared_are_named(results: dict[str, Result]) -> None:
    row = Row(problem=Problem(id="b/1"), prediction=Prediction(problem="b/1"))
    moved = Result(signature="data:b#1|solver:other|judge:solution", rows=(row,))
    found = compare_all({"one": results["one"], "two": results["two"], "other": moved})
    assert len(found.pairs) == 1
    assert found.refused[0].startswith("one and other are not compared: the two results have no problem")


def test_every_form_has_verdicts_apart_and_what_each_took(results: dict[str, Result]) -> None:
    report = make_report(results)
    assert all(one.adjusted is not None for one in report.differences)
    for text, cell in ((report_markdown(report), "| {} |"), (report_page(report), "{}</td>")):
        for word in ("p (Holm)", "unreadable", "unjudged", "tokens in", "tokens out", "seconds", "cost"):
            assert word in text
        assert cell.format("360") in text, "tokens of all runs together"
    assert "| three | solution | 6 | 2 | 0 | 2 | 2 |" in report_markdown(report)
    assert "| all | 360 | 72 | 18.0 | 9 |" in report_markdown(report)


def test_names_keep_what_tells_solvers_apart(results: dict[str, Result]) -> None:
    assert short_names(["chat(model=a, seed=0)", "chat(model=b, seed=0, shots=2)"]) == [
        "chat(model=a)",
        "chat(model=b, shots=2)",
    ]
    assert short_names(["file my log.jsonl#1", "nearest"]) == ["file my log.jsonl#1", "nearest"]
    with pytest.raises(RecordError, match="given twice"):
        name_results([Path("a"), Path("a")], [results["one"], results["one"]])


def test_compare_takes_any_number_of_runs(tmp_path: Path) -> None:
    places = []
    for solver in ("nearest", "majority", "random"):
        places.append(str(tmp_path / solver))
        evaluate(solver, "starter[grade=1]", train=["starter[grade=2]"], folder=tmp_path / solver)
    words = ["compare", *places, "--by", "type", "--rows", "1"]
    shown = CliRunner().invoke(app, words, catch_exceptions=False).output
    assert " ".join(shown.split("\n")[0].split()) == "run judge correct wrong no answer unreadable unjudged"
    assert "nearest" in shown
    assert "random(seed=0)" in shown
    lines = CliRunner().invoke(app, [*words, "--json"], catch_exceptions=False).stdout.splitlines()
    records = [json.loads(line) for line in lines]
    contests = [one for one in records if "p" in one and not one["slice"]]
    assert [one["p_adjusted"] for one in contests] == pytest.approx(holm([one["p"] for one in contests]))
    assert [one["run"] for one in records if "counts" in one] == ["nearest", "majority", "random(seed=0)"]
    alone = CliRunner().invoke(app, ["compare", places[0]])
    assert (alone.exit_code, "one run cannot be compared" in alone.output) == (2, True)
    thrice = CliRunner().invoke(app, ["compare", *places, "--variants"])
    assert (thrice.exit_code, "--variants takes two runs" in thrice.output) == (2, True)
