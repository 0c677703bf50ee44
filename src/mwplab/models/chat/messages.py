"""What a language model is asked, and what comes back."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

MESSAGE_TOKENS = 8
"""Tokens that a message costs besides its text: its role, its beginning and end."""

BYTES_PER_TOKEN = 4
"""How many bytes of English a token has, about."""


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    role: str
    """Who speaks: system, user or assistant."""

    content: str
    """What is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRequest:
    """A conversation that a model is to continue, and how."""

    model: str
    """The model's name, as the server knows it."""

    messages: tuple[Message, ...]
    """What was said so far."""

    max_tokens: int = 512
    """How long the reply may be."""

    temperature: float | None = 0.0
    """How much chance plays; none leaves it to the server."""

    seed: int | None = None
    """Where chance starts, where it plays."""

    stop: tuple[str, ...] = ()
    """Texts that end the reply."""

    limit_field: str = "max_tokens"
    """What the server calls the length: newer services say ``max_completion_tokens``."""

    def body(self) -> dict[str, Any]:
        """Return the request as a server reads it.

        >>> ChatRequest(model="m", messages=(Message("user", "2 + 2?"),), temperature=None).body()
        {'model': 'm', 'messages': [{'role': 'user', 'content': '2 + 2?'}], 'max_tokens': 512}
        """
        body: dict[str, Any] = {
            "model": self.model,
            "messages": [{"role": one.role, "content": one.content} for one in self.messages],
            self.limit_field: self.max_tokens,
        }
        options = {"temperature": self.temperature, "seed": self.seed, "stop": list(self.stop) or None}
        return body | {name: value for name, value in options.items() if value is not None}

    def canonical(self, server: str) -> str:
        """Return the request to a server as the one text that stands for it in the cache; no key is in it."""
        body = {"server": server, **self.body()}
        return json.dumps(body, sort_keys=True, ensure_ascii=True, separators=(",", ":"))

    @property
    def bytes_in(self) -> int:
        """Return the bytes of what was said so far."""
        return sum(len(one.content.encode(errors="replace")) for one in self.messages)

    @property
    def about_tokens_in(self) -> int:
        """Return about how many tokens the model will read."""
        return -(-self.bytes_in // BYTES_PER_TOKEN) + MESSAGE_TOKENS * len(self.messages)

    @property
    def most_tokens_in(self) -> int:
        """Return how many tokens the model will read at most: no token is shorter than a byte."""
        return self.bytes_in + MESSAGE_TOKENS * len(self.messages)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What came of a request: a text, or why there is none."""

    text: str = ""
    """What the model wrote."""

    reasoning: str = ""
    """What it thought before, where the server keeps that apart."""

    finish: str = ""
    """Why it ended: ``stop``, or ``length`` where it was cut."""

    tokens_in: int = 0
    """Tokens read."""

    tokens_out: int = 0
    """Tokens written."""

    counted: bool = True
    """Whether the tokens are as the server counts them; if not, its count cannot be, and this is about it."""

    seconds: float = 0.0
    """How long it took, without waiting for another try."""

    cost: float = 0.0
    """Price of the tokens, in the currency of the price table."""

    failure: str = ""
    """Why there is no reply, in words; empty where there is one."""

    refused: bool = False
    """Whether the server answered, and said no to just this request."""

    cached: bool = False
    """Whether it came from the cache."""
