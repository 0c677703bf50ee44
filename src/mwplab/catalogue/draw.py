"""DRAW-1K, ALG-514 and Dolphin-L: algebra problems with derivations.

{"iIndex": 12, "sQuestion": "Two pens cost $ 3 more than a pad . A pad costs $ 5 . What do two pens cost ?",
 "lEquations": ["2*pen = 3 + pad", "pad = 5"], "lSolutions": [4.0, 5.0],
 "Template": ["a * m = b + n", "n = c"],
 "Alignment": [{"coeff": "a", "SentenceId": 0, "TokenId": 0, "Value": 2.0}, ...],
 "Equiv": [[[0, 0, 2.0], [2, 2, 2.0]]]}

The text is split on spaces, and a sentence ends behind a token ``.``, ``?`` or ``!``; both counts begin at 0.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from mwplab.catalogue.folder import Folder
from mwplab.catalogue.formats.aligned import (
    ADDED,
    Place,
    match_preferring,
    place_quantities,
    reads,
    split_with_places,
)
from mwplab.catalogue.formats.build import note_matched
from mwplab.catalogue.formats.folds import folds_from_tests
from mwplab.equations import Derivation, Template, read_number, snap
from mwplab.equations.notations import draw as notation
from mwplab.records import Answer, Dataset, Problem
from mwplab.records.problem import join_parts

FOLDS = 5
SENTENCE_ENDS = frozenset(".?!")
SPLITS = ("train", "dev", "test")

Record = dict[str, Any]


def read_draw(folder: Folder) -> Dataset:
    """Read DRAW-1K with its train, dev and test parts; a doubled id gets a suffix."""
    problems = _problems("draw", folder.text("draw/draw.json"))
    wanted = {part: set(folder.text(f"draw/draw-{part}.txt").split()) for part in SPLITS}
    splits = {
        part: tuple(one.id for one in problems if one.key.partition("-")[0] in keys)
        for part, keys in wanted.items()
    }
    return Dataset(name="draw", problems=problems, splits=splits)


def read_alg514(folder: Folder) -> Dataset:
    """Read ALG-514 with its five folds."""
    return _with_folds("alg514", "draw/kushman.json", "draw/kushman-fold-{}.txt", folder)


def read_dolphin_l(folder: Folder) -> Dataset:
    """Read Dolphin-L; a fold trains on all that is outside its test part, also on what no fold tests."""
    return _with_folds("dolphin-l", "draw/dolphin_t2_final.json", "draw/dolphin-t2-fold-new-{}.txt", folder)


def _with_folds(name: str, path: str, fold_path: str, folder: Folder) -> Dataset:
    problems = _problems(name, folder.text(path))
    tests = [
        [f"{name}/{key}" for key in folder.text(fold_path.format(fold)).split()] for fold in range(FOLDS)
    ]
    return Dataset(name=name, problems=problems, splits=folds_from_tests(problems, tests))


def _problems(name: str, text: str) -> tuple[Problem, ...]:
    seen: dict[int, int] = {}
    problems = []
    for record in json.loads(text):
        seen[record["iIndex"]] = times = seen.get(record["iIndex"], 0) + 1
        problems.append(_problem(f"{name}/{record['iIndex']}" + (f"-{times}" if times > 1 else ""), record))
    return tuple(problems)


def _problem(id: str, record: Record) -> Problem:
    alignment = sorted(record["Alignment"], key=lambda one: one["coeff"])
    text, starts = record["sQuestion"], token_starts(record["sQuestion"])
    aligned = [(one["SentenceId"], one["TokenId"], one["Value"]) for one in alignment]
    places = _places(aligned, starts)
    alike = [
        [one for one in _places(group, starts) if reads(text, one) or one in places]
        for group in record["Equiv"]
    ]
    whole = list(dict.fromkeys(chain(places, *alike)))
    body, question, moved = split_with_places(text, whole)
    placed = place_quantities(join_parts(body, question), moved)
    position = dict(zip(whole, placed.positions, strict=True))
    slots = tuple(position[place] for place in places)
    matched = match_preferring(notation.read(record["lEquations"]), placed.quantities, set(slots))
    extra: dict[str, Any] = {
        name: record[name] for name in ("lEquations", "Template", "Equiv") if record[name]
    }
    if placed.added:
        extra[ADDED] = placed.surfaces
    note_matched(extra, matched)
    template = notation.read_template(record["Template"], [one["coeff"] for one in alignment])
    classes = (tuple(dict.fromkeys(position[place] for place in group)) for group in alike)
    return Problem(
        id=id,
        body=body,
        question=question,
        quantities=placed.quantities,
        equations=matched.system,
        derivation=Derivation(Template(template), slots, tuple(one for one in classes if len(one) > 1)),
        answers=tuple(Answer(snap(read_number(str(value)))) for value in record["lSolutions"]),
        ordered=False,
        extra=extra,
    )


def _places(annotated: Iterable[Sequence[Any]], starts: list[list[int]]) -> list[Place]:
    return [
        Place(starts[sentence][token], snap(read_number(str(value)))) for sentence, token, value in annotated
    ]


def token_starts(text: str) -> list[list[int]]:
    """Return for each sentence of a tokenised text where its tokens start.

    >>> token_starts("Add 2 . Why ?")
    [[0, 4, 6], [8, 12]]
    """
    starts: list[list[int]] = [[]]
    place = 0
    for token in text.split(" "):
        starts[-1].append(place)
        place += len(token) + 1
        if token in SENTENCE_ENDS:
            starts.append([])
    return starts if starts[-1] else starts[:-1]
