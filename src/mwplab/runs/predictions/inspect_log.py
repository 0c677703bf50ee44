"""Logs of inspect_ai: read by its own reader where it is installed, else from the JSON form.

{"version": 2, "status": "success", "eval": {"model": "...", ...},
 "samples": [{"id": 1, "epoch": 1, "input": "Ann has 2 hats ...", "target": "5",
              "output": {"choices": [{"message": {"role": "assistant", "content": "She has 5."}}],
                         "completion": "She has 5.", "usage": {"input_tokens": 11, "output_tokens": 4}},
              "error": {"message": "..."}, "total_time": 0.2}]}

Each epoch of a sample, and each choice of an output, is a sample of its problem. A content is a text or a
list of parts, of which those of the type text count; a long one may stand apart, under ``attachments``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from mwplab.errors import DataError, MissingDependency, RecordError
from mwplab.records import Usage
from mwplab.runs.predictions.files import ZIP, begins, document
from mwplab.runs.predictions.said import Said, named_ids, shown

Record = Mapping[str, Any]

FIELDS = {"id", "epoch", "input", "output", "error", "metadata", "total_time", "attachments"}
"""What is asked of the reader of inspect_ai."""

ATTACHED = "attachment://"


def log_records(path: Path) -> Iterator[tuple[str, Any]]:
    """Yield the samples of a log with their places."""
    samples = _read_by_inspect(path) if find_spec("inspect_ai") else _read_json(path)
    if not isinstance(samples, list):
        raise DataError(f"{path.name}: the log has no samples; make one without --no-log-samples")
    yield from ((f"sample {number}", sample) for number, sample in enumerate(samples, start=1))


def _read_by_inspect(path: Path) -> Any:
    try:
        log = import_module("inspect_ai.log").read_eval_log(str(path), resolve_attachments=True)
        samples = log.samples
        return samples and [sample.model_dump(mode="json", include=FIELDS) for sample in samples]
    # The reader of another package may raise anything; whatever it is, the file is at fault.
    except Exception as error:
        raise DataError(f"{path.name} cannot be read as a log of inspect_ai: {str(error)[:200]}") from error


def _read_json(path: Path) -> Any:
    if begins(path) == ZIP:
        raise MissingDependency(
            f"{path.name} is packed, and reading it needs the package 'inspect_ai'; install it with: "
            "pip install inspect_ai, or write the log with: inspect log convert --to json"
        )
    log = document(path)
    return log.get("samples") if isinstance(log, dict) else None


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
    choices = output.get("choices")
    written = [_record(_record(one).get("message")) for one in choices] if isinstance(choices, list) else []
    completions = [_content(one, attached) for one in written] or [_text(output.get("completion"), attached)]
    return Said(
        place=place,
        ids=named_ids({"id": data.get("id"), "problem": metadata.get("problem")} | dict(metadata)),
        texts=tuple(text for text in users if text),
        completions=tuple(text for text in completions if text),
        usage=_usage(data, _record(output.get("usage"))),
        failure=str(_record(data.get("error")).get("message") or "")[:200],
    )


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
    tokens_in, tokens_out = (int(_amount(tokens.get(name))) for name in ("input_tokens", "output_tokens"))
    found = Usage(seconds=time, tokens_in=tokens_in, tokens_out=tokens_out)
    return None if found == Usage() else found


def _amount(value: Any) -> float:
    """Return a time or a count; one that makes no sense is none."""
    return float(value) if isinstance(value, int | float) and 0 <= value < 1e12 else 0.0
