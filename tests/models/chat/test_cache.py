"""Replies on disk: whole, shared between processes, and the first one stands."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.errors import CapReached, DataError
from mwplab.models.chat import ChatRequest, Message, PriceTable, Reply, ResponseCache
from mwplab.models.chat.client import ChatClient
from mwplab.models.chat.prices import Ledger, Price
from tests.models.chat.scripted import Act, serving

SERVER = "http://localhost/v1"


def ask(text: str = "2 + 2?", **options: object) -> ChatRequest:
    return ChatRequest(model="m", messages=(Message("user", text),), **options)  # type: ignore[arg-type]


OTHERS = [
    ask("2 + 3?"),
    ask(temperature=0.5),
    ask(temperature=None),
    ask(seed=1),
    ask(stop=("\n",)),
    ask(max_tokens=9),
    ask(limit_field="max_completion_tokens"),
    ChatRequest(model="n", messages=(Message("user", "2 + 2?"),)),
    ChatRequest(model="m", messages=(Message("system", "2 + 2?"),)),
]


def test_whatever_may_change_the_reply_changes_the_name(tmp_path: Path) -> None:
    names = {one.canonical(SERVER) for one in [ask(), *OTHERS]} | {ask().canonical("http://elsewhere/v1")}
    assert len(names) == len(OTHERS) + 2
    cache = ResponseCache(tmp_path)
    cache.put(ask().canonical(SERVER), Reply(text="4"))
    assert [cache.get(one.canonical(SERVER)) for one in OTHERS] == [None] * len(OTHERS)


@given(text=st.text(), reasoning=st.text(), tokens=st.integers(0, 10**9))
def test_a_reply_comes_back_as_it_was(text: str, reasoning: str, tokens: int) -> None:
    reply = Reply(text=text, reasoning=reasoning, tokens_in=tokens, seconds=0.125, finish="stop")
    with TemporaryDirectory() as folder:
        cache = ResponseCache(Path(folder))
        cache.put(ask(text).canonical(SERVER), reply)
        found = cache.get(ask(text).canonical(SERVER))
    assert found is not None
    assert (found.text, found.reasoning, found.tokens_in, found.cached) == (text, reasoning, tokens, True)


def test_the_first_reply_stands_for_all(tmp_path: Path) -> None:
    one, other = ResponseCache(tmp_path), ResponseCache(tmp_path)
    assert other.get(ask().canonical(SERVER)) is None
    assert one.put(ask().canonical(SERVER), Reply(text="first")).text == "first"
    assert other.put(ask().canonical(SERVER), Reply(text="second")).text == "first"
    assert ResponseCache(tmp_path).get(ask().canonical(SERVER)) == other.get(ask().canonical(SERVER))
    assert len(one) == len(other) == 1


def test_a_folder_that_was_removed_is_begun_anew(tmp_path: Path) -> None:
    cache = ResponseCache(tmp_path / "replies")
    cache.put(ask().canonical(SERVER), Reply(text="old"))
    shutil.rmtree(tmp_path / "replies")
    assert (cache.get(ask().canonical(SERVER)), len(cache)) == (None, 0)
    assert cache.put(ask().canonical(SERVER), Reply(text="new")).text == "new"


@pytest.mark.parametrize("kept", [0, 1, 30, 200, -2, -9])
def test_a_torn_line_is_not_there_and_spoils_none_behind_it(kept: int, tmp_path: Path) -> None:
    """Whatever a kill in the middle of writing leaves, the next reply is kept whole."""
    ResponseCache(tmp_path).put(ask().canonical(SERVER), Reply(text="torn"))
    (path,) = tmp_path.rglob("*.jsonl")
    path.write_bytes(path.read_bytes()[:kept])
    cache = ResponseCache(tmp_path)
    assert cache.get(ask().canonical(SERVER)) is None
    assert cache.put(ask().canonical(SERVER), Reply(text="whole")).text == "whole"
    for seen in (cache, ResponseCache(tmp_path)):
        found = seen.get(ask().canonical(SERVER))
        assert found is not None
        assert found.text == "whole"


@pytest.mark.parametrize("junk", [b"\xff\xfe", b"{}", b"[]\n[]", b"\x00" * 5000, b'{"mwplab": "reply"}'])
def test_junk_in_a_file_is_passed_over(junk: bytes, tmp_path: Path) -> None:
    cache = ResponseCache(tmp_path)
    cache.put(ask().canonical(SERVER), Reply(text="kept"))
    (path,) = tmp_path.rglob("*.jsonl")
    path.write_bytes(junk + b"\n" + path.read_bytes() + junk)
    found = ResponseCache(tmp_path).get(ask().canonical(SERVER))
    assert found is not None
    assert found.text == "kept"


def test_a_line_that_looks_whole_and_is_not_gives_way_to_the_next(tmp_path: Path) -> None:
    ResponseCache(tmp_path).put(ask().canonical(SERVER), Reply(text="4"))
    (path,) = tmp_path.rglob("*.jsonl")
    path.write_bytes(path.read_bytes().replace(b'"text": "4"', b'"text": ""4"'))
    cache = ResponseCache(tmp_path)
    assert cache.get(ask().canonical(SERVER)) is None
    assert cache.put(ask().canonical(SERVER), Reply(text="four")).text == "four"
    found = ResponseCache(tmp_path).get(ask().canonical(SERVER))
    assert found is not None
    assert found.text == "four"


PROGRAM = """
import sys
from pathlib import Path
from mwplab.models.chat import ChatRequest, Message, ResponseCache
from mwplab.models.chat.client import ChatClient

client = ChatClient(sys.argv[1], cache=ResponseCache(Path(sys.argv[2])), concurrency=8)
asked = [ChatRequest(model="m", messages=(Message("user", f"question {n}"),)) for n in range(60)]
print(*(reply.text for reply in client.complete_many(asked)))
"""


@pytest.mark.slow
def test_several_processes_share_a_cache_and_agree(tmp_path: Path) -> None:
    numbers = iter(range(10_000))
    with serving(lambda seen, before: Act(text=str(next(numbers)), delay=0.005)) as server:
        run = [sys.executable, "-c", PROGRAM, server.url, str(tmp_path)]
        running = [subprocess.Popen(run, stdout=subprocess.PIPE, text=True) for _ in range(3)]
        said = [process.communicate(timeout=120)[0] for process in running]
        sent = len(server.seen)
        again = subprocess.run(run, capture_output=True, text=True, timeout=120).stdout
        assert len(server.seen) == sent
    assert said == [again] * 3
    assert len(ResponseCache(tmp_path)) == 60


def test_a_cache_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DataError, match="cannot be written"):
        ResponseCache(tmp_path / "file").put(ask().canonical(SERVER), Reply(text="4"))
    with pytest.raises(DataError, match="cannot be read"):
        ResponseCache(tmp_path / "file").get(ask().canonical(SERVER))


@pytest.mark.parametrize("place", ["file", "file/below", "locked"])
def test_nothing_is_asked_where_no_reply_can_be_kept(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "locked").mkdir()
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).name != "locked")
    with (
        serving() as server,
        pytest.raises(DataError, match=r"cannot be (?:read|written): (?:Not|File|Perm)"),
    ):
        ChatClient(server.url, cache=ResponseCache(tmp_path / place)).complete_many([ask()])
    assert not server.seen


TABLES = [
    ("models = 3", "should have a currency"),
    ("[models.m]\ninput = 1", "the price of 'm' needs input and output"),
    ("[models.m]\ninput = -1\noutput = 1", "a number from 0 on"),
    ("[models.m]\ninput = nan\noutput = 1", "a number from 0 on"),
    ("[models.m]\ninput = true\noutput = 1", "a number from 0 on"),
    ("[models", "is no TOML"),
]


@pytest.mark.parametrize(("content", "message"), TABLES)
def test_a_price_table_that_is_none_is_refused(content: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "prices.toml"
    path.write_text(content)
    with pytest.raises(DataError, match=message):
        PriceTable.read(path)


def test_prices_are_read_from_the_users_own_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mwplab.models.chat.prices.user_config_path", lambda name: tmp_path / name)
    assert PriceTable.read() == PriceTable()
    (tmp_path / "mwplab").mkdir()
    (tmp_path / "mwplab" / "prices.toml").write_text(
        'currency = "EUR"\n[models."a/b:c"]\ninput = 2\noutput = 8'
    )
    table = PriceTable.read()
    assert (table.currency, table.price("a/b:c"), table.price("other")) == ("EUR", Price(2.0, 8.0), None)


@given(
    cap=st.floats(0, 10),
    costs=st.lists(st.tuples(st.floats(0, 3), st.floats(0, 1)), max_size=40),
    workers=st.integers(1, 8),
)
def test_no_order_of_requests_passes_the_cap_by_more_than_one(
    cap: float, costs: list[tuple[float, float]], workers: int
) -> None:
    ledger = Ledger(cap)
    running: list[tuple[float, float]] = []
    waiting = list(costs)
    while waiting or running:
        try:
            while waiting and len(running) < workers and ledger.try_reserve(waiting[-1][0]):
                worst, share = waiting.pop()
                running.append((worst, worst * share))
        except CapReached:
            assert not running
            break
        worst, cost = running.pop(0)
        ledger.settle(worst, cost)
        assert ledger.spent <= cap + max(worst for worst, _ in costs) + 1e-9
