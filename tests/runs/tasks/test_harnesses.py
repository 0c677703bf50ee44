"""Exported tasks run by the real harnesses with a real small model, and their logs judged here.

The harnesses live in an environment of their own, since their pins and ours do not go together:

    python -m venv harnesses
    harnesses/bin/pip install 'lm_eval[api]' inspect_ai openai
    MWPLAB_HARNESSES=harnesses pytest --slow tests/runs/tasks/test_harnesses.py

With ``--refresh-golden`` the logs in ``logs/`` beside this file, which other tests read, are made anew: by
lm_eval the problems of grade 1 after two examples, by inspect the first of each type, asked to think step by
step.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mwplab.catalogue import load
from mwplab.runs.predictions.judging import judge_predictions
from mwplab.runs.tasks.folders import write_task
from mwplab.runs.tasks.harness import Harness
from tests.models.chat.smollm2 import SERVER, model_file

if TYPE_CHECKING:
    from tests.conftest import Golden

LOGS = Path(__file__).parent / "logs"
STARTER = load("starter")
KEPT = {
    Harness.LM_EVAL: (STARTER.select(lambda problem: problem.grade == 1, "grade(1)"), "direct"),
    Harness.INSPECT: (STARTER.derive(STARTER.problems[::15], "every(15)"), "chain-of-thought"),
}
"""The problems of the logs that are kept, and how they are asked."""

FEW = STARTER.derive(STARTER.problems[::90], "every(90)")

pytestmark = pytest.mark.slow


def program(name: str) -> Path:
    """Return a harness's program, of the environment that is named or of this one."""
    named = os.environ.get("MWPLAB_HARNESSES")
    folder = Path(named) / "bin" if named else Path(sys.executable).parent
    if not (folder / name).is_file():
        pytest.skip(f"there is no {name} here; name an environment that has it in MWPLAB_HARNESSES")
    return (folder / name).absolute()


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of llama.cpp's server with the small model; started only where a harness is."""
    model = model_file()
    # By its name alone, since the server calls the model by the path it is given, and logs repeat that.
    run = [sys.executable, "-c", SERVER, model.name]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(run, cwd=model.parent, text=True, **pipes) as process:  # type: ignore[call-overload]
        yield process.stdout.readline().strip() + "/v1"
        process.communicate(timeout=30)


def run(folder: Path, *words: str, **variables: str) -> None:
    done = subprocess.run(
        words, cwd=folder, env={**os.environ, **variables}, capture_output=True, text=True, timeout=1200
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]


def run_lm_eval(lm_eval: Path, server: str, folder: Path) -> Path:
    address = f"model=smollm2,base_url={server}/chat/completions,num_concurrent=2"
    words = ["--include_path", "task", "--tasks", "starter", "--model", "local-chat-completions"]
    words += ["--model_args", address, "--apply_chat_template", "--log_samples", "--output_path", "logs"]
    words += ["--num_fewshot", "2"]
    run(folder, str(lm_eval), *words, HF_HUB_OFFLINE="1", OPENAI_API_KEY="none")
    (log,) = folder.glob("logs/**/samples_*.jsonl")
    return log


def run_inspect(inspect: Path, server: str, folder: Path) -> Path:
    words = ["eval", "task/task.py", "--model", "openai-api/local/smollm2", "--log-dir", "logs"]
    words += ["--max-connections", "2", "--display", "plain"]
    run(folder, str(inspect), *words, LOCAL_BASE_URL=server, LOCAL_API_KEY="none")
    (log,) = folder.glob("logs/*.eval")
    return log


@pytest.mark.parametrize(
    ("name", "harness", "runs", "kept"),
    [
        ("lm_eval", Harness.LM_EVAL, run_lm_eval, "samples_starter.jsonl"),
        ("inspect", Harness.INSPECT, run_inspect, "starter.eval"),
    ],
)
def test_a_real_harness_runs_the_task_and_its_log_comes_back(
    name: str,
    harness: Harness,
    runs: object,
    kept: str,
    tmp_path: Path,
    golden: Golden,
    request: pytest.FixtureRequest,
) -> None:
    found = program(name)
    dataset, prompt = KEPT[harness] if golden.refresh else (FEW, "direct")
    write_task(dataset, harness, tmp_path / "task", prompt=prompt)
    log = runs(found, request.getfixturevalue("server"), tmp_path)  # type: ignore[operator]
    judged = judge_predictions(log, dataset)
    assert (judged.lines, judged.unmatched, judged.missing) == (len(dataset), (), ())
    (claims,) = judged.theirs
    assert (claims.metric, len(claims.claims)) == ("numeric_match", len(dataset))
    assert not claims.differing
    assert all(row.prediction.samples for row in judged.result.rows)
    if golden.refresh:
        LOGS.mkdir(exist_ok=True)
        shutil.copyfile(log, LOGS / kept)
