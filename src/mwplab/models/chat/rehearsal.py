"""A run gone through without a word said: what it would ask is noted, and nothing is sent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mwplab.models.chat.messages import ChatRequest

if TYPE_CHECKING:
    from mwplab.models.chat.model import ChatModel, Estimate


@dataclass(slots=True)
class Rehearsal:
    """What models would be asked, each request once, in the order they came."""

    asked: dict[ChatModel, dict[ChatRequest, None]] = field(default_factory=dict)
    """The requests by model."""

    def note(self, model: ChatModel, requests: Iterable[ChatRequest]) -> None:
        """Write down what a model would be asked."""
        self.asked.setdefault(model, {}).update(dict.fromkeys(requests))

    def estimates(self) -> list[Estimate]:
        """Return what each model would cost, about."""
        return [model.estimate([*requests]) for model, requests in self.asked.items()]


_CURRENT: ContextVar[Rehearsal | None] = ContextVar("rehearsal", default=None)


def current_rehearsal() -> Rehearsal | None:
    """Return the rehearsal that is under way in this thread, if any."""
    return _CURRENT.get()


@contextmanager
def rehearsal() -> Iterator[Rehearsal]:
    """While the block lasts, models answer from their caches alone, and what they would ask is noted.

    Whatever is not in a cache has a reply that failed, so no verdict of such a run means anything.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from mwplab.models.chat import Message, ResponseCache
    >>> from mwplab.models.chat.client import ChatClient
    >>> asked = ChatRequest(model="m", messages=(Message("user", "2 + 2?"),), max_tokens=16)
    >>> with TemporaryDirectory() as folder, rehearsal() as found:
    ...     client = ChatClient("http://localhost:8080/v1", cache=ResponseCache(Path(folder)))
    ...     _ = client.complete_many([asked, asked])
    ...     print(*found.estimates())
    1 requests, 0 of them in the cache; about 10 tokens in, at most 16 out; no price is known
    """
    found = Rehearsal()
    token = _CURRENT.set(found)
    try:
        yield found
    finally:
        _CURRENT.reset(token)
