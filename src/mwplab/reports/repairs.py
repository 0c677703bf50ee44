"""A draft of corrections for what a check found, to be read, decided and kept by a person."""

from __future__ import annotations

import json
from collections.abc import Iterable

from mwplab.records import Finding, FindingKind


def draft_repairs(findings: Iterable[Finding]) -> str:
    """Return one table per contradiction: what the equation gives, with both sides as the reason.

    >>> wrong = Finding(problem="a/7", kind=FindingKind.ANSWER, message="it is 9, not 8", found="9")
    >>> print(draft_repairs([wrong]))
    [7]
    answers = "9"
    reason = "it is 9, not 8"
    <BLANKLINE>
    """
    wrong = [one for one in findings if one.kind is FindingKind.ANSWER]
    return "\n".join(
        f"[{_key(one.problem)}]\nanswers = {_text(one.found)}\nreason = {_text(one.message)}\n"
        for one in wrong
    )


def _key(problem: str) -> str:
    key = problem.rpartition("/")[2]
    return key if key.replace("-", "").isalnum() and key.isascii() else _text(key)


def _text(value: str) -> str:
    """Return a TOML string; JSON's quoting is a part of TOML's."""
    return json.dumps(value, ensure_ascii=False)
