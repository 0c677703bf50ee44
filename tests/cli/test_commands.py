"""Commands as users type them."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mwplab.catalogue import load
from mwplab.cli import app, main
from mwplab.records import Form, read_jsonl
from mwplab.runs.tasks.harness import Harness

GOLDEN = Path(__file__).parent.parent / "golden"


def run(*words: str) -> str:
    result = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def lines(*words: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in run(*words, "--json").splitlines()]


def fail(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    monkeypatch.setattr(sys, "argv", ["mwp", *words])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 1
    output = capsys.readouterr()
    assert output.out == ""
    return output.err


SHOWN = ["starter/sequential-operation-01", "starter/comparison-04", "starter/ratio-08", "starter"]


@pytest.mark.parametrize("name", SHOWN)
def test_show_draws_what_the_golden_file_has(name: str, golden: object) -> None:
    golden.check(f"show-{name.replace('/', '-')}.txt", run("show", name))  # type: ignore[attr-defined]


HELP = [
    (),
    ("list",),
    ("show",),
    ("data", "get"),
    ("check",),
    ("measure",),
    ("curate",),
    ("split",),
    ("admit",),
    ("mix",),
    ("export",),
    ("reproduce",),
    ("demo",),
    ("evaluate",),
    ("compare",),
    ("align",),
    ("report",),
    ("judge",),
    ("reconcile",),
    ("perturb",),
    ("train",),
    ("tune",),
    ("solve",),
    ("probe",),
]


@pytest.mark.parametrize("command", HELP, ids=lambda command: "-".join(command) or "mwp")
def test_help_reads_as_the_golden_file_and_ends_in_an_example(
    command: tuple[str, ...], golden: object
) -> None:
    shown = run(*command, "--help")
    if command:
        assert shown.rstrip().splitlines()[-1].startswith("  Example: mwp ")
    golden.check(f"help-{'-'.join(command) or 'mwp'}.txt", shown)  # type: ignore[attr-defined]


def test_list_names_every_dataset_with_its_size() -> None:
    records = {record["dataset"]: record for record in lines("list", "datasets")}
    assert records["starter"]["problems"] == 360
    assert records["starter"]["here"] == "yes"
    assert "svamp" in records
    assert "starter" in run("list")


def test_show_prints_a_problem_as_json() -> None:
    (record,) = lines("show", "starter/addition-01")
    assert record["id"] == "starter/addition-01"


def test_check_prints_findings_as_json_with_the_fields_promised(tmp_path: Path) -> None:
    path = tmp_path / "wrong.jsonl"
    text = "Ann has 2 hats and buys 3. How many hats has she?"
    path.write_text(json.dumps({"text": text, "equations": "x = q0 + q1", "answer": "6 hats"}) + "\n")
    (record,) = lines("check", str(path))
    assert record == {
        "problem": "wrong/1",
        "kind": "answer",
        "message": "the equation x = 2 + 3 gives 5, the answer is 6 (hats)",
        "expected": "6 (hats)",
        "found": "5",
        "error_class": "incorrect formula",
    }


def test_check_drafts_repairs_that_read_back(tmp_path: Path) -> None:
    path = tmp_path / "wrong.jsonl"
    text = "Ann has 2 hats and buys 3. How many hats has she?"
    path.write_text(json.dumps({"text": text, "equations": "x = q0 + q1", "answer": "6 hats"}) + "\n")
    run("check", str(path), "--repairs", str(tmp_path / "repairs.toml"))
    repairs = tomllib.loads((tmp_path / "repairs.toml").read_text())
    assert repairs == {
        "1": {"answers": "5", "reason": "the equation x = 2 + 3 gives 5, the answer is 6 (hats)"}
    }


def test_check_sums_up_for_people() -> None:
    shown = run("check", "starter", "--limit", "20")
    assert "20 problems checked" in shown
    assert "unmatched-number" in shown


def test_split_writes_a_file_that_loads_with_its_folds(tmp_path: Path) -> None:
    out = tmp_path / "folds.jsonl"
    records = lines("split", "starter", "--folds", "3", "--by", "type", "--seed", "4", "--out", str(out))
    assert [record["problems"] for record in records] == [240, 120] * 3
    assert read_jsonl(out).folds == ("fold0", "fold1", "fold2")
    assert len(load(out)) == 360


def test_split_holds_out_a_share() -> None:
    assert [record["problems"] for record in lines("split", "starter", "--test", "0.25")] == [270, 90]


@pytest.mark.parametrize("form", [*Form, *Harness])
def test_export_writes_every_form(form: str, tmp_path: Path) -> None:
    out = tmp_path / f"starter.{form}"
    assert "360 problems of starter@1.0" in run("export", "starter", "--as", form, "--out", str(out))
    assert out.exists()


def test_export_of_a_task_says_how_it_is_asked_and_run(tmp_path: Path) -> None:
    words = ("export", "starter", "--as", "lm-eval", "--prompt", "direct", "--limit", "5")
    shown = run(*words, "--out", str(tmp_path / "task"))
    assert "5 problems of starter@1.0, asked by direct@" in shown
    assert f"lm_eval --include_path {tmp_path / 'task'} --tasks starter " in shown


def test_reproduce_prints_cells_with_the_fields_promised() -> None:
    records = lines("reproduce", "svamp.table9")
    assert {"table", "row", "column", "paper", "status", "note"} <= set(records[0])
    assert {record["table"] for record in records} == {"svamp.table9"}


def test_demo_ends_in_a_report(tmp_path: Path) -> None:
    shown = run("demo", "--out", str(tmp_path))
    assert "the same content" in shown
    page = (tmp_path / "report.html").read_text()
    assert page.count("<article>") == 360
    assert "http" not in page.replace("http://www.w3.org", "").replace("https://matplotlib.org", "").replace(
        "http://purl.org", ""
    ).replace("http://creativecommons.org", "")


FAILURES = [
    (("show", "svmap"), "mwp: no dataset named 'svmap'; did you mean 'svamp'?"),
    (("show", "starter/none-99"), "mwp: no problem named 'none-99'"),
    (("check", "absent.jsonl"), "mwp: there is no file 'absent.jsonl'"),
    (("split", "starter", "--folds", "999"), "mwp: starter@1.0 has 360 problems; 999 folds cannot be made"),
    (("split", "starter", "--test", "2"), "mwp: a test share of 2.0 leaves one part empty"),
    (("data", "get", "starter"), "mwp: starter@1.0 ships inside the package; there is nothing to get"),
    (("data", "get", "svamp", "--from", "nowhere"), "mwp: there is no folder 'nowhere'"),
    (
        ("reproduce", "svamp.table99"),
        "mwp: no paper or table named 'svamp.table99'; did you mean 'svamp.table9'?",
    ),
    (
        ("check", "starter[grad=1]"),
        "mwp: no field of starter/addition-01 named 'grad'; did you mean 'grade'?",
    ),
]


@pytest.mark.parametrize(
    ("words", "message"), FAILURES, ids=lambda value: " ".join(value) if isinstance(value, tuple) else None
)
def test_a_failure_is_one_clear_line_and_status_1(
    words: tuple[str, ...],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    error = fail(monkeypatch, capsys, *words)
    assert error.startswith(message)
    assert error.count("\n") == 1


def test_wrong_usage_is_status_2() -> None:
    assert CliRunner().invoke(app, ["split"]).exit_code == 2
    assert CliRunner().invoke(app, ["export", "starter", "--as", "pdf"]).exit_code == 2


def test_the_command_is_installed_and_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -c 'from mwplab.cli import main; main()' list --json | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True, timeout=60)
    assert json.loads(done.stdout)["dataset"]
    assert "Traceback" not in done.stderr
