"""Keys as they are pressed in a terminal, or line by line where there is none."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, TextIO

QUIT = "q"
"""What the end of the input stands for."""

_ENTER = ("\r", "\n")
_BACK = ("\x7f", "\b")
_END = "\x04"
_ESCAPE = "\x1b"


class Keys(Protocol):
    """Where answers come from."""

    def key(self) -> str:
        """Return the next key."""
        ...

    def line(self, prompt: str) -> str:
        """Ask for a line of text."""
        ...


class PipedKeys:
    """Reads lines: the first letter of a line is the key, and a question takes the whole next line."""

    def __init__(self, source: TextIO, shown: TextIO) -> None:
        self.source = source
        self.shown = shown

    def key(self) -> str:
        """Return the first letter of the next line that has one; at the end of the input, to quit."""
        for line in self.source:
            if line.strip():
                return line.strip()[0]
        return QUIT

    def line(self, prompt: str) -> str:
        """Return the next line."""
        self.shown.write(f"{prompt}\n")
        return self.source.readline().strip()


class TerminalKeys:
    """Reads single keys from a terminal that waits for no Enter."""

    def __init__(self, descriptor: int, shown: TextIO) -> None:
        self.descriptor = descriptor
        self.shown = shown
        self.waiting = b""

    def key(self) -> str:
        """Return the next key; arrows and the like are passed over."""
        while True:
            letter = self._letter()
            if letter == _ESCAPE:
                self._pass_over()
            else:
                return QUIT if letter in ("", _END) else letter

    def line(self, prompt: str) -> str:
        """Return a line, shown while it is typed; Escape gives an empty one."""
        typed: list[str] = []
        self._show(prompt)
        while (letter := self._letter()) not in ("", _END, *_ENTER):
            if letter == _ESCAPE:
                self._pass_over()
                typed.clear()
                break
            if letter in _BACK:
                if typed:
                    typed.pop()
                    self._show("\b \b")
            elif letter.isprintable():
                typed.append(letter)
                self._show(letter)
        self._show("\n")
        return "".join(typed).strip()

    def _letter(self) -> str:
        """Return one letter, which may be several bytes; nothing at the end of the input."""
        for size in range(1, 5):
            while len(self.waiting) < size:
                more = self._read()
                if not more:
                    return ""
                self.waiting += more
            try:
                letter = self.waiting[:size].decode()
            except UnicodeDecodeError:
                continue
            self.waiting = self.waiting[size:]
            return letter
        self.waiting = self.waiting[1:]
        return "�"

    def _read(self) -> bytes:
        try:
            return os.read(self.descriptor, 1024)
        except OSError:
            # The terminal is gone.
            return b""

    def _pass_over(self) -> None:
        """Drop the rest of an escape sequence, which arrives together with its beginning."""
        if self.waiting[:1] in (b"[", b"O"):
            end = next((at for at, byte in enumerate(self.waiting[1:], 1) if 0x40 <= byte <= 0x7E), None)
            self.waiting = b"" if end is None else self.waiting[end + 1 :]

    def _show(self, text: str) -> None:
        self.shown.write(text)
        self.shown.flush()


@contextmanager
def open_keys() -> Iterator[Keys]:
    """Give the keys of the terminal, which is set back at the end, or the lines of what is piped in."""
    if not sys.stdin.isatty():
        yield PipedKeys(sys.stdin, sys.stdout)
        return
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        yield TerminalKeys(descriptor, sys.stdout)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
