"""Body and question: taking a text apart and putting it together."""

from __future__ import annotations

import re

from mwplab.text.lexicon import word_set
from mwplab.text.sentences import Span, sentences

_LEAD = (
    r"(?:(?:and|so|then|now|about|approximately|at|in|by|for|to|on|of|from|after|during|until|with|out|together|total|"
    r"least|most|exactly)\s+){0,3}"
)
_ASKING = r"(?:how|what|what['’]s|which|who|whom|whose|where|when|why)\b"
_ORDERS = (
    "find determine calculate compute give write express name list state estimate convert solve choose show "
    "tell figure evaluate identify use"
)
_AUXILIARIES = "is are was were do does did has have had can could will would should must may"
_ORDERING = rf"(?:{'|'.join(_ORDERS.split())})\b"
_HELPING = rf"(?:{'|'.join(_AUXILIARIES.split())})\s+(?:\w+)"

_ASKS = re.compile(rf"[\"'“(]*{_LEAD}(?:{_ASKING}|{_ORDERING}|{_HELPING})", re.IGNORECASE)
_ASKS_WITHOUT_MARK = re.compile(rf"[\"'“(]*{_LEAD}(?:how|what|{_ORDERING})\b", re.IGNORECASE)
_CLAUSES = (
    re.compile(rf"(?<=,)\s*(?={_LEAD}(?:how|what|{_ORDERING})\b)", re.IGNORECASE),
    re.compile(rf"(?<=,)\s*(?={_LEAD}{_ASKING})", re.IGNORECASE),
    re.compile(rf"(?<=,)\s*(?={_HELPING})", re.IGNORECASE),
)
_CONDITION = re.compile(
    r"[\"'“(]*(?:and|so|but|now)?\s*(?:if|when|since|given|suppose|assuming|after|because|once|as|while|before)\b",
    re.IGNORECASE,
)
_CLAUSE_WITHOUT_COMMA = re.compile(
    r"\s(?=(?:how\s+(?:many|much|long|far|old|fast|tall|big)|what\s+(?:is|was|are|will|would))\b)",
    re.IGNORECASE,
)
_OPEN_END = word_set("by in at for to of on with from and or but then that asked calculate find")
_LOWERED = word_set(
    f"how what which who whom whose where when why then now about approximately at in by for to on of from "
    f"after during until with together total altogether the a an if each {_ORDERS} {_AUXILIARIES}"
)
_FIRST_WORD = re.compile(r"\s*([^\W\d_]+)")


def split_question(text: str) -> tuple[str, str]:
    """Return the body and the question of a text; the body is all that stands before the question begins.

    >>> split_question("Ada has 5 figs. If she eats 2, how many are left?")
    ('Ada has 5 figs. If she eats 2,', 'how many are left?')
    >>> split_question("Twice a number is 8. Find the number.")
    ('Twice a number is 8.', 'Find the number.')
    """
    spans = sentences(text)
    first = _first_asking(text, spans)
    if first is None:
        return text.strip(), ""
    place = spans[first].start + _clause_start(spans[first].of(text))
    return text[:place].strip(), text[place:].strip()


def join_question(body: str, question: str) -> str:
    """Return body and question as running text: an open clause gets its comma, the question a small letter.

    >>> join_question("If she eats 2 figs", "How many are left?")
    'If she eats 2 figs, how many are left?'
    >>> join_question("Ada eats 2 figs.", "How many are left?")
    'Ada eats 2 figs. How many are left?'
    """
    body, question = body.strip(), question.strip()
    if not body or not question:
        return body or question
    if body.rstrip("\"'”’) ")[-1:] in (".", "?", "!", ""):
        return f"{body} {question}"
    stem = body.rstrip(" ,")
    return f"{stem}{_comma(body, stem)} {_lowered(question)}"


def _first_asking(text: str, spans: tuple[Span, ...]) -> int | None:
    """Return which sentence the question begins in: the first of the last run of questions, or of orders."""
    pieces = [span.of(text) for span in spans]
    asking = {index for index, piece in enumerate(pieces) if piece.rstrip("\"'”’) ").endswith("?")}
    asking = asking or {index for index, piece in enumerate(pieces) if _asks_without_mark(piece)}
    if not asking:
        return None
    first = max(asking)
    while first - 1 in asking and _ASKS.match(pieces[first]):
        first -= 1
    return first


def _asks_without_mark(sentence: str) -> bool:
    return bool(_ASKS_WITHOUT_MARK.match(sentence) or _CLAUSES[0].search(sentence))


def _clause_start(sentence: str) -> int:
    """Return where in its sentence the question begins, behind the condition before it if there is one."""
    if _ASKS.match(sentence):
        return 0
    for clause in _CLAUSES:
        match = clause.search(sentence)
        if match:
            return match.end()
    match = _CLAUSE_WITHOUT_COMMA.search(sentence) if _CONDITION.match(sentence) else None
    return match.end() if match else 0


def _comma(body: str, stem: str) -> str:
    """Return the mark that closes an open clause, spaced as the body spaces its marks."""
    if not body.endswith(",") and stem.rpartition(" ")[2].lower() in _OPEN_END:
        return ""
    return " ," if re.search(r"\s[.,?!](?:\s|$)", body) else ","


def _lowered(question: str) -> str:
    """Return the question with a small first letter unless it begins with a name or *I*."""
    match = _FIRST_WORD.match(question)
    if match and match.group(1).lower() in _LOWERED:
        return question[0].lower() + question[1:]
    return question
