"""The client, the cache, the cap and the reading against llama.cpp's own server with a real small model."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mwplab.errors import CapReached
from mwplab.models.chat import ChatRequest, Message, PriceTable, ResponseCache
from mwplab.models.chat.client import ChatClient
from mwplab.models.chat.llama_cpp import LlamaCppModel
from mwplab.models.chat.prices import Price
from mwplab.records import FAILURE, Verdict
from mwplab.records.account import tally, total_usage
from mwplab.runs.evaluate import evaluate
from tests.models.chat.smollm2 import NAME, SERVER, model_file

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def model() -> Path:
    return model_file()


@pytest.fixture(scope="module")
def server(model: Path) -> Iterator[str]:
    """The address of llama.cpp's server."""
    run = [sys.executable, "-c", SERVER, str(model)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(run, text=True, **pipes) as process:  # type: ignore[call-overload]
        address = process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:")
        yield f"{address}/v1"
        process.communicate(timeout=30)


def ask(text: str, max_tokens: int = 6) -> ChatRequest:
    return ChatRequest(model="smollm2", messages=(Message("user", text),), max_tokens=max_tokens)


def test_the_real_server_answers_counts_and_is_cached(server: str, tmp_path: Path) -> None:
    asked = [ask("Say hello."), ask("What is 2 + 2?"), ask("Say hello.")]
    client = ChatClient(server, cache=ResponseCache(tmp_path), concurrency=2)
    first = client.complete_many(asked)
    assert all(reply.text and reply.counted and not reply.failure for reply in first)
    assert all(1 <= reply.tokens_out <= 6 and reply.tokens_in > 5 for reply in first)
    assert first[0] == first[2]
    gone = ChatClient(server, cache=ResponseCache(tmp_path), offline=True)
    assert [(one.text, one.tokens_in, one.seconds) for one in gone.complete_many(asked)] == [
        (one.text, one.tokens_in, one.seconds) for one in first
    ]


def test_a_run_on_the_real_server_is_replayed_without_it(server: str, tmp_path: Path) -> None:
    spec = (
        f"chat(base_url='{server}', model=smollm2, max_tokens=8, cache='{tmp_path / 'cache'}', prompt=direct"
    )
    first = evaluate(f"{spec}, concurrency=2)", "starter", limit=5, folder=tmp_path / "first")
    evaluate(f"{spec}, offline=True)", "starter", limit=5, folder=tmp_path / "second")
    for name in ("run.json", "rows.jsonl", "usage.jsonl", "result.json"):
        assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "second" / name).read_bytes(), name
    assert sum(tally(first.rows, "solution").verdicts.values()) == 5
    assert tally(first.rows, "solution").verdicts[Verdict.UNJUDGED] == 0
    assert total_usage(first.rows).tokens_out > 0


def test_the_cap_holds_on_the_real_server(server: str, tmp_path: Path) -> None:
    prices = PriceTable({"smollm2": Price(0.0, 1e6)}, "USD")
    asked = [ask(f"Say {word}.", 2) for word in ("one", "two", "three", "four", "five")]
    options = {"cache": ResponseCache(tmp_path), "prices": prices}
    capped = ChatClient(server, cap=5.0, concurrency=2, **options)  # type: ignore[arg-type]
    with pytest.raises(CapReached):
        capped.complete_many(asked)
    assert 5.0 <= capped.ledger.spent <= 7.0
    raised = ChatClient(server, cap=100.0, **options).complete_many(asked)  # type: ignore[arg-type]
    assert len(ResponseCache(tmp_path)) == 5
    assert 2 <= sum(one.cached for one in raised) <= 4


def test_what_is_too_long_for_the_real_model_is_refused_and_named(server: str, tmp_path: Path) -> None:
    client = ChatClient(server, cache=ResponseCache(tmp_path), concurrency=2)
    good, bad = client.complete_many([ask("Say yes.", 1), ask("word " * 5000)])
    assert good.text
    assert bad.refused
    assert "exceeds the available context size" in bad.failure


def test_the_file_is_answered_without_a_server(model: Path, tmp_path: Path) -> None:
    local = LlamaCppModel(str(model), context=512, threads=1, concurrency=2, cache=ResponseCache(tmp_path))
    assert local.label.startswith(f"{NAME}#")
    replies = local.complete_many([ask("Say hello."), ask("What is 2 + 2?"), ask("word " * 2000)])
    assert all(reply.text and reply.counted for reply in replies[:2])
    assert replies[2].refused
    spec = f"gguf(path='{model}', prompt=direct, max_tokens=4, context=512, threads=1, cache='{tmp_path}')"
    result = evaluate(spec, "starter", limit=3)
    assert f"gguf(context=512, max_tokens=4, path='{local.label}'" in result.signature
    assert str(model) not in result.signature
    assert all(FAILURE not in row.prediction.trace for row in result.rows)
    kept = "".join(path.read_text() for path in tmp_path.rglob("*.jsonl"))
    assert kept.count('"server":"') == kept.count(f'"server":"gguf:{local.label}?context=512"') == 5
