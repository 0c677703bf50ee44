"""Texts that say that there is no answer."""

from __future__ import annotations

import re
from collections import deque

_CANNOT = (
    r"\b(?:i|we)(?: am| ['’]?m|['’]m| are|['’]re)? ?(?:cannot|can ?not|can['’]?t|could not|couldn['’]t"
    r"|unable to|not able to|do not know how to|don['’]t know how to|won['’]t|will not)\s(?:\w+\s){0,2}?"
    r"(?:determine|answer|solve|help|provide|compute|calculate|tell|say|find|assist|give|comply|continue|do|work)\b"
    r"|\b(?:i|we) (?:really )?(?:do not|don['’]t) know\b|\bi(?:['’]m| am) not sure\b|\bi have no idea\b"
    r"|\bas an ai\b[^.]{0,80}\b(?:cannot|can['’]t|unable)\b"
)
_IMPERSONAL = (
    r"\b(?:cannot|can['’]?t|can not|could not) be (?:\w+ )?"
    r"(?:determined|answered|solved|calculated|computed|found|known|said)\b"
    r"|\bimpossible to (?:determine|tell|say|know|answer|solve|calculate)\b"
    r"|\b(?:not enough|insufficient|not sufficient|too little) (?:information|data|details)\b"
    r"|\b(?:is|are) not (?:enough|sufficient) (?:information|data)\b"
    r"|\b(?:undetermined|indeterminate|unanswerable)\b"
    r"|\bnot (?:\w{1,20} ){1,2}enough information\b|\bno (?:unique |valid )?(?:answer|solution)\b"
)
_REFUSAL = re.compile(f"{_CANNOT}|{_IMPERSONAL}", re.IGNORECASE)
_NOTHING = re.compile(
    r"\W*(?:n/?a|none|null|nil|unknown|no answer|not applicable|not given|not available|\?+|nothing"
    r"|unclear|undefined)\W*",
    re.IGNORECASE,
)


def find_refusal(text: str) -> re.Match[str] | None:
    """Return the last place where a text refuses to answer.

    >>> find_refusal("I'm sorry, I cannot solve this.")[0]
    'I cannot solve'
    """
    return next(iter(deque(_REFUSAL.finditer(text), maxlen=1)), None)


def is_refusal(text: str) -> bool:
    """Tell whether a short text stands where the answer should and says that there is none.

    >>> is_refusal("N/A."), is_refusal("cannot be determined"), is_refusal("12")
    (True, True, False)
    """
    return bool(_NOTHING.fullmatch(text) or _REFUSAL.search(text))
