"""``mwp align`` as users type it, without its screen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from mwplab.annotate import Log, Mode
from mwplab.cli import align
from mwplab.equations import induce, parse
from mwplab.records import read_jsonl, write_jsonl
from tests.annotate.problems import hats, said

FIRST, SECOND = "x = q1 + q2", "x = q0 + q2"

app = typer.Typer()
app.command("align")(align.run)


def invoke(*words: str) -> Result:
    return CliRunner().invoke(app, list(words), catch_exceptions=False)


def run(*words: str) -> str:
    result = invoke(*words)
    assert result.exit_code == 0, result.output
    return result.stdout


def records(*words: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in run(*words, "--json").splitlines()]


@pytest.fixture
def name(tmp_path: Path) -> str:
    write_jsonl(hats(3), tmp_path / "hats.jsonl")
    return str(tmp_path / "hats.jsonl")


@pytest.fixture
def decisions(tmp_path: Path) -> list[str]:
    log = Log(tmp_path / "ann.jsonl")
    for number, text in enumerate((FIRST, FIRST, SECOND), 1):
        log.append(said(f"hats/{number}", "ann", text, seconds=50.0))
    log.append(said("hats/1", "ann", FIRST, seconds=200.0, mode=Mode.CONTROL))
    other = Log(tmp_path / "bo.jsonl")
    for number, text in enumerate((FIRST, SECOND, SECOND), 1):
        other.append(said(f"hats/{number}", "bo", text, seconds=50.0))
    return [str(log.path), str(other.path)]


def test_the_list_has_one_record_for_each_problem() -> None:
    found = records("starter", "--list")
    assert len(found) == 360
    assert {one["status"] for one in found} == {"settled", "queue"}
    assert all(len(one["candidates"]) == 1 for one in found if one["status"] == "settled")  # type: ignore[arg-type]
    waiting = [one for one in found if one["status"] == "queue"]
    assert waiting
    assert all(len(one["candidates"]) > 1 for one in waiting)  # type: ignore[arg-type]
    assert set(waiting[0]) == {"problem", "status", "ways", "candidates", "note"}


def test_the_list_for_people_shows_the_likeliest_candidate(name: str) -> None:
    shown = run(name, "--list")
    assert "x = 5(q1) + 2(q2)" in shown
    assert "hats: 0 settled by machine, 3 in the queue, 0 left" in shown


def test_agreement_prints_figures_disputes_and_times(name: str, decisions: list[str]) -> None:
    found = records(name, "--agreement", *decisions)
    alignment, equivalents, both, dispute, queue_time, control_time, saved = found
    assert alignment["agreement"] == "alignment"
    assert alignment["raw"][0] == pytest.approx(2 / 3)  # type: ignore[index]
    # Agreed 2 of 3; by chance (2 * 1 + 1 * 2) / 9.
    assert alignment["kappa"][0] == pytest.approx((2 / 3 - 4 / 9) / (5 / 9))  # type: ignore[index]
    assert equivalents["kappa"] is None
    assert both["problems"] == 3
    assert dispute == {
        "dispute": "hats/2",
        "over": "alignment",
        "said": {"ann (queue)": FIRST, "bo (queue)": SECOND},
    }
    assert (queue_time["time"], queue_time["items"], queue_time["mean"]) == ("queue", 6, 50.0)
    assert (control_time["time"], control_time["interval"]) == ("control", None)
    assert saved == {"time_saved": 4.0}
    shown = run(name, "--agreement", *decisions)
    assert "hats/2" in shown
    assert "takes 4.0 times as long" in shown


def test_apply_writes_a_dataset_with_its_recipe(name: str, decisions: list[str], tmp_path: Path) -> None:
    out = tmp_path / "made.jsonl"
    assert "decided=2, disputed=1" in run(name, "--apply", *decisions, "--out", str(out))
    made = read_jsonl(out)
    assert made["1"].derivation == induce(parse(FIRST))
    assert made["2"].derivation is None
    assert made.recipe.steps == ("align(annotators=2, decided=2, disputed=1, settled=0)",)


def test_relevance_writes_training_data(tmp_path: Path) -> None:
    out = tmp_path / "needed.jsonl"
    assert "of 360 problems" in run("starter", "--relevance", "--out", str(out))
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert all(len(row["needed"]) == len(row["quantities"]) for row in rows)
    assert any(not all(row["needed"]) for row in rows)


USAGE = [
    ("--list", "--control"),
    ("--agreement",),
    ("--apply", "--out", "made.jsonl"),
    ("--annotator", "ann"),
    ("--out", "decisions.jsonl"),
    ("--relevance",),
]


@pytest.mark.parametrize("words", USAGE, ids=" ".join)
def test_wrong_usage_is_status_2_and_writes_nothing(
    words: tuple[str, ...], name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    assert invoke(name, *words).exit_code == 2
    assert sorted(tmp_path.iterdir()) == before
