"""Logs of inspect_ai, packed (``.eval``) or as JSON; nothing of inspect_ai is needed to read them.

{"version": 2, "status": "success", "eval": {"model": "...", ...},
 "samples": [{"id": 1, "epoch": 1, "input": "Ann has 2 hats ...", "target": "5",
              "output": {"choices": [{"message": {"role": "assistant", "content": "She has 5."}}],
                         "completion": "She has 5.", "usage": {"input_tokens": 11, "output_tokens": 4}},
              "scores": {"match": {"value": "C"}}, "error": {"message": "..."}, "total_time": 0.2}]}

A packed log has each sample in a file of its own, ``samples/ID_epoch_1.json``. Each epoch of a sample, and
each choice of an output, is a sample of its problem. A content is a text or a list of parts, of which those
of the type text count; a long one may stand apart, under ``attachments``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from mwplab.errors import DataError, RecordError
from mwplab.records import Usage
from mwplab.records.jsonl import parse_json
from mwplab.runs.predictions.files import ZIP, begins, document
from mwplab.runs.predictions.packed import members
from mwplab.runs.predictions.said import Said, named_ids, shown

Record = Mapping[str, Any]

ATTACHED = "attachment://"


SCORES = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
"""Correct, partly, incorrect, no answer."""


CUT = ("max_tokens", "model_length")
"""Why a completion ended that became too long."""


def log_records(path: Path) -> Iterator[tuple[str, Any]]:
    """Yield the samples of a log with their places."""
    if begins(path) == ZIP:
        samples: Iterable[Any] = _unpacked(path)
    else:
        log = document(path)
        found = log.get("samples") if isinstance(log, dict) else None
        samples = found if isinstance(found, list) else ()
    number = 0
    for number, sample in enumerate(samples, start=1):
        yield f"sample {number}", sample
    if not number:
        raise DataError(f"{path.name}: the log has no samples; make one without --no-log-samples")


def _unpacked(path: Path) -> Iterator[Any]:
    for name, content in members(path, "samples/"):
        try:
            yield parse_json(content.decode())
        except (RecordError, UnicodeDecodeError) as error:
            raise DataError(f"{path.name}, {name}: {error}") from error


def read_sample(place: str, data: Any) -> Said:
    """Return what a sample of a log says.

    >>> output = {"choices": [{"message": {"content": [{"type": "text", "text": "It is 5."}]}}]}
    >>> said = read_sample("sample 1", {"id": 3, "input": "How many?", "output": output})
    >>> said.ids, said.texts, said.completions
    (('3',), ('How many?',), ('It is 5.',))
    """
    if not isinstance(data, dict):
        raise RecordError(f"expected a sample in braces, found {shown(data)}")
    attached = _record(data.get("attachments"))
    output, metadata = _record(data.get("output")), _record(data.get("metadata"))
    asked = data.get("input")
    messages = asked if isinstance(asked, list) else [{"content": asked, "role": "user"}]
    users = [_content(one, attached) for one in map(_record, messages) if one.get("role") == "user"]
    told = output.get("choices")
    choices = [_record(one) for one in told] if isinstance(told, list) else []
    written = [(_content(_record(one.get("message")), attached), one.get("stop_reason")) for one in choices]
    completions = [one for one in written or [(_text(output.get("completion"), attached), None)] if one[0]]
    return Said(
        place=place,
        ids=named_ids({"id": data.get("id"), "problem": metadata.get("problem")} | dict(metadata)),
        texts=tuple(text for text in users if text),
        completions=tuple(text for text, _ in completions),
        cut=frozenset(place for place, (_, reason) in enumerate(completions) if reason in CUT),
        usage=_usage(data, _record(output.get("usage"))),
        failure=str(_record(data.get("error")).get("message") or "")[:200],
        scores=_scores(_record(data.get("scores"))),
    )


def _scores(scores: Record) -> dict[str, float]:
    """Return what each scorer says; one that gives several values, or words, is left out."""
    values = {name: _record(score).get("value") for name, score in scores.items()}
    known = {name: SCORES.get(one) if isinstance(one, str) else one for name, one in values.items()}
    return {name: float(one) for name, one in known.items() if isinstance(one, int | float) and 0 <= one <= 1}


def _record(value: Any) -> Record:
    return value if isinstance(value, dict) else {}


def _content(message: Record, attached: Record) -> str:
    """Return the text of a message; what was thought aloud is no part of it."""
    content = message.get("content")
    parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
    texts = (_text(one.get("text"), attached) for one in map(_record, parts) if one.get("type") == "text")
    return "\n".join(text for text in texts if text)


def _text(value: Any, attached: Record) -> str:
    if isinstance(value, str) and value.startswith(ATTACHED):
        value = attached.get(value.removeprefix(ATTACHED), value)
    return value if isinstance(value, str) else ""


def _usage(data: Record, tokens: Record) -> Usage | None:
    time = _amount(data.get("total_time"))
    # Tokens that a server found in its own cache are counted apart, and were read all the same.
    read = ("input_tokens", "input_tokens_cache_read", "input_tokens_cache_write")
    tokens_in = sum(int(_amount(tokens.get(name))) for name in read)
    tokens_out = int(_amount(tokens.get("output_tokens")))
    found = Usage(seconds=time, tokens_in=tokens_in, tokens_out=tokens_out)
    return None if found == Usage() else found


def _amount(value: Any) -> float:
    """Return a time or a count; one that makes no sense is none."""
    return float(value) if isinstance(value, int | float) and 0 <= value < 1e12 else 0.0
