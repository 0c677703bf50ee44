"""A real HTTP server on loopback that answers as it is told to: well, late, in halves, or not at all."""

from __future__ import annotations

import asyncio
import json
import ssl
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Act:
    """What the server does with one request."""

    text: str = "The answer is 7."
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes | None = None
    usage: Any = "right"
    delay: float = 0.0
    cut: int | None = None
    """Bytes of the response after which the line is closed."""
    drip: float = 0.0
    """Seconds between two bytes."""
    promised: int | None = None
    """A length that the header promises instead of the true one."""

    def response(self) -> bytes:
        body = self.body
        if body is None:
            body = b"{}" if self.status != 200 else json.dumps(answer(self.text, self.usage)).encode()
        lines = [
            f"HTTP/1.1 {self.status} Whatever",
            "content-type: application/json",
            f"content-length: {len(body) if self.promised is None else self.promised}",
            *(f"{name}: {value}" for name, value in self.headers),
        ]
        whole = "\r\n".join(lines).encode() + b"\r\n\r\n" + body
        return whole if self.cut is None else whole[: self.cut]


def answer(text: str, usage: Any = "right") -> dict[str, Any]:
    """Return a completion as servers write it."""
    counts = {"prompt_tokens": 40, "completion_tokens": 8, "total_tokens": 48} if usage == "right" else usage
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    return {"id": "c", "object": "chat.completion", "model": "m", "choices": [choice], "usage": counts}


@dataclass
class Seen:
    """One request as the server met it."""

    body: dict[str, Any]
    headers: dict[str, str]
    time: float

    @property
    def question(self) -> str:
        return str(self.body["messages"][-1]["content"])


@dataclass
class ScriptedServer:
    """Answers each request by a script, which is told the request and how often it came before."""

    script: Callable[[Seen, int], Act]
    seen: list[Seen] = field(default_factory=list)
    answered: Counter[str] = field(default_factory=Counter)
    running: int = 0
    most_running: int = 0
    port: int = 0
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def times(self, question: str) -> int:
        return sum(one.question == question for one in self.seen)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                while await self._exchange(reader, writer):
                    pass
        finally:
            self.tasks.discard(task)
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {
            line.partition(":")[0].lower(): line.partition(":")[2].strip() for line in head[1:] if line
        }
        body = json.loads(await reader.readexactly(int(headers["content-length"])))
        one = Seen(body, headers, time.monotonic())
        before = self.times(one.question) if len(self.seen) < 5000 else 0
        self.seen.append(one)
        act = self.script(one, before)
        self.running += 1
        self.most_running = max(self.most_running, self.running)
        await asyncio.sleep(act.delay)
        self.running -= 1
        whole = act.response()
        if act.drip:
            for place in range(len(whole)):
                writer.write(whole[place : place + 1])
                await writer.drain()
                await asyncio.sleep(act.drip)
        else:
            writer.write(whole)
            await writer.drain()
        if act.status == 200 and act.cut is None and not act.drip:
            self.answered[one.question] += 1
        return act.cut is None and act.promised is None


@contextmanager
def serving(
    script: Callable[[Seen, int], Act] | None = None, context: ssl.SSLContext | None = None
) -> Iterator[ScriptedServer]:
    """Run a server in a thread of its own while the block lasts, encrypted where a context says how."""
    server = ScriptedServer(script or (lambda seen, before: Act()))
    ready = threading.Event()
    ends: list[Callable[[], object]] = []

    async def listen() -> None:
        end, loop = asyncio.Event(), asyncio.get_running_loop()
        listening = await asyncio.start_server(
            server.serve, "127.0.0.1", 0, limit=2**20, backlog=512, ssl=context
        )
        server.port = listening.sockets[0].getsockname()[1]
        ends.append(lambda: loop.call_soon_threadsafe(end.set))
        ready.set()
        await end.wait()
        listening.close()
        for task in server.tasks:
            task.cancel()
        await asyncio.gather(*server.tasks, return_exceptions=True)

    thread = threading.Thread(target=lambda: asyncio.run(listen()), daemon=True)
    thread.start()
    assert ready.wait(10)
    try:
        yield server
    finally:
        ends[0]()
        thread.join(10)
