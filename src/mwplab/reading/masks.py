"""What is not the answer is blanked out, so that all places stay as they are in the raw text."""

from __future__ import annotations

import re
from dataclasses import dataclass

_THOUGHT = re.compile(
    r"<(?P<close>/?)(?:think|thinking|thought|reasoning|scratchpad|analysis)>"
    r"|\[(?P<close2>/?)THINK\]|◁(?P<close3>/?)think▷|<\|(?:begin|(?P<close4>end))_of_thought\|>",
    re.IGNORECASE,
)
_FINAL_CHANNEL = "<|channel|>final<|message|>"
_END_OF_TURN = re.compile(
    r"<\|(?:im_end|eot_id|endoftext|end_of_text|return|end)\|>|</s>|<end_of_turn>|<eos>"
)
_SPECIAL = re.compile(r"<\|[^|<>\n]{1,40}\|>|</?s>|<(?:bos|eos|pad|start_of_turn|end_of_turn)>|\[/?INST\]")
_CALCULATION = re.compile(r"<<[^<>\n]{0,200}>>|~~[^~\n]{1,200}~~")
_FENCE = re.compile(r"^[ \t]{0,12}(?:```+|~~~+)[ \t]{0,4}([A-Za-z+#-]{0,20})[^\n`]{0,80}$", re.MULTILINE)
_PROSE = frozenset(
    {"", "json", "text", "txt", "plaintext", "markdown", "md", "latex", "tex", "math", "output", "yaml"}
)
_VISIBLE = re.compile(r"\S")
_SIGNS = str.maketrans("−﹣－：＝０１２３４５６７８９", "---:=0123456789")


@dataclass(frozen=True, slots=True)
class Masked:
    """A completion with blanks for what is not the answer."""

    text: str
    """As long as the raw text."""

    hidden: bool
    """Whether reasoning or a program was blanked out."""


def mask(text: str, *, programs: bool = True) -> Masked:
    """Return a completion without reasoning, special tokens, what was struck out, and ``programs``.

    >>> mask("<think>3 + 4?</think>7").text.strip(), mask("<think>3 + 4").hidden
    ('7', True)
    """
    text = text.translate(_SIGNS)
    final = text.rfind(_FINAL_CHANNEL)
    spans = [(0, final + len(_FINAL_CHANNEL))] if final >= 0 else []
    thoughts = _thoughts(text)
    text = _blank(text, spans + thoughts)
    text = _first_turn(text)
    fenced = _programs(text) if programs else []
    text = _blank(text, fenced)
    text = _SPECIAL.sub(_spaces, text)
    return Masked(_CALCULATION.sub(_spaces, text), bool(thoughts or fenced))


def _thoughts(text: str) -> list[tuple[int, int]]:
    """Return the stretches of reasoning; an end without a beginning ends what began with the text."""
    spans: list[tuple[int, int]] = []
    opened: int | None = None
    for tag in _THOUGHT.finditer(text):
        if any(tag.groups()):
            spans.append((0 if opened is None else opened, tag.end()))
            opened = None
        elif opened is None:
            opened = tag.start()
    return spans if opened is None else [*spans, (opened, len(text))]


def _first_turn(text: str) -> str:
    """Blank what a model goes on to write after it has ended its turn."""
    said = _VISIBLE.search(_SPECIAL.sub(_spaces, text[:200_000]))
    end = _END_OF_TURN.search(text, said.start()) if said else None
    return text if end is None else text[: end.start()] + " " * (len(text) - end.start())


def _programs(text: str) -> list[tuple[int, int]]:
    """Return fences with the programs in them; of other fences only the marks."""
    spans: list[tuple[int, int]] = []
    opened: tuple[int, bool] | None = None
    for fence in _FENCE.finditer(text):
        if opened is None:
            opened = fence.start(), fence[1].lower() not in _PROSE
        else:
            if opened[1]:
                spans.append((opened[0], fence.end()))
            opened = None
        spans.append(fence.span())
    return [*spans, (opened[0], len(text))] if opened is not None and opened[1] else spans


def _blank(text: str, spans: list[tuple[int, int]]) -> str:
    pieces, place = [], 0
    for start, end in sorted(spans):
        if end > place:
            start = max(start, place)
            pieces += [text[place:start], " " * (end - start)]
            place = end
    return "".join([*pieces, text[place:]])


def _spaces(match: re.Match[str]) -> str:
    return " " * len(match[0])
