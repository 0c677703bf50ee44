"""The chat client with 256 requests under way: what it costs this process, and what the server costs apart.

The server is a process of its own on loopback that answers each request after a fixed time, so that the
client's share of a core is its own. Run with: python benchmarks/bench_chat.py
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from mwplab.models.chat import ChatRequest, Message, ResponseCache
from mwplab.models.chat.client import ChatClient

REQUESTS = 4000
UNDER_WAY = 256
SECONDS = 0.6
"""How long the server thinks about each request."""

MEMORY = Path("/dev/shm")
"""A folder in memory: what making a file costs on a disk is the file system's and differs from day to day."""

GOAL = 5.0
"""Per cent of one core that 100 requests a second may cost."""

SERVER = """
import asyncio, json, sys, time

told = "There are 3 bags of 4 figs, so 3 * 4 = 12. The answer is 12. " * 4
message = {"role": "assistant", "content": told}
usage = {"prompt_tokens": 90, "completion_tokens": 80, "total_tokens": 170}
choices = [{"index": 0, "message": message, "finish_reason": "stop"}]
body = json.dumps({"id": "b", "object": "chat.completion", "choices": choices, "usage": usage}).encode()
head = f"HTTP/1.1 200 OK\\r\\ncontent-type: application/json\\r\\ncontent-length: {len(body)}\\r\\n\\r\\n"
running = most = 0

class Serve(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport, self.rest = transport, b""

    def data_received(self, data):
        global running, most
        self.rest += data
        end = self.rest.find(b"\\r\\n\\r\\n")
        if end < 0:
            return
        length = int(self.rest[:end].lower().split(b"content-length:")[1].split(b"\\r\\n")[0])
        if len(self.rest) >= end + 4 + length:
            self.rest = self.rest[end + 4 + length :]
            running += 1
            most = max(most, running)
            asyncio.get_running_loop().call_later(float(sys.argv[1]), self.answer)

    def answer(self):
        global running
        running -= 1
        self.transport.write(head.encode() + body)

async def main():
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Serve, "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.readline)
    print(time.process_time(), most, flush=True)
    server.close()

asyncio.run(main())
"""


def measure(address: str, place: str, where: str | None) -> None:
    """Print what asking costs, and what reading the replies back costs, with a cache at some place."""
    story = "A market woman has {0} bags with {1} figs in each and sells 7 figs. How many figs are left? " * 3
    asked = [
        ChatRequest(model="m", messages=(Message("user", story.format(number, number + 1)),))
        for number in range(REQUESTS)
    ]
    with tempfile.TemporaryDirectory(dir=where) as folder:
        client = ChatClient(address, concurrency=UNDER_WAY, cache=ResponseCache(Path(folder)))
        for what in (f"asked, cache {place}", f"from the cache {place}"):
            before, wall = os.times(), time.perf_counter()
            replies = client.complete_many(asked)
            after, wall = os.times(), time.perf_counter() - wall
            assert all(reply.text for reply in replies)
            user, system = after.user - before.user, after.system - before.system
            each = 1000 * (user + system) / REQUESTS
            print(
                f"{what:<26} {REQUESTS / wall:7,.0f}/s; {each:.3f} ms of this process each "
                f"({100 * system / (user + system):.0f} % in the kernel): "
                f"{10 * each:.2f} % of a core per 100 requests/s (goal {GOAL:g})"
            )


def main() -> None:
    """Measure with the cache in memory, where there is such a place, and on the disk."""
    process = subprocess.Popen(
        [sys.executable, "-c", SERVER, str(SECONDS)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    address = f"http://127.0.0.1:{int(process.stdout.readline())}/v1"
    if MEMORY.is_dir():
        measure(address, "in memory", str(MEMORY))
    measure(address, "on disk", None)
    said, _ = process.communicate("end\n", timeout=60)
    seconds, most = said.split()
    print(f"the server apart: {1000 * float(seconds) / REQUESTS / 2:.3f} ms each; at most {most} at once")


if __name__ == "__main__":
    main()
