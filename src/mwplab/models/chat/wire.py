"""One HTTP/1.1 connection: a request out, a bounded response in, and the line kept open for the next.

h11 reads and writes the protocol, asyncio moves the bytes. A general client spends more on its pool than on
the requests once hundreds are under way; here whoever asks has a line of their own.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from mwplab.errors import MissingDependency, SpecError

try:
    import h11
except ImportError as error:
    raise MissingDependency.of("h11", extra="llm", purpose="a model on a server") from error

LARGEST = 16 * 2**20
"""Bytes of the longest response that is read."""

CHUNK = 65_536

HANDSHAKE = 15.0
"""Seconds in which an encrypted line must be agreed upon; a server that does not encrypt never answers."""


class BrokenExchange(Exception):
    """The line broke, or what came over it is no HTTP; never leaves the room."""


class NoServer(Exception):
    """Nobody answers at the address; never leaves the room."""


@dataclass(frozen=True, slots=True)
class Response:
    """What a server sent back."""

    status: int
    """The status code."""

    headers: Mapping[str, str]
    """By name in lower case."""

    body: bytes
    """All of it."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server listens."""

    host: str
    """Name or number."""

    port: int
    """The port."""

    secure: bool
    """Whether the line is encrypted."""

    path: str
    """What stands before the name of the service, ``/v1``."""

    @classmethod
    def parse(cls, base_url: str) -> Address:
        """Read an address; keys have no place in it.

        >>> Address.parse("https://models.example/v1/")
        Address(host='models.example', port=443, secure=True, path='/v1')
        """
        example = "give one such as http://localhost:8080/v1"
        try:
            parts = urlsplit(base_url)
            port = parts.port
        except ValueError as error:
            raise SpecError(f"{base_url!r} is no address of a server ({error}); {example}") from error
        if parts.scheme not in ("http", "https") or not parts.hostname or not base_url.isascii():
            raise SpecError(f"{base_url!r} is no address of a server; {example}")
        if parts.username or parts.password or parts.query or parts.fragment:
            raise SpecError(
                "the address of a server must hold no key, since it is shown and kept; name the environment "
                f"variable that holds the key by key=NAME, and {example}"
            )
        secure = parts.scheme == "https"
        return cls(parts.hostname, port or (443 if secure else 80), secure, parts.path.rstrip("/"))


class Line:
    """A connection to one server, opened when first used and again where it was closed."""

    def __init__(self, address: Address, context: ssl.SSLContext | None) -> None:
        self.address = address
        self.context = context
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._protocol = h11.Connection(h11.CLIENT)

    async def post(self, path: str, headers: Mapping[str, str], body: bytes) -> Response:
        """Send a request and return the response; a line that the server closed meanwhile is opened again."""
        reused = self._streams is not None and not self._streams[0].at_eof()
        try:
            return await self._exchange(path, headers, body)
        except _Unanswered as error:
            if not reused:
                raise BrokenExchange(str(error)) from error
        return await self._exchange(path, headers, body)

    async def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            writer = self._streams[1]
            self._streams = None
            writer.close()
            try:
                await writer.wait_closed()
            except (OSError, ssl.SSLError):
                return

    async def _exchange(self, path: str, headers: Mapping[str, str], body: bytes) -> Response:
        reader, writer = await self._open()
        done = False
        try:
            writer.write(self._written(path, headers, body))
            await writer.drain()
            response = await self._read(reader)
            done = self._protocol.our_state is h11.DONE and self._protocol.their_state is h11.DONE
            return response
        except h11.RemoteProtocolError as error:
            raise BrokenExchange(f"the response is no HTTP: {error}") from error
        except (OSError, ssl.SSLError) as error:
            raise BrokenExchange(f"the line broke: {error.strerror or error}") from error
        finally:
            if done:
                self._protocol.start_next_cycle()
            else:
                await self.close()

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is not None and self._streams[0].at_eof():
            await self.close()
        if self._streams is None:
            try:
                self._streams = await asyncio.open_connection(
                    self.address.host,
                    self.address.port,
                    ssl=self.context,
                    ssl_handshake_timeout=HANDSHAKE if self.context else None,
                    limit=CHUNK,
                )
            except (OSError, ssl.SSLError) as error:
                raise NoServer(str(error.strerror or error)) from error
            self._protocol = h11.Connection(h11.CLIENT)
        return self._streams

    def _written(self, path: str, headers: Mapping[str, str], body: bytes) -> bytes:
        host = self.address.host if ":" not in self.address.host else f"[{self.address.host}]"
        lines = {"host": f"{host}:{self.address.port}", **headers, "content-length": str(len(body))}
        request = h11.Request(method="POST", target=f"{self.address.path}{path}", headers=list(lines.items()))
        parts = (request, h11.Data(data=body), h11.EndOfMessage())
        return b"".join(self._protocol.send(part) or b"" for part in parts)

    async def _read(self, reader: asyncio.StreamReader) -> Response:
        status, headers, length = 0, {}, 0
        parts: list[bytes] = []
        begun = False
        while True:
            event = self._protocol.next_event()
            if event is h11.NEED_DATA:
                data = await reader.read(CHUNK)
                if not data and not begun:
                    raise _Unanswered("the server hung up without a word")
                begun = True
                self._protocol.receive_data(data)
            elif isinstance(event, h11.Response):
                status = event.status_code
                headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in event.headers}
            elif isinstance(event, h11.Data):
                length += len(event.data)
                if length > LARGEST:
                    raise BrokenExchange(f"the response is longer than {LARGEST:,} bytes")
                parts.append(bytes(event.data))
            elif isinstance(event, h11.EndOfMessage):
                return Response(status, headers, b"".join(parts))


class _Unanswered(BrokenExchange):
    """The server closed the line before it said anything."""
