"""The harnesses that tasks are written for."""

from __future__ import annotations

from enum import StrEnum

PROMPT = "chain-of-thought"
"""How a task asks, unless another prompt is named."""


class Harness(StrEnum):
    """What a task can be written for."""

    LM_EVAL = "lm-eval"
    """lm-evaluation-harness of EleutherAI."""

    INSPECT = "inspect"
    """inspect_ai of the UK AI Security Institute."""
