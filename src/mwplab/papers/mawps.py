"""MAWPS: tables of Koncel-Kedziorski and others (2016), on a repository of problems."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from mwplab.catalogue import load
from mwplab.curate import LowOverlap, Minimise, Reduced
from mwplab.curate.grammatical import grammatical
from mwplab.errors import DataError, MissingDependency
from mwplab.measures import take
from mwplab.papers.cells import NotRun, Value
from mwplab.papers.table import Ours, row_cells
from mwplab.records import Problem, Score
from mwplab.text.grammar import make_grammar

DATASETS = {
    "AddSub": "mawps/addsub",
    "SingleOp": "mawps/singleop",
    "MultiArith": "mawps/multiarith",
    "SingleEq": "mawps/singleeq",
    "SimulEq-S": "mawps/simuleq-s",
    "SimulEq-L": "mawps/simuleq-l",
}
"""The paper's names of the six sets and ours."""

COLUMNS = ("problems", "lex_full", "lex_half", "lex_reduction", "tmpl_full", "tmpl_half", "tmpl_reduction")
"""The columns of Table 1 but the number of grammatical problems."""

LEXICAL = "case and punctuation kept, pairs of words within sentences"
READING = "unranked"
"""How the program behind the paper reads templates; the notes have a reading by the rank of operators."""

STARTS = 10
"""How many random starts the greedy choice has; the paper does not say."""


def table1() -> Iterator[Ours]:
    """Yield size, overlap of the whole and of the greedy half, and grammatical problems of each set."""
    for row, name in DATASETS.items():
        yield from row_cells(row, COLUMNS, partial(_measured, name))
    yield from _grammatical_cells()


def _measured(name: str) -> dict[str, float | Value]:
    dataset = load(name)
    lexical, template, ranked = (
        take(dataset, measure).score
        for measure in ("lexical-overlap", f"template-overlap(reading={READING})", "template-overlap")
    )
    words = LowOverlap(minimise=Minimise.LEXICAL, starts=STARTS, improve=True).reduce(dataset)
    shapes = LowOverlap(minimise=Minimise.TEMPLATE, reading=READING).reduce(dataset)
    by_rank = LowOverlap(minimise=Minimise.TEMPLATE).reduce(dataset)
    halved = (
        f"greedy, the best of {STARTS} starts: {100 * words.greedy.lexical:.4f}, "
        f"after swaps {100 * words.part.lexical:.4f}"
    )
    filled = f"greedy; the least possible is {_percent(shapes.optimum or 0)}"
    rank = "split at the first operator, as the authors' program; operators by their rank: "
    return {
        "problems": len(dataset),
        "lex_full": _cell(lexical, LEXICAL),
        "lex_half": Value(_percent(words.greedy.lexical), halved, signature=_made(words)),
        "lex_reduction": _reduction(words.greedy.lexical, lexical),
        "tmpl_full": _cell(template, f"{rank}{_percent(ranked.value)}"),
        "tmpl_half": Value(
            _percent(shapes.greedy.template),
            f"{filled}; {rank}{_percent(by_rank.greedy.template)}",
            signature=_made(shapes),
        ),
        "tmpl_reduction": _reduction(shapes.greedy.template, template),
    }


def _grammatical_cells() -> Iterator[Ours]:
    found: dict[str, tuple[Problem, ...]] = {}
    for row, name in DATASETS.items():
        try:
            found[row] = load(name).problems
        except DataError as error:
            yield row, "grammatical", NotRun(str(error))
    try:
        grammar = make_grammar().name
        # All at once, since the sets share many sentences.
        answers = iter(
            grammatical([problem for problems in found.values() for problem in problems], jobs=None)
        )
    except MissingDependency as error:
        yield from ((row, "grammatical", NotRun(str(error))) for row in found)
        return
    note = f"every sentence accepted by {grammar}; the paper has the English Resource Grammar"
    for row, problems in found.items():
        yield row, "grammatical", Value(sum(next(answers) for _ in problems), note)


def _cell(score: Score, note: str) -> Value:
    return Value(_percent(score.value), note, signature=score.signature)


def _reduction(half: float, full: Score) -> Value:
    # What the paper prints follows from its cells with one digit, not from what they were rounded from.
    printed = round(100 * half, 1) / round(100 * full.value, 1)
    unrounded = _percent(1 - half / full.value)
    return Value(_percent(1 - printed), f"from both cells with one digit, as in the paper; else {unrounded}")


def _made(reduced: Reduced) -> str:
    recipe = reduced.dataset.recipe
    return f"data:{recipe.inputs[0]}|made:{';'.join(recipe.steps)}|version:{recipe.version}"


def _percent(value: float) -> float:
    return round(100 * value, 2)
