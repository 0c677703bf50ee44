"""The battery on a language model: what it knows by heart, what it costs, killed, failing, capped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mwplab.catalogue import load
from mwplab.cli import app
from mwplab.errors import CapReached
from mwplab.records import Verdict
from mwplab.records.account import tally
from mwplab.reports.battery import Battery, battery_markdown, battery_runs
from mwplab.reports.battery_views import battery_page
from mwplab.runs.probe import probe, probes
from mwplab.runs.probe.continuing import beginnings, continuation_prompt, words_of
from mwplab.runs.reread import load_result
from tests.models.chat.scripted import Act, ScriptedServer, Seen, serving
from tests.runs.test_models import ANSWERS, STARTER

LIMIT = 24
GOES_ON = continuation_prompt().system


def spec(server: ScriptedServer, folder: Path, options: str = "") -> str:
    cache = folder / "cache"
    return f"chat(base_url='{server.url}', model=m, cache='{cache}', retries=0, pause=0.001{options})"


def parrot(seen: Seen, before: int) -> Act:
    """Know every text and every answer of the corpus, and nothing else."""
    if seen.body["messages"][0]["content"] != GOES_ON:
        return Act(text=f"The answer is {ANSWERS.get(seen.question, '1234567')}.")
    known = next((one.text for one in STARTER if one.text.startswith(seen.question)), None)
    return Act(text="of something else" if known is None else known[len(seen.question) :])


def stranger(seen: Seen, before: int) -> Act:
    """Answer as before, but know no text."""
    goes_on = seen.body["messages"][0]["content"] == GOES_ON
    return Act(text="and then some more. How many?") if goes_on else parrot(seen, before)


def test_who_knows_the_texts_repeats_them_and_not_those_with_other_numbers(tmp_path: Path) -> None:
    with serving(parrot) as server:
        battery = probe(spec(server, tmp_path), "starter", limit=LIMIT, only=["continuation"])
    (section,) = battery.sections
    assert {score.slice: score.value for score in section.scores} == {"original": 1.0, "other numbers": 0.0}
    assert section.sentences[2].startswith("That is a sign")
    assert "hint and no proof" in section.sentences[3]
    (difference,) = section.differences
    assert difference.comparison.p_value < 0.001
    begun = [one.question for one in server.seen if one.body["messages"][0]["content"] == GOES_ON]
    whole = {text: next((one.text for one in STARTER if one.text.startswith(text)), None) for text in begun}
    assert sum(text is not None for text in whole.values()) == len(begun) / 2
    for text, found in whole.items():
        assert len(words_of(text)) >= 6
        assert found is None or len(words_of(text)) <= len(words_of(found)) / 2


def test_who_does_not_know_them_gives_no_sign(tmp_path: Path) -> None:
    with serving(stranger) as server:
        battery = probe(spec(server, tmp_path), "starter", limit=LIMIT, only=["continuation"])
    assert battery.sections[0].sentences[2] == "There is no sign that these texts were read in training."


def test_a_beginning_keeps_its_rest_from_the_model() -> None:
    problem = load("starter").problems[0]
    cut = beginnings(load("starter"), {problem.id: 7}, "beginnings").problems
    (made,) = cut
    assert problem.text == f"{made.text} {made.extra['rest']}".replace(" .", ".")
    assert len(words_of(made.text)) == 7
    assert str(made.extra["rest"]) not in made.as_question().text
    assert not made.answers


def test_the_whole_battery_runs_counts_what_it_takes_and_asks_nothing_twice(tmp_path: Path) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text('currency = "EUR"\n[models.m]\ninput = 1000.0\noutput = 10000.0\n')
    failing = {one.text for one in STARTER.problems[:LIMIT:8]}

    def script(seen: Seen, before: int) -> Act:
        return Act(status=500) if broken and seen.question in failing else parrot(seen, before)

    broken = True
    with serving(script) as server:
        words = ["probe", spec(server, tmp_path, f", prices='{prices}'"), "starter", "--limit", str(LIMIT)]
        words += ["--out", str(tmp_path / "out")]
        first = CliRunner().invoke(app, [*words, "--json"], catch_exceptions=False)
        assert first.exit_code == 0, first.output
        records = [json.loads(line) for line in first.output.splitlines()]
        assert {one["probe"] for one in records if "probe" in one} == set(probes)
        reasons = {one["probe"]: one["not_run"] for one in records if "not_run" in one}
        assert (
            "this probe trains one; name a fresh one and give --folds or --train"
            in reasons["added-to-training"]
        )
        assert "does not say what it attends to" in reasons["attention"]
        runs = {one["run"]: one for one in records if "run" in one}
        assert runs["original"]["counts"]["solution"] == {
            "correct": LIMIT - 3, "wrong": 0, "no_answer": 0, "unreadable": 0, "unjudged": 3,
        }  # fmt: skip
        answered = sum(one["tokens_in"] for one in runs.values()) / 40
        assert answered == sum(server.answered.values())
        assert sum(one["cost"] for one in runs.values()) == pytest.approx(0.12 * answered)
        # Taken up again, only what could not be asked is asked.
        broken, sent = False, len(server.seen)
        again = CliRunner().invoke(app, [*words, "--html", str(tmp_path / "b.html")], catch_exceptions=False)
        assert {one.question for one in server.seen[sent:]} == failing
        assert max(server.answered.values()) == 1
    page = (tmp_path / "b.html").read_text(encoding="utf-8")
    for text in (again.output, page):
        for word in ("unreadable", "unjudged", "tokens in", "tokens out", "seconds", "cost"):
            assert word in text
    assert tally(load_result(tmp_path / "out" / "original").rows, "solution").verdicts[Verdict.UNJUDGED] == 0
    assert load_result(tmp_path / "out" / "continuation-original").rows


def test_a_model_that_never_answers_is_never_wrong(tmp_path: Path) -> None:
    with serving(lambda seen, before: Act(status=503)) as server:
        battery = probe(spec(server, tmp_path), "starter", limit=4)
    for name, rows in battery_runs(battery):
        assert all(set(row.verdicts.values()) == {Verdict.UNJUDGED} for row in rows), name
    assert all(section.not_run for section in battery.sections)
    assert "not run" in battery_markdown(battery)
    assert "Not run" in battery_page(battery)


def test_a_cap_holds_for_the_whole_battery(tmp_path: Path) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text('currency = "EUR"\n[models.m]\ninput = 1000.0\noutput = 10000.0\n')
    only = ["question-removed", "continuation"]
    with serving(parrot) as server:
        for cap, replies in ((1.8, 15), (1.8, 15), (3.6, 30)):
            solver = spec(server, tmp_path, f", prices='{prices}', cap={cap}, concurrency=4")
            with pytest.raises(CapReached):
                probe(solver, "starter", limit=12, only=only, folder=tmp_path / "out")
            assert len(server.seen) == replies


def test_a_cap_holds_for_all_folds_and_probes_together_and_is_foretold(tmp_path: Path) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text('currency = "EUR"\n[models.m]\ninput = 1000.0\noutput = 10000.0\n')
    only = ["question-removed", "continuation", "majority-template", "question-removed(train=True)"]

    def run(cap: float) -> Battery:
        solver = spec(server, tmp_path, f", prices='{prices}', cap={cap}, concurrency=4, shots=1")
        return probe(solver, "starter", folds=5, limit=12, only=only, folder=tmp_path / "out")

    with serving(parrot) as server:
        words = ["probe", spec(server, tmp_path, ", shots=1"), "starter", "--folds", "--limit", "12"]
        words += ["--only", ",".join(only), "--estimate", "--json"]
        foretold = json.loads(CliRunner().invoke(app, words, catch_exceptions=False).output)
        assert not server.seen
        for cap, replies in ((1.8, 15), (1.8, 15), (3.6, 30)):
            with pytest.raises(CapReached, match=f"cap of {cap} EUR"):
                run(cap)
            assert len(server.seen) == replies
        run(50.0)
        assert max(server.answered.values()) <= 5  # the same question, after other examples
        sent = len(server.seen)
        run(50.0)
        assert len(server.seen) == sent
    assert (foretold["requests"], foretold["cached"]) == (sent, 0)


def test_a_model_that_never_answers_is_never_wrong_on_folds_either(tmp_path: Path) -> None:
    with serving(lambda seen, before: Act(status=503)) as server:
        battery = probe(spec(server, tmp_path), "starter", limit=6, folds=2)
    reasons = {section.name: section.not_run for section in battery.sections}
    assert reasons["majority-template"] == "no problem could be judged in both runs"
    assert all(reasons.values())


@pytest.mark.realdata
def test_variations_and_categories_of_svamp_are_broken_down_for_a_model(tmp_path: Path) -> None:
    with serving(lambda seen, before: Act(text="The answer is 8.")) as server:
        battery = probe(
            spec(server, tmp_path, ", concurrency=32"), "svamp", limit=60, only=["variations", "types"]
        )
    assert all(not section.not_run for section in battery.sections)


def test_a_solver_that_writes_no_text_is_not_asked_to_go_on() -> None:
    battery = probe("nearest", "starter", train=(), folds=2, limit=20, only=["continuation"])
    assert battery.sections[0].not_run == "the solver writes no text, so it cannot go on with one"
