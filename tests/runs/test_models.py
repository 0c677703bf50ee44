"""Runs that ask a model: killed, replayed, capped, and with requests that fail."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from mwplab.catalogue import load
from mwplab.cli import app
from mwplab.errors import CapReached, ModelError
from mwplab.models.chat import ResponseCache
from mwplab.records import Result, Verdict
from mwplab.records.account import reasked, tally, total_usage
from mwplab.runs.crossvalidate import crossvalidate
from mwplab.runs.evaluate import evaluate
from mwplab.runs.reread import load_result
from mwplab.runs.usage import estimate
from tests.models.chat.scripted import Act, ScriptedServer, Seen, serving

STARTER = load("starter")
ANSWERS = {problem.text: str(problem.answers[0]).replace("(", "").replace(")", "") for problem in STARTER}
FILES = ("run.json", "problems.jsonl", "rows.jsonl", "usage.jsonl", "result.json")


def clever(seen: Seen, before: int) -> Act:
    """Know every answer, and say nothing of use about each seventh question."""
    asked = next(one["content"] for one in seen.body["messages"][::-1] if one["content"] in ANSWERS)
    number = sum(map(ord, asked)) % 7
    return Act(text="Let us see what" if number == 0 else f"The answer is {ANSWERS[asked]}.")


def spec(server: ScriptedServer, folder: Path, options: str = "") -> str:
    return (
        f"chat(base_url='{server.url}', model=m, cache='{folder / 'cache'}', retries=1, pause=0.001{options})"
    )


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in FILES}


@pytest.mark.slow
def test_a_killed_run_sends_no_request_twice_and_replays_with_the_server_off(tmp_path: Path) -> None:
    def script(seen: Seen, before: int) -> Act:
        act = clever(seen, before)
        return Act(text=act.text, delay=0.05)

    program = "import sys; from mwplab.cli import main; sys.argv[0] = 'mwp'; main()"
    with serving(script) as server:
        words = ["evaluate", spec(server, tmp_path, ", concurrency=4"), "starter", "--limit", "60"]
        run = [sys.executable, "-c", program, *words, "--out", str(tmp_path / "run")]
        process = subprocess.Popen(run, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while len(server.seen) < 25:
            assert process.poll() is None, "the run ended before it could be killed"
            assert time.monotonic() < deadline
            time.sleep(0.005)
        os.kill(process.pid, signal.SIGKILL)
        assert process.wait(timeout=30) == -signal.SIGKILL
        kept = len(ResponseCache(tmp_path / "cache"))
        sent = len(server.seen)
        assert 16 <= kept < 60
        assert subprocess.run(run, stdout=subprocess.DEVNULL, timeout=120).returncode == 0
        # What was under way when the kill came is asked once more, nothing else.
        assert len(server.seen) - sent == 60 - kept
        times = Counter(one.question for one in server.seen)
        assert sum(count > 1 for count in times.values()) <= 4
    replayed = spec(server, tmp_path, ", concurrency=9, offline=True")
    evaluate(replayed, "starter", limit=60, folder=tmp_path / "replayed")
    assert contents(tmp_path / "replayed") == contents(tmp_path / "run")
    with pytest.raises(ModelError, match=r"1 of \d+ requests are not in the cache"):
        evaluate(replayed, "starter", limit=61, folder=tmp_path / "more")


def test_no_row_is_lost_and_none_is_wrong_for_what_the_network_did(tmp_path: Path) -> None:
    rng = Random(5)
    faults = [Act(status=429), Act(status=503), Act(cut=0), Act(cut=150), Act(body=b"{"), Act(promised=9999)]
    dead = {problem.text for problem in STARTER.problems[:120:15]}

    def script(seen: Seen, before: int) -> Act:
        if seen.question in dead and mended is False:
            return Act(status=500)
        return rng.choice(faults) if rng.random() < 0.2 else clever(seen, before)

    mended = False
    with serving(script) as server:
        solver = spec(server, tmp_path, ", concurrency=32").replace("retries=1", "retries=9")
        first = evaluate(solver, "starter", limit=120, folder=tmp_path / "run")
        counts = tally(first.rows, "solution").verdicts
        unjudged = {row.problem.text for row in first.rows if row.verdicts["solution"] is Verdict.UNJUDGED}
        assert unjudged == dead
        assert (counts[Verdict.WRONG], counts[Verdict.NO_ANSWER]) == (0, 0)
        assert counts[Verdict.CORRECT] + counts[Verdict.UNREADABLE] == 112
        assert next(one for one in first.scores if one.name == "solution-accuracy").n == 112
        reason = next(row.reasons["solution"] for row in first.rows if row.problem.text in dead)
        assert reason == "the solver could not be asked: the server says 500: {} (10 tries)"
        # Taken up again, what could not be asked is asked, and nothing else.
        mended, sent = True, len(server.seen)
        second = evaluate(solver, "starter", limit=120, folder=tmp_path / "run")
        assert {one.question for one in server.seen[sent:]} == dead
    assert tally(second.rows, "solution").verdicts[Verdict.UNJUDGED] == 0
    straight = evaluate(solver, "starter", limit=120, folder=tmp_path / "straight")
    assert straight.scores == second.scores
    for name in ("run.json", "rows.jsonl", "result.json"):
        assert (tmp_path / "run" / name).read_bytes() == (tmp_path / "straight" / name).read_bytes()


def test_a_run_stops_at_its_cap_and_goes_on_when_it_is_raised(tmp_path: Path) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text('currency = "EUR"\n[models.m]\ninput = 1000.0\noutput = 10000.0\n')
    with serving(clever) as server:

        def capped(cap: float) -> str:
            return spec(server, tmp_path, f", prices='{prices}', cap={cap}, concurrency=5")

        before = estimate(capped(3.0), lambda: evaluate(capped(3.0), "starter", limit=60))
        assert before is not None
        assert (before.requests, before.cached, before.currency) == (60, 0, "EUR")
        for cap, replies in ((3.0, 25), (3.0, 25), (5.0, 42)):
            with pytest.raises(CapReached, match=f"the cap of {cap:g} EUR is reached"):
                evaluate(capped(cap), "starter", limit=60, folder=tmp_path / "run")
            assert len(server.seen) == replies
        result = evaluate(capped(50.0), "starter", limit=60, folder=tmp_path / "run")
        assert len(server.seen) == 60
    assert total_usage(result.rows).cost == pytest.approx(60 * 0.12)
    assert "cap" not in result.signature


def test_the_table_tells_unreadable_from_wrong_and_says_what_it_cost(tmp_path: Path) -> None:
    with serving(clever) as server:
        words = ["evaluate", spec(server, tmp_path, ", reask=1"), "starter", "--limit", "40"]
        shown = CliRunner().invoke(app, words, catch_exceptions=False).output.splitlines()
        again = CliRunner().invoke(app, [*words, "--json"], catch_exceptions=False).output.splitlines()
        told = CliRunner().invoke(app, [*words, "--estimate"], catch_exceptions=False).output
    unreadable = sum(sum(map(ord, problem.text)) % 7 == 0 for problem in STARTER.problems[:40])
    assert " ".join(shown[0].split()) == "judge correct wrong no answer unreadable unjudged"
    assert shown[1].split() == ["solution", str(40 - unreadable), "0", "0", str(unreadable), "0"]
    assert " ".join(shown[3].split()) == "tokens in tokens out re-asked seconds"
    cells = shown[4].split()
    assert int(cells[0].replace(",", "")) == 40 * (40 + unreadable)
    assert cells[2] == str(unreadable)
    records = {(one["score"], one["slice"]): one["value"] for one in map(json.loads, again)}
    assert records["tokens-in", ""] == 40 * (40 + unreadable)
    assert records["reasked", ""] == unreadable
    assert records["solution-unreadable", ""] == unreadable / 40
    sent = 40 + unreadable  # what was asked again is known from the cache
    assert told.startswith(f"{sent} requests, {sent} of them in the cache; about 0 tokens in")


def test_asking_again_is_counted_over_all_rows(tmp_path: Path) -> None:
    with serving(clever) as server:
        result = evaluate(spec(server, tmp_path, ", reask=2"), "starter", limit=20)
    assert reasked(result.rows) == 2 * sum(sum(map(ord, one.text)) % 7 == 0 for one in STARTER.problems[:20])


def test_a_solver_that_asks_nobody_has_no_estimate() -> None:
    assert estimate("majority", lambda: pytest.fail("was run")) is None
    done = CliRunner().invoke(app, ["evaluate", "majority", "starter", "--estimate"])
    assert done.exit_code == 2
    assert "asks no model" in done.output


def test_folds_give_the_examples_of_a_prompt(tmp_path: Path) -> None:
    with serving(clever) as server:
        solver = spec(server, tmp_path, ", shots=2, concurrency=32")
        result = crossvalidate(solver, "starter[grade<=2]", folds=2)
        shown = {message["content"] for one in server.seen for message in one.body["messages"][1:-1:2]}
    assert len(shown) == 4
    assert "prompt='chain-of-thought@1#" in result.signature
    tested = {row.problem.text for row in result.rows}
    assert shown <= tested


def test_one_cap_holds_for_all_folds_and_repeats_and_is_taken_up(tmp_path: Path) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text('currency = "EUR"\n[models.m]\ninput = 1000.0\noutput = 10000.0\n')
    with serving(clever) as server:

        def run(cap: float) -> Result:
            solver = spec(server, tmp_path, f", prices='{prices}', cap={cap}, concurrency=4, shots=1")
            return crossvalidate(solver, "starter", folds=4, limit=40, repeats=2, folder=tmp_path / "run")

        for cap, replies in ((3.6, 30), (3.6, 30), (6.0, 50)):
            with pytest.raises(CapReached):
                run(cap)
            assert len(server.seen) == replies
        result = run(50.0)
    assert total_usage(result.rows).cost == pytest.approx(80 * 0.12)
    # Read back, every row of every repeat has its own cost.
    assert total_usage(load_result(tmp_path / "run").rows) == total_usage(result.rows)


def test_what_folds_and_repeats_will_cost_is_told_to_the_request(tmp_path: Path) -> None:
    with serving(clever) as server:
        options = ", shots=1, samples=2, temperature=0.5"
        words = ["evaluate", spec(server, tmp_path, options), "starter", "--limit", "20", "--make-folds", "2"]
        told = CliRunner().invoke(app, [*words, "--estimate", "--json"], catch_exceptions=False).output
        assert not server.seen
        CliRunner().invoke(app, words, catch_exceptions=False)
    assert json.loads(told)["requests"] == len(server.seen) == 40


def test_a_key_is_in_no_file_and_no_word_that_a_run_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = "sk-live/Ab9+very=secret"
    monkeypatch.setenv("MY_KEY", secret)
    escaped = "".join(f"\\u{ord(sign):04X}" for sign in secret)
    echoes = [
        Act(status=500, body=json.dumps({"error": {"message": f"bad key {secret}"}}).encode()),
        Act(status=400, body=f"<html>{secret}</html>".encode()),
        Act(status=400, body=f'{{"error": "key {escaped}"}}'.encode()),
        Act(status=429, headers=(("x-key", secret),), body=secret.encode()),
        Act(body=secret.encode()),
        Act(text=f"Your key is {secret}, and the answer is 7."),
        Act(text="The answer is 7.", usage={"prompt_tokens": secret}),
        Act(text=secret.replace("/", "\\/")),
    ]
    with serving(lambda seen, before: echoes[sum(map(ord, seen.question)) % len(echoes)]) as server:
        solver = spec(server, tmp_path, ", key=MY_KEY, reask=1")
        out, said = tmp_path / "run", []
        for words in (
            ["evaluate", solver, "starter", "--limit", "40", "--out", str(out)],
            ["evaluate", solver, "starter", "--limit", "40", "--out", str(out), "--json"],
            ["report", str(out), "--out", str(tmp_path / "report.html")],
            ["probe", solver, "starter", "--limit", "6", "--html", str(tmp_path / "probe.html")],
        ):
            done = CliRunner().invoke(app, words)
            assert done.exit_code == 0, done.output
            said.append(done.output)
        assert {one.headers["authorization"] for one in server.seen} == {f"Bearer {secret}"}
    with (
        serving(lambda seen, before: Act(status=401, body=secret.encode())) as server,
        pytest.raises(ModelError, match="MY_KEY holds the key that was sent") as caught,
    ):
        evaluate(spec(server, tmp_path, ", key=MY_KEY"), "starter", limit=2)
    written = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert len(written) > 20
    for text in (*written, *(one.encode() for one in (*said, str(caught.value)))):
        for form in (secret, secret.replace("/", "\\/"), escaped, escaped.lower()):
            assert form.encode() not in text
