"""A server's answer read: a reply, or what is wrong and whether it is worth another try."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from email.utils import parsedate_to_datetime
from enum import Enum
from typing import Any

from mwplab.models.chat.messages import ChatRequest, Reply
from mwplab.models.chat.wire import Response

AGAIN = frozenset({408, 409, 425, 429})
"""Status codes besides those from 500 on that ask for another try."""

HOPELESS = frozenset({401, 402, 403, 407})
"""Status codes that every other request with this key would meet too."""

ELSEWHERE = frozenset({404, 405, 410})
"""Status codes that every other request to this address, or for this model, would meet too."""

CHECKED = 100_000
"""Bytes of an error's body that are looked at."""

SHOWN = 200
"""Characters of a server's own words that are shown."""


class Remedy(Enum):
    """What to do about a fault."""

    AGAIN = "try again"
    GIVE_UP = "this request cannot be answered"
    STOP = "no request can be answered"
    MOVE = "no request can be answered at this address"


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a response is no reply."""

    reason: str
    """In words."""

    remedy: Remedy
    """What to do."""

    wait: float | None = None
    """Seconds that the server wants to be left alone."""


class Page(Fault):
    """A web page in place of an answer: a passing fault, or the address of something else."""


def blotted(response: Response, secret: str) -> Response:
    """Return a response without the key, should the server repeat it, plainly or in JSON's escapes."""
    codes = [f"{ord(sign):04x}" for sign in secret]
    escapes = ("".join(f"\\u{code}" for code in form) for form in (codes, map(str.upper, codes)))
    body = response.body
    for form in {secret, secret.replace("/", "\\/"), *escapes} - {""}:
        body = body.replace(form.encode(), b"***")
    return response if body == response.body else replace(response, body=body)


def read_response(response: Response, request: ChatRequest, now: float) -> Reply | Fault:
    """Return the reply that a response holds, or what is wrong with it; ``now`` is the time of the clock."""
    status = response.status
    if status == 200:
        return _read_reply(response.body, request)
    said = _error_text(response.body)
    reason = f"the server says {status}" + (f": {said}" if said else "")
    if status in AGAIN or status >= 500:
        return Fault(reason, Remedy.AGAIN, retry_after(response.headers.get("retry-after", ""), now))
    if status in HOPELESS:
        return Fault(reason, Remedy.STOP)
    if status in ELSEWHERE or 300 <= status < 400:
        return Fault(reason, Remedy.MOVE)
    return Fault(reason, Remedy.GIVE_UP if 400 <= status < 500 else Remedy.AGAIN)


def retry_after(text: str, now: float) -> float | None:
    """Return how long a server wants to be left alone, in seconds; it says so in seconds or by a date.

    >>> retry_after("7", 0), retry_after("Thu, 01 Jan 1970 00:01:00 GMT", 40), retry_after("soon", 0)
    (7.0, 20.0, None)
    """
    text = text.strip()
    if text.replace(".", "", 1).isdecimal() and text.isascii() and len(text) < 10:
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def _read_reply(body: bytes, request: ChatRequest) -> Reply | Fault:
    if body[:CHECKED].lstrip()[:1] == b"<":
        return Page("a web page came in place of an answer", Remedy.AGAIN)
    try:
        data = json.loads(body.decode("utf-8", errors="replace"))
    except (ValueError, RecursionError) as error:
        return Fault(f"the response is no JSON: {error}", Remedy.AGAIN)
    return read_completion_data(data, request)


def read_completion_data(data: Any, request: ChatRequest) -> Reply | Fault:
    """Return the reply in a response that was read as JSON, or why there is none."""
    choice = _first(_get(data, "choices"))
    message = _get(choice, "message")
    if not isinstance(message, dict):
        said = _said(data)
        return Fault("the response holds no message" + (f": {said}" if said else ""), Remedy.AGAIN)
    text, reasoning = _text(message.get("content")), _text(message.get("reasoning_content"))
    finish = _get(choice, "finish_reason")
    tokens_in, tokens_out, counted = _tokens(_get(data, "usage"), request, text + reasoning)
    return Reply(
        text=text,
        reasoning=reasoning,
        finish=finish if isinstance(finish, str) else "",
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        counted=counted,
    )


def _tokens(usage: Any, request: ChatRequest, text: str) -> tuple[int, int, bool]:
    """Return the tokens that a server counts, where they can be, and else about how many there are."""
    size = len(text.encode())
    counts = [_get(usage, name) for name in ("prompt_tokens", "completion_tokens")]
    most = (2 * request.most_tokens_in + 4096, max(request.max_tokens, size) + 64)
    least = (1, 1 if text else 0)
    if all(
        type(one) is int and low <= one <= high for one, low, high in zip(counts, least, most, strict=True)
    ):
        return counts[0], counts[1], True
    return request.about_tokens_in, -(-size // 4), False


def _text(content: Any) -> str:
    """Return a message's text, which some servers give in parts."""
    if isinstance(content, list):
        return "".join(_text(_get(part, "text")) for part in content)
    # Half a character, which no file could hold, is replaced.
    return content.encode(errors="replace").decode() if isinstance(content, str) else ""


def _error_text(body: bytes) -> str:
    """Return a server's own words about what went wrong, in one line."""
    text = body[:CHECKED].decode("utf-8", errors="replace")
    try:
        return _said(json.loads(text)) or _shortened(text)
    except (ValueError, RecursionError):
        return _shortened(text)


def _said(data: Any) -> str:
    """Return the message in an error's data."""
    error = _get(data, "error")
    found = (_get(error, "message"), error, _get(data, "message"), _get(data, "detail"))
    return next((_shortened(one) for one in found if isinstance(one, str) and one), "")


def _shortened(text: str) -> str:
    line = " ".join(text.encode(errors="replace").decode().split())
    return line if len(line) <= SHOWN else f"{line[: SHOWN - 3]}..."


def _get(data: Any, name: str) -> Any:
    return data.get(name) if isinstance(data, dict) else None


def _first(data: Any) -> Any:
    return data[0] if isinstance(data, list) and data else None
