"""The client against a real server that misbehaves in every way known."""

from __future__ import annotations

import asyncio
import json
import shutil
import signal
import ssl
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mwplab.errors import CapReached, ModelError, SpecError
from mwplab.models.chat import ChatRequest, Message, PriceTable, Reply, ResponseCache
from mwplab.models.chat.client import ChatClient
from mwplab.models.chat.prices import Price
from tests.models.chat.scripted import Act, ScriptedServer, Seen, answer, serving

PRICES = PriceTable({"m": Price(1000.0, 10000.0)}, "USD")
"""A reply of 40 tokens in and 8 out costs 0.12."""


def ask(text: str = "2 + 5?", **options: Any) -> ChatRequest:
    return ChatRequest(model="m", messages=(Message("user", text),), **{"max_tokens": 16, **options})


def many(count: int) -> list[ChatRequest]:
    return [ask(f"question {number}") for number in range(count)]


def make(server: ScriptedServer, folder: Path, **options: Any) -> ChatClient:
    defaults: dict[str, Any] = {"timeout": 5.0, "pause": 0.001, "cache": ResponseCache(folder / "cache")}
    return ChatClient(server.url, **(defaults | options))


def once(act: Act) -> Callable[[Seen, int], Act]:
    """Misbehave the first time a question comes, and answer the second time."""
    return lambda seen, before: act if before == 0 else Act()


PASSING = {
    "429": Act(status=429),
    "429, wait": Act(status=429, headers=(("retry-after", "0.05"),)),
    "500": Act(status=500),
    "502, no JSON": Act(status=502, body=b"<html>Bad gateway</html>"),
    "503, wait until then": Act(status=503, headers=(("retry-after", "Thu, 01 Jan 1970 00:00:09 GMT"),)),
    "hangs up": Act(cut=0),
    "half a header": Act(cut=20),
    "half a body": Act(cut=120),
    "less than promised": Act(promised=9999),
    "no HTTP": Act(headers=(("bad header\x00", "x"),)),
    "no JSON": Act(body=b"{'choices': 7"),
    "no choices": Act(body=b'{"choices": []}'),
    "an error in 200": Act(body=b'{"error": {"message": "overloaded"}}'),
    "a list": Act(body=b"[1, 2]"),
    "not UTF-8": Act(body=b"\xff\xfe\x00"),
    "nested without end": Act(body=b"[" * 200_000),
    "a slow stream": Act(drip=0.05),
    "too late": Act(delay=0.6),
}


@pytest.mark.parametrize("fault", PASSING)
def test_what_may_pass_is_tried_again(fault: str, tmp_path: Path) -> None:
    with serving(once(PASSING[fault])) as server:
        (reply,) = make(server, tmp_path, timeout=0.4).complete_many([ask()])
        assert (reply.text, reply.failure, len(server.seen)) == ("The answer is 7.", "", 2)


@pytest.mark.parametrize("fault", PASSING)
def test_what_does_not_pass_is_named(fault: str, tmp_path: Path) -> None:
    with serving(lambda seen, before: PASSING[fault]) as server:
        client = make(server, tmp_path, timeout=0.2, retries=1)
        (reply,) = client.complete_many([ask()])
    assert reply.text == ""
    assert reply.failure.endswith("(2 tries)")
    assert not reply.refused
    assert len(ResponseCache(tmp_path / "cache")) == 0


def test_a_thousand_requests_with_a_fifth_failing_are_all_answered_or_named(tmp_path: Path) -> None:
    faults = [PASSING[name] for name in PASSING if name not in ("too late", "a slow stream")]
    slow = {f"question {number}": Act(drip=0.5) if number % 2 else Act(delay=60) for number in range(20, 40)}
    rng = Random(7)
    lost = {f"question {number}" for number in range(0, 1000, 97)}
    refused = {f"question {number}" for number in range(5, 1000, 199)}
    well: Counter[str] = Counter()

    def script(seen: Seen, before: int) -> Act:
        if seen.question in lost:
            return Act(status=500)
        if seen.question in refused:
            return Act(status=400, body=b'{"error": {"message": "too long"}}')
        if seen.question in slow and before == 0:
            return slow[seen.question]
        if rng.random() < 0.2:
            return rng.choice(faults)
        well[seen.question] += 1
        return Act(text=f"#### {seen.question.split()[1]}")

    with serving(script) as server:
        client = make(server, tmp_path, concurrency=64, timeout=3.0, retries=7)
        replies = client.complete_many(many(1000))
        sent = len(server.seen)
        again = client.complete_many(many(1000))
    answered = {f"question {place}": one for place, one in enumerate(replies) if not one.failure}
    assert set(answered) == {f"question {number}" for number in range(1000)} - lost - refused
    assert all(one.text == f"#### {question.split()[1]}" for question, one in answered.items())
    failed = {f"question {place}": one for place, one in enumerate(replies) if one.failure}
    assert {question for question, one in failed.items() if one.refused} == refused
    assert all("too long" in failed[question].failure for question in refused)
    assert all("500" in failed[question].failure for question in lost)
    # What was answered is never sent again, what failed is.
    assert max(well.values()) == 1
    assert [one.text for one in again] == [one.text for one in replies]
    assert {one.question for one in server.seen[sent:]} == lost | refused


def test_as_many_requests_as_allowed_are_under_way(tmp_path: Path) -> None:
    with serving(lambda seen, before: Act(delay=0.1)) as server:
        make(server, tmp_path, concurrency=12).complete_many(many(40))
        assert server.most_running == 12


def test_all_leave_a_server_alone_for_as_long_as_it_asks(tmp_path: Path) -> None:
    def script(seen: Seen, before: int) -> Act:
        first = seen.question == "question 0" and before == 0
        return Act(status=429, headers=(("Retry-After", "0.5"),)) if first else Act(delay=0.02)

    with serving(script) as server:
        make(server, tmp_path, concurrency=2).complete_many(many(12))
        refused = next(one.time for one in server.seen if one.question == "question 0")
        others = [one.time - refused for one in server.seen if one.time > refused + 0.1]
        assert len(others) >= 10
        assert min(others) >= 0.45


def test_a_wait_of_an_hour_is_not_waited_for(tmp_path: Path) -> None:
    with serving(lambda seen, before: Act(status=429, headers=(("retry-after", "3600"),))) as server:
        (reply,) = make(server, tmp_path).complete_many([ask()])
    assert "429" in reply.failure


STOPS = [
    (Act(status=401, body=b'{"error": {"message": "bad key"}}'), r"says 401: bad key; .*NO_KEY is not set"),
    (Act(status=404), r"says 404: {}; check the address and the model's name"),
    (Act(status=301, headers=(("location", "http://elsewhere/"),)), r"says 301"),
    (Act(body=b" <html>Please log in</html>"), r"a web page came in place of an answer \(7 tries\); check"),
]


@pytest.mark.parametrize(("act", "message"), STOPS)
def test_what_concerns_every_request_ends_the_work(act: Act, message: str, tmp_path: Path) -> None:
    with serving(lambda seen, before: act) as server:
        client = make(server, tmp_path, concurrency=2, key="NO_KEY")
        with pytest.raises(ModelError, match=message):
            client.complete_many(many(50))
        assert len(server.seen) <= 2 * (7 if act.status == 200 else 1)


def test_a_server_that_refuses_all_is_not_asked_a_thousand_times(tmp_path: Path) -> None:
    with serving(lambda seen, before: Act(status=400, body=b'{"error": "no seed here"}')) as server:
        with pytest.raises(ModelError, match="refuses every request: the server says 400: no seed here"):
            make(server, tmp_path, concurrency=4).complete_many(many(1000))
        assert len(server.seen) < 20


def test_a_server_that_is_gone_stops_the_work_and_what_was_answered_is_kept(tmp_path: Path) -> None:
    with serving() as server:
        make(server, tmp_path).complete_many(many(5))
    with pytest.raises(ModelError, match=r"no server answers at http://127.0.0.1:\d+/v1 .*offline=True"):
        make(server, tmp_path, retries=1).complete_many(many(6))
    assert len(make(server, tmp_path, offline=True).complete_many(many(5))) == 5
    with pytest.raises(ModelError, match=r"1 of 6 requests are not in the cache .* offline"):
        make(server, tmp_path, offline=True).complete_many(many(6))


def test_the_key_goes_into_the_header_and_nowhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = "sk-very-secret-123"
    monkeypatch.setenv("MY_KEY", secret)

    def script(seen: Seen, before: int) -> Act:
        if seen.question == "no":
            return Act(status=400, body=json.dumps({"error": {"message": f"bad key {secret}"}}).encode())
        return Act(text=f"You sent {seen.headers['authorization']}")

    with serving(script) as server:
        client = make(server, tmp_path, key="MY_KEY")
        replies = client.complete_many([ask(), ask("no")])
        assert server.seen[0].headers["authorization"] == f"Bearer {secret}"
    (kept,) = (tmp_path / "cache").rglob("*.jsonl")
    assert secret not in kept.read_text()
    assert secret not in f"{replies} {vars(client)}"
    assert "bad key ***" in replies[1].failure


BAD_URLS = ["ftp://host/v1", "localhost:8080", "http://", "http://me:sk-1@host/v1", "http://host/v1?key=sk-1"]


@pytest.mark.parametrize("url", BAD_URLS)
def test_an_address_that_is_none_or_holds_a_key_is_refused(url: str) -> None:
    with pytest.raises(SpecError, match="http://localhost:8080/v1") as caught:
        ChatClient(url)
    assert "sk-1" not in str(caught.value) or "@" not in url


COUNTS: list[Any] = [
    None,
    {},
    {"prompt_tokens": "40", "completion_tokens": 8},
    {"prompt_tokens": -1, "completion_tokens": 8},
    {"prompt_tokens": 40, "completion_tokens": 10**9},
    {"prompt_tokens": 40, "completion_tokens": 0},
    {"prompt_tokens": True, "completion_tokens": 8},
    {"prompt_tokens": float("nan"), "completion_tokens": 8},
    [40, 8],
]


@pytest.mark.parametrize("usage", COUNTS, ids=str)
def test_tokens_that_cannot_be_are_counted_here(usage: Any, tmp_path: Path) -> None:
    with serving(lambda seen, before: Act(usage=usage)) as server:
        (reply,) = make(server, tmp_path).complete_many([ask()])
        assert len(server.seen) == 1
    assert (reply.text, reply.counted) == ("The answer is 7.", False)
    assert reply.tokens_in == ask().about_tokens_in
    assert reply.tokens_out == 4


HOSTILE: list[tuple[Any, str]] = [
    (None, ""),
    (7, ""),
    ([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}, 3], "ab"),
    ("half \ud83d a character", "half ? a character"),
    ("\x00\x1b[31m", "\x00\x1b[31m"),
    ('{"choices": []}', '{"choices": []}'),
    ("x" * 2_000_000, "x" * 2_000_000),
]


@pytest.mark.parametrize(("content", "text"), HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_contents_are_texts_and_survive_the_cache(content: Any, text: str, tmp_path: Path) -> None:
    body = json.dumps({**answer(""), "choices": [{"message": {"content": content}}]}).encode()
    with serving(lambda seen, before: Act(body=body)) as server:
        client = make(server, tmp_path)
        first, second = client.complete_many([ask()]), client.complete_many([ask()])
        assert len(server.seen) == 1
    assert first[0].text == second[0].text == text


def test_a_response_without_end_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mwplab.models.chat.wire.LARGEST", 100_000)
    with serving(lambda seen, before: Act(text="x" * 200_000)) as server:
        (reply,) = make(server, tmp_path, retries=0).complete_many([ask()])
    assert reply.failure == "the response is longer than 100,000 bytes"


def test_equal_requests_are_asked_once_and_answered_in_order(tmp_path: Path) -> None:
    with serving(lambda seen, before: Act(text=seen.question)) as server:
        texts = ["b", "a", "b", "c", "a"]
        replies = make(server, tmp_path).complete_many([ask(text) for text in texts])
        assert [one.text for one in replies] == texts
        assert sorted(one.question for one in server.seen) == ["a", "b", "c"]


@pytest.mark.parametrize("concurrency", [1, 8, 64])
def test_the_cap_stops_within_one_request_and_goes_on_when_raised(concurrency: int, tmp_path: Path) -> None:
    with serving(lambda seen, before: Act(delay=0.01)) as server:
        asked = many(40)
        client = make(server, tmp_path, prices=PRICES, cap=2.0, concurrency=concurrency)
        with pytest.raises(CapReached, match=r"the cap of 2 USD is reached: 2.04 is spent"):
            client.complete_many(asked)
        assert len(server.seen) == 17
        assert client.ledger.spent == pytest.approx(17 * 0.12)
        # The same cap again sends nothing: what the replies in the cache cost counts.
        with pytest.raises(CapReached):
            make(server, tmp_path, prices=PRICES, cap=2.0, concurrency=concurrency).complete_many(asked)
        assert len(server.seen) == 17
        raised = make(server, tmp_path, prices=PRICES, cap=5.0, concurrency=concurrency)
        assert sum(one.cost for one in raised.complete_many(asked)) == pytest.approx(4.8)
        assert max(server.answered.values()) == 1
        assert len(server.seen) == 40


def test_a_cap_needs_a_price(tmp_path: Path) -> None:
    with serving() as server, pytest.raises(ModelError, match="there is none for 'm'"):
        make(server, tmp_path, cap=1.0).complete_many([ask()])


def test_the_estimate_is_made_before_anything_is_sent(tmp_path: Path) -> None:
    with serving() as server:
        client = make(server, tmp_path, prices=PRICES)
        client.complete_many(many(3))
        found = client.estimate([*many(10), *many(10)])
        assert len(server.seen) == 3
    assert (found.requests, found.cached, found.tokens_out) == (10, 3, 7 * 16)
    assert found.cost == pytest.approx(7 * (0.001 * ask("question 9").about_tokens_in + 0.16))
    assert str(found).endswith("USD")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for localhost with its key, signed by itself."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("there is no openssl here to make a certificate with")
    path = tmp_path_factory.mktemp("tls") / "both.pem"
    words = f"req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout {path} -out {path}.crt"
    extra = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    subprocess.run([openssl, *words.split(), *extra], check=True, capture_output=True)
    path.write_text(path.read_text() + Path(f"{path}.crt").read_text())
    return path


def test_an_encrypted_line_is_used_if_its_certificate_is_trusted(
    certificate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with serving(context=context) as server:
        options: dict[str, Any] = {"cache": ResponseCache(tmp_path), "retries": 0}
        address = f"https://localhost:{server.port}/v1"
        with pytest.raises(ModelError, match=r"no server answers at https://localhost.*certificate"):
            ChatClient(address, **options).complete_many([ask()])
        monkeypatch.setenv("SSL_CERT_FILE", f"{certificate}.crt")
        replies = ChatClient(address, concurrency=2, **options).complete_many(many(6))
        assert [one.text for one in replies] == ["The answer is 7."] * 6


def test_it_works_where_a_loop_runs_already(tmp_path: Path) -> None:
    async def notebook() -> Sequence[Reply]:
        return make(server, tmp_path).complete_many([ask()])

    with serving() as server:
        assert asyncio.run(notebook())[0].text == "The answer is 7."


def test_a_line_that_the_server_closed_meanwhile_is_opened_again(tmp_path: Path) -> None:
    def script(seen: Seen, before: int) -> Act:
        # One more than the body has, so that the line ends with the response.
        return Act(headers=(("connection", "close"),), delay=0.01)

    with serving(script) as server:
        started = time.monotonic()
        replies = make(server, tmp_path, concurrency=2, pause=5.0).complete_many(many(6))
        assert all(not one.failure for one in replies)
        assert time.monotonic() - started < 4


INTERRUPTED = """
import signal, sys
from pathlib import Path
from mwplab.models.chat import ResponseCache
from mwplab.models.chat.client import ChatClient
from tests.models.chat.test_client import many

signal.signal(signal.SIGINT, signal.default_int_handler)
ChatClient(sys.argv[1], cache=ResponseCache(Path(sys.argv[2])), concurrency=4).complete_many(many(40))
"""


def test_what_is_under_way_at_ctrl_c_is_waited_for_and_kept(tmp_path: Path) -> None:
    with serving(lambda seen, before: Act(delay=0.3)) as server:
        run = [sys.executable, "-c", INTERRUPTED, server.url, str(tmp_path / "cache")]
        process = subprocess.Popen(run, stderr=subprocess.DEVNULL)
        while len(server.seen) < 10:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) != 0
        sent = len(server.seen)
        assert 10 <= sent < 40
        assert len(ResponseCache(tmp_path / "cache")) == sent
        make(server, tmp_path).complete_many(many(40))
        assert len(server.seen) == 40
