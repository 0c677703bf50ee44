"""GSM-Symbolic: templates made from GSM8K's test problems, and the instances of the hardest kind.

{"question": "Ann has 18 figs and eats 5. How many are left?", "answer": "18-5 = <<18-5=13>>13\\n#### 13",
 "id_orig": 40, "id_shuffled": 2, "answer_annotated": "{n}-{k} = <<{n}-{k}={n-k}>>{n-k}\\n#### {n-k}",
 "question_annotated": "{name,Ann} has {n,18} figs and eats {k,5}. ...\\n\\n#init: ...\\n#answer: n - k"}

{"id": 2, "instance": 7, "question": "Bo has 31 ...", "answer": "... #### 9", "original_id": 40,
 "original_question": "...", "original_answer": "...", "canary": "..."}                   (instances)

The expressions behind ``#answer`` are kept as text and never evaluated.
"""

from __future__ import annotations

import gzip
import json
from typing import Any

from mwplab.catalogue.folder import Folder
from mwplab.catalogue.gsm8k import worked_problem
from mwplab.records import Dataset, Problem

KINDS = ("symbolic", "p1", "p2")

Record = dict[str, Any]


def read(folder: Folder) -> Dataset:
    """Read the templates, each as the GSM8K problem that it was made from, with its own text in extra."""
    paths = {kind: [one for one in folder.paths() if f"/templates/{kind}/" in one] for kind in KINDS}
    parts = {kind: [_template(kind, json.loads(folder.text(path))) for path in paths[kind]] for kind in KINDS}
    return Dataset(
        name="gsm-symbolic",
        problems=tuple(problem for part in parts.values() for problem in part),
        splits={kind: tuple(problem.id for problem in part) for kind, part in parts.items()},
    )


def read_p2(folder: Folder) -> Dataset:
    """Read the instances of the P2 templates; each keeps its canary, by which a leak into training shows."""
    content = gzip.decompress(folder.bytes("gsm-symbolic/GSM_p2.jsonl.gz")).decode("utf-8")
    records = (json.loads(line) for line in content.split("\n") if line)
    return Dataset(name="gsm-symbolic/p2", problems=tuple(map(_instance, records)))


def _template(kind: str, record: Record) -> Problem:
    original = _original(record["id_orig"])
    return worked_problem(
        f"gsm-symbolic/{_key(kind, record['id_shuffled'])}",
        record["question"],
        record["answer"],
        parent=original,
        seed=original,
        extra={name: record[name] for name in ("id_orig", "question_annotated", "answer_annotated")},
    )


def _instance(record: Record) -> Problem:
    return worked_problem(
        f"gsm-symbolic/p2/{record['id']}-{record['instance']}",
        record["question"],
        record["answer"],
        parent=f"gsm-symbolic/{_key('p2', record['id'])}",
        seed=_original(record["original_id"]),
        extra={name: record[name] for name in ("original_id", "canary")},
    )


def _key(kind: str, number: int) -> str:
    return f"{kind}-{number:04}"


def _original(number: int) -> str:
    return f"gsm8k/test-{number}"
