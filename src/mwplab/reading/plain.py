r"""LaTeX and Markdown in a short stretch of text become plain signs: ``3\frac{1}{2}`` is ``3 1/2``."""

from __future__ import annotations

import re
from collections.abc import Callable

MONEY = "\ue000"
"""Stands for a dollar sign that means money while those that enclose formulas are taken away."""

_FRACTION = re.compile(r"(\d?)\s?\\[dtc]?frac\s?(?:\{([^{}]*)\}\s?\{([^{}]*)\}|(\d)\s?(\d))")
_TEXT = re.compile(
    r"\\(?:text(?:bf|it|rm|sf|tt)?|math(?:rm|bf|it|sf|tt)|mbox|operatorname|boxed|fbox|underline|emph|bold)\s?\{([^{}]*)\}"
)
_ROOT = re.compile(r"\\sqrt\s?\{([^{}]*)\}")
_POWER = re.compile(r"\^\s?\{([^{}]*)\}")
_MATH = re.compile(r"\$\$?([^$\n]*[^$\s])\$\$?(?!\d)")
_SPACED = re.compile(r"(\d)(?:\\,|\{,\}|[\u00a0\u2009\u202f])(?=\d{3}(?!\d))")
_COMMANDS = {
    r"\times": "*", r"\cdot": "*", r"\ast": "*", r"\div": "/", r"\approx": "≈", r"\pi": "pi", r"\%": "%",
    r"\$": MONEY, r"\#": "#", r"\&": "&", r"\_": "_", r"\,": " ", r"\;": " ", r"\:": " ", r"\!": "",
    r"\quad": " ", r"\qquad": " ", r"\left": "", r"\right": "", r"\ ": " ", r"\(": " ", r"\)": " ",
    r"\[": " ", r"\]": " ", r"\{": "(", r"\}": ")", r"\circ": "°", r"\degree": "°", r"\pounds": "£",
    r"\euro": "€", r"\cents": "¢", r"\cent": "¢", r"\to": "→", r"\rightarrow": "→", r"\implies": "→",
    r"\Rightarrow": "→", r"\\": "; ", r"\colon": ":", r"\dots": " ", r"\ldots": " ", r"\displaystyle": "",
    r"\neg": "-", r"\equiv": "=", r"\simeq": "≈",
}  # fmt: skip
_COMMAND = re.compile(r"\\(?:begin|end)\s?\{[^{}]*\}|\\(?:[A-Za-z]+|.)", re.DOTALL)
_ROUNDS = 12
_MARKDOWN = re.compile(
    r"\*\*+|(?<!\w)__+|__+(?!\w)|`+|(?<![\w*])\*(?=\S)|(?<=[^\s\d*])\*(?![\w*])|^[ \t]*(?:#+|>)[ \t]*", re.M
)
_RAISED = re.compile(r"(?<=\d)\*\*(?=\d)")
_GLYPH = re.compile("[¼½¾⅐-⅞]")
_GLYPHS = {
    "¼": "1/4", "½": "1/2", "¾": "3/4", "⅐": "1/7", "⅑": "1/9", "⅒": "1/10", "⅓": "1/3", "⅔": "2/3",
    "⅕": "1/5", "⅖": "2/5", "⅗": "3/5", "⅘": "4/5", "⅙": "1/6", "⅚": "5/6", "⅛": "1/8", "⅜": "3/8",
    "⅝": "5/8", "⅞": "7/8",
}  # fmt: skip
_SIGNS = str.maketrans({"×": "*", "÷": "/", "·": "*", "⁄": "/", "∶": ":", "‐": "-", "‑": "-", "\u00a0": " ",
                        "\u2009": " ", "\u202f": " ", MONEY: "$", "“": '"', "”": '"'})  # fmt: skip


def plain(text: str) -> str:
    r"""Return a short text without LaTeX and Markdown.

    >>> plain(r"$\boxed{3\frac{1}{2}\text{ cups}}$"), plain(r"**\$1{,}200**"), plain(r"$x = \dfrac{1}{4}$")
    ('3 1/2 cups', '$1200', 'x = 1/4')
    """
    if "\\" in text or "{" in text or "$" in text:
        text = _without_latex(text)
    text = _SPACED.sub(r"\1", text)
    text = _MARKDOWN.sub("", _RAISED.sub("^", text))
    text = _GLYPH.sub(_glyph, text)
    return re.sub(r"[ \t]+", " ", text.translate(_SIGNS)).strip()


def _without_latex(text: str) -> str:
    text = _SPACED.sub(r"\1", text.replace(r"\$", MONEY).replace(r"\%", "%"))
    text = _MATH.sub(r"\1", text)
    changes: list[tuple[re.Pattern[str], Callable[[re.Match[str]], str]]] = [
        (_TEXT, lambda match: f" {match[1]} "),
        (_POWER, lambda match: "°" if match[1].strip() == r"\circ" else f"^({match[1]})"),
        (_ROOT, lambda match: f"sqrt({match[1]})"),
        (_FRACTION, _fraction),
    ]
    for _ in range(_ROUNDS):
        before = text
        for pattern, change in changes:
            text = pattern.sub(change, text)
        if text == before:
            break
    text = _COMMAND.sub(_command, text).replace("^°", "°")
    return text.replace("{", "").replace("}", "").replace(" ^", "^")


def _fraction(match: re.Match[str]) -> str:
    before, top, bottom = match[1], match[2] or match[4] or "", match[3] or match[5] or ""
    whole = top.strip().isdecimal() and bottom.strip().isdecimal()
    return f"{before} {top.strip()}/{bottom.strip()}" if whole else f"{before} ({top})/({bottom})"


def _command(match: re.Match[str]) -> str:
    command = match[0]
    if command in _COMMANDS:
        return _COMMANDS[command]
    return " " if command.startswith((r"\begin", r"\end")) or command[1:].isalpha() else command[1:]


def _glyph(match: re.Match[str]) -> str:
    digit = match.start() and match.string[match.start() - 1].isdigit()
    return f"{' ' if digit else ''}{_GLYPHS.get(match[0], match[0])}"
