"""What models on this machine share: exactly which one it is, and who answers one batch after the other."""

from __future__ import annotations

import hashlib
import time
from abc import abstractmethod
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from mwplab.models.chat.messages import ChatRequest, Reply
from mwplab.models.chat.model import ChatModel, Keep

SAMPLE = 2**20
"""Bytes at either end of a file that its fingerprint is made of."""


class LocalModel(ChatModel):
    """Answers requests itself, a batch at a time; what a batch costs in time is shared by its requests."""

    batch: int

    @abstractmethod
    def generate(self, requests: Sequence[ChatRequest]) -> list[Reply]:
        """Return one reply per request."""

    def ask(self, requests: Sequence[ChatRequest], keep: Keep) -> None:
        """Answer the requests, those of about the same length together, as many as the cap allows."""
        waiting = deque(sorted(requests, key=lambda one: one.bytes_in))
        while waiting:
            part: list[ChatRequest] = []
            while waiting and len(part) < self.batch and self.ledger.try_reserve(self.worst_cost(waiting[0])):
                part.append(waiting.popleft())
            began = time.perf_counter()
            replies = self.generate(part)
            seconds = round((time.perf_counter() - began) / len(part), 6)
            for request, reply in zip(part, replies, strict=True):
                self.ledger.settle(self.worst_cost(request), self.cost(request, reply))
                keep(request, replace(reply, seconds=seconds))


def fingerprint(files: Iterable[Path]) -> str:
    """Return a short hash of files: of their names, sizes, beginnings and ends."""
    digest = hashlib.sha256()
    for path in sorted(files):
        size = path.stat().st_size
        digest.update(f"{path.name}:{size}:".encode())
        with path.open("rb") as file:
            digest.update(file.read(SAMPLE))
            file.seek(max(0, size - SAMPLE))
            digest.update(file.read(SAMPLE))
    return digest.hexdigest()[:12]


def cut_at(text: str, stops: Sequence[str]) -> tuple[str, bool]:
    """Return a text up to the first of the texts that end it, and whether there was one.

    >>> cut_at("7 apples. Q: Next?", ["Q:"])
    ('7 apples. ', True)
    """
    places = [place for stop in stops if stop and (place := text.find(stop)) >= 0]
    return (text[: min(places)], True) if places else (text, False)
