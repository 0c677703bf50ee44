"""A model on a server that speaks OpenAI's form: vLLM, llama.cpp, Ollama, hosted services.

Many requests are under way at once, each on a line of its own. What may pass (429, 5xx, timeouts, torn or
malformed answers) is tried again after a pause that doubles and has chance in it; a server that says how long
to wait is left alone that long, by all. The key comes from the environment, goes into the header and nowhere
else.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import ssl
import threading
import time
from collections import deque
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from mwplab.errors import ModelError, MwplabError, SpecError
from mwplab.models.chat.cache import ResponseCache
from mwplab.models.chat.messages import ChatRequest, Reply
from mwplab.models.chat.model import ChatModel, Keep
from mwplab.models.chat.prices import PriceTable
from mwplab.models.chat.responses import Fault, Page, Remedy, blotted, read_response
from mwplab.models.chat.wire import Address, BrokenExchange, Line, NoServer

LONGEST_PAUSE = 30.0
"""Seconds between two tries at most, unless the server asks for more."""

LONGEST_WAIT = 300.0
"""Seconds that a server may ask to be left alone; beyond, the request is given up."""

_VARIABLE = re.compile(r"[A-Z_][A-Z0-9_]{0,63}")

REFUSALS = 8
"""Refused requests without one that is answered, after which the server is taken to refuse all."""


class ChatClient(ChatModel):
    """A server's door.

    >>> client = ChatClient("http://localhost:8080/v1", concurrency=4)
    >>> client.server, client.complete_many([])
    ('http://localhost:8080/v1', [])
    """

    def __init__(
        self,
        base_url: str,
        *,
        key: str = "OPENAI_API_KEY",
        concurrency: int = 16,
        timeout: float = 120.0,
        retries: int = 6,
        pause: float = 0.5,
        cache: ResponseCache | None = None,
        prices: PriceTable | None = None,
        cap: float | None = None,
        offline: bool = False,
    ) -> None:
        self.address = Address.parse(base_url)
        super().__init__(base_url.rstrip("/"), cache=cache, prices=prices, cap=cap, offline=offline)
        for name, value, least in (("concurrency", concurrency, 1), ("retries", retries, 0)):
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise SpecError(f"the option {name!r} is {value!r}; give a whole number from {least} on")
        if not timeout > 0 or pause < 0:
            raise SpecError(f"a timeout of {timeout!r} with pauses of {pause!r} seconds cannot be kept")
        if not isinstance(key, str) or not _VARIABLE.fullmatch(key):
            # What is no name may be the key itself, so it is not repeated.
            raise SpecError(
                "the option 'key' is to name the environment variable that holds the key, such as "
                "OPENAI_API_KEY, in capitals; a key itself is given nowhere else"
            )
        self.key = key
        self.concurrency = concurrency
        self.timeout = timeout
        self.retries = retries
        self.pause = pause
        self.answered = 0

    def ask(self, requests: Sequence[ChatRequest], keep: Keep) -> None:
        """Send the requests, many at a time."""
        _run(_Session(self, keep).answer(requests))


@dataclass
class _Session:
    """One batch of requests under way."""

    client: ChatClient
    keep: Keep
    stopped: MwplabError | None = None
    resume_at: float = 0.0
    refused: int = 0
    # Chance spreads the tries of many clients; no result depends on it.
    rng: Random = field(default_factory=Random)

    async def answer(self, requests: Sequence[ChatRequest]) -> None:
        """Work off all requests; an error that concerns all of them ends the work once none is under way."""
        self.secret = os.environ.get(self.client.key, "").strip()
        self.headers = {"content-type": "application/json", "accept": "application/json"}
        if self.secret:
            if not self.secret.isascii() or not self.secret.isprintable():
                raise ModelError(f"the key in {self.client.key} holds signs that no key has; set it anew")
            self.headers["authorization"] = f"Bearer {self.secret}"
        self.context = ssl.create_default_context() if self.client.address.secure else None
        self.settled, self.halted = asyncio.Event(), asyncio.Event()
        work = deque(requests)
        workers = [
            asyncio.create_task(self._work(work)) for _ in range(min(self.client.concurrency, len(work)))
        ]
        try:
            await asyncio.wait(workers)
        except asyncio.CancelledError:
            # Ctrl-C: what is under way will be paid for, so it is waited for. A second one ends at once.
            self._stop("the work was interrupted")
            await asyncio.wait(workers)
            raise
        for worker in workers:
            worker.result()
        if self.stopped is not None:
            raise self.stopped

    async def _work(self, work: deque[ChatRequest]) -> None:
        line = Line(self.client.address, self.context)
        try:
            while work and self.stopped is None:
                request = work.popleft()
                worst = self.client.worst_cost(request)
                if await self._reserved(worst):
                    await self._settle(request, worst, line)
        except MwplabError as error:
            self.stopped = self.stopped or error
            self.halted.set()
        finally:
            self.settled.set()
            await line.close()

    async def _reserved(self, worst: float) -> bool:
        """Wait until a request may be paid for; false where the work was stopped meanwhile."""
        while not self.client.ledger.try_reserve(worst):
            self.settled.clear()
            await self.settled.wait()
            if self.stopped is not None:
                return False
        return True

    async def _settle(self, request: ChatRequest, worst: float, line: Line) -> None:
        cost = 0.0
        try:
            reply = await self._tried(request, line)
            if reply is not None:
                cost = self.client.cost(request, reply)
                self.keep(request, reply)
        finally:
            self.client.ledger.settle(worst, cost)
            self.settled.set()

    async def _tried(self, request: ChatRequest, line: Line) -> Reply | None:
        """Return a reply, or why there is none after every try; nothing where all work is to stop."""
        body = json.dumps(request.body(), ensure_ascii=False).encode(errors="replace")
        found: Reply | Fault = Fault("", Remedy.AGAIN)
        for attempt in range(self.client.retries + 1):
            if attempt:
                await self._wait(attempt, found.wait if isinstance(found, Fault) else None)
            while (left := self.resume_at - time.monotonic()) > 0 and self.stopped is None:
                await self._rest(left)
            if self.stopped is not None:
                return None
            found = await self._attempt(request, body, line)
            if isinstance(found, Reply):
                self.client.answered += 1
                return found
            if found.remedy is not Remedy.AGAIN or (found.wait or 0) > LONGEST_WAIT:
                break
        return self._failed(found, attempt + 1)

    async def _wait(self, attempt: int, wanted: float | None) -> None:
        longest = min(LONGEST_PAUSE, self.client.pause * 2 ** (attempt - 1))
        pause = self.rng.uniform(longest / 2, longest)
        if wanted is not None:
            self.resume_at = max(self.resume_at, time.monotonic() + wanted)
        await self._rest(pause if wanted is None else max(wanted, pause / 10))

    async def _rest(self, seconds: float) -> None:
        """Do nothing for a while, unless all work is to stop."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.halted.wait(), seconds)

    async def _attempt(self, request: ChatRequest, body: bytes, line: Line) -> Reply | Fault:
        started = time.perf_counter()
        try:
            async with asyncio.timeout(self.client.timeout):
                response = await line.post("/chat/completions", self.headers, body)
        except TimeoutError:
            await line.close()
            return Fault(f"there was no answer within {self.client.timeout:g} seconds", Remedy.AGAIN)
        except BrokenExchange as error:
            return Fault(str(error), Remedy.AGAIN)
        except NoServer as error:
            return _Gone(f"no server answers at {self.client.server} ({error})", Remedy.AGAIN)
        found = read_response(blotted(response, self.secret), request, time.time())
        seconds = round(time.perf_counter() - started, 6)
        return replace(found, seconds=seconds) if isinstance(found, Reply) else found

    def _failed(self, fault: Reply | Fault, attempts: int) -> Reply | None:
        assert isinstance(fault, Fault)
        tries = f" ({attempts} tries)" if attempts > 1 else ""
        if fault.remedy is Remedy.GIVE_UP:
            self.refused += 1
            if self.client.answered == 0 and self.refused >= REFUSALS:
                self._stop(f"the server refuses every request: {fault.reason}")
            return Reply(failure=fault.reason, refused=True)
        if fault.remedy is Remedy.MOVE or (isinstance(fault, Page) and self.client.answered == 0):
            self._stop(f"{self.client.server}: {fault.reason}{tries}; check the address and the model's name")
            return None
        if isinstance(fault, _Gone):
            self._stop(f"{fault.reason}{tries}; start it, or replay what is in the cache by offline=True")
            return None
        if fault.remedy is Remedy.STOP:
            key = "holds the key that was sent" if self.secret else "is not set, so no key was sent"
            self._stop(f"{self.client.server}: {fault.reason}; the variable {self.client.key} {key}")
            return None
        return Reply(failure=f"{fault.reason}{tries}")

    def _stop(self, reason: str) -> None:
        self.stopped = self.stopped or ModelError(f"{reason}; what was answered is kept")
        self.halted.set()
        self.settled.set()


class _Gone(Fault):
    """Nobody listens at the address."""


def _run(work: Coroutine[Any, Any, None]) -> None:
    """Run to the end, also where a loop runs already, as in a notebook."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(work)
        return
    errors: list[BaseException] = []

    def run() -> None:
        try:
            asyncio.run(work)
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if errors:
        raise errors[0]
