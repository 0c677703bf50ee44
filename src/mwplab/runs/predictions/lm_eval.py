"""Sample logs of lm-evaluation-harness, ``samples_*.jsonl``.

{"doc_id": 0, "doc": {"question": "Ann has 2 hats ...", "answer": "5"}, "target": "5", "filter": "strict",
 "arguments": {"gen_args_0": {"arg_0": "Q: Ann has ...", "arg_1": {"until": ["\\n"]}}},
 "resps": [["She has 5.", "It is 6."]], "filtered_resps": ["5"],
 "metrics": ["exact_match"], "exact_match": 1.0}

A document has a line for each filter. The raw responses are the same in all of them and read once; of the
later lines the scores are read.
Where options were weighed instead, ``resps`` holds for each a likelihood, and ``arg_1`` is the option.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mwplab.errors import RecordError
from mwplab.runs.predictions.said import Said, found_texts, named_ids, shown

Record = dict[str, Any]

REPEATS = "mwplab:repeats"
"""The key of the mark on a line that repeats a document."""


def mark_repeats(records: Iterator[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Mark the lines that repeat a document for another filter.

    >>> lines = [{"doc_id": 0, "filter": "strict"}, {"doc_id": 0, "filter": "flexible"}, {"doc_id": 1}]
    >>> [REPEATS in line for _, line in mark_repeats(("line", line) for line in lines)]
    [False, True, False]
    """
    first: dict[str, str] = {}
    for place, data in records:
        if isinstance(data, dict):
            chosen = str(data.get("filter"))
            if first.setdefault(str(data.get("doc_id")), chosen) != chosen:
                data[REPEATS] = True
        yield place, data


def read_sample(place: str, data: Any) -> Said:
    """Return what a line of a sample log says.

    >>> said = read_sample("line 1", {"doc": {"id": 7}, "resps": [["It is 5.", "It is 6."]]})
    >>> said.ids, said.completions
    (('7',), ('It is 5.', 'It is 6.'))
    """
    if not isinstance(data, dict) or not isinstance(data.get("resps"), list):
        raise RecordError("a sample of lm-evaluation-harness has a list 'resps', this has none")
    doc, resps = data.get("doc"), data["resps"]
    record: Record = doc if isinstance(doc, dict) else {"text": doc}
    ids, texts = named_ids(record), found_texts(record)
    scores = _scores(data)
    if REPEATS in data:
        return Said(place=place, ids=ids, texts=texts, scores=scores, repeats=True)
    if resps and all(isinstance(each, list) and each and _is_weighed(each[0]) for each in resps):
        return Said(place=place, ids=ids, texts=texts, answers=(_likeliest(data, resps),), scores=scores)
    responses = resps[0] if len(resps) == 1 and isinstance(resps[0], list) else resps
    strange = next((each for each in responses if not isinstance(each, str)), None)
    if strange is not None:
        raise RecordError(f"a response is neither a text nor a likelihood: {shown(strange)}")
    return Said(place=place, ids=ids, texts=texts, completions=tuple(responses), scores=scores)


def _scores(data: Record) -> dict[str, float]:
    """Return the first metric of a line, which says what is right; others may count something else."""
    metrics, filter = data.get("metrics"), data.get("filter")
    name = metrics[0] if isinstance(metrics, list) and metrics else ""
    value = data.get(name) if isinstance(name, str) else None
    if not isinstance(value, int | float) or not 0 <= value <= 1:
        return {}
    return {name if filter in (None, "none") else f"{name},{filter}": float(value)}


def _is_weighed(response: Any) -> bool:
    return isinstance(response, list) and len(response) == 2 and _likelihood(response) is not None


def _likelihood(response: list[Any]) -> float | None:
    try:
        return float(response[0])
    except (TypeError, ValueError):
        return None


def _likeliest(data: Record, resps: list[list[list[Any]]]) -> str:
    """Return the option with the highest likelihood."""
    weights = [_likelihood(each[0]) or 0.0 for each in resps]
    arguments = data.get("arguments")
    asked = list(arguments.values()) if isinstance(arguments, dict) else arguments
    best = max(range(len(weights)), key=weights.__getitem__)
    if not isinstance(asked, list) or len(asked) != len(weights):
        raise RecordError(f"{len(weights)} options were weighed, but 'arguments' does not name as many")
    option = asked[best].get("arg_1") if isinstance(asked[best], dict) else asked[best]
    option = option[1] if isinstance(option, list) and len(option) == 2 else option
    if not isinstance(option, str):
        raise RecordError(f"the option that was weighed is no text: {shown(option)}")
    return option.strip()
