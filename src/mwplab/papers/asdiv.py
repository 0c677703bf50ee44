"""ASDiv: tables of Miao, Liang and Su (2020), on the diversity of corpora."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from statistics import fmean

from mwplab.catalogue import load
from mwplab.measures import take
from mwplab.papers.cells import NotRun, Value
from mwplab.papers.table import Ours, row_cells

CORPORA = {
    "AI2": "ai2",
    "IL": "il",
    "KAZB": "alg514",
    "ALGES": "mawps/singleeq",
    "DRAW": "draw",
    "AllArith": "allarith",
    "MathQA": "mathqa",
    "ASDiv-A": "asdiv-a",
    "ASDiv": "asdiv",
}
"""The paper's names of the corpora and ours."""

TYPED = ("ASDiv-A", "ASDiv")
"""The corpora with problem types, within which the paper compares; MathQA has subjects such as *physics*."""

LEXICON, SYNTAX = "lexicon-diversity", "syntactic-diversity"

NO_FORMULAS = "MathQA's training part was released without formulas, so that MathQA-C cannot be drawn from it"
NO_FOLDS = "the folds of ALGES were not released with its problems"
"""Why rows are not run."""

READINGS = {
    LEXICON: "lemmas of content words, numbers and names masked, BLEU-4 smoothed by method3",
    SYNTAX: "tags of words, BLEU-4 smoothed by method3",
}
"""How the paper's definition was read where it does not say: the smoothing is the one that fits MAWPS."""

COMPARED = {
    "corpus": "each with all others",
    "type": "each with those of its type",
    "training": "each with all training problems",
}
"""With whom problems were compared."""


@dataclass(frozen=True, slots=True)
class Found:
    """The diversity of a corpus, problem by problem."""

    values: tuple[float, ...]
    """The value of each problem that was compared with others."""

    signature: str
    """How it was measured."""

    @property
    def mean(self) -> float:
        """The corpus diversity."""
        return fmean(self.values)

    @property
    def zeros(self) -> float:
        """The percentage of problems that are alike with another one."""
        return 100 * sum(value <= 0 for value in self.values) / len(self.values)

    @property
    def halves(self) -> float:
        """The percentage of problems with a value of at least 0.5."""
        return 100 * sum(value >= 0.5 for value in self.values) / len(self.values)


@cache
def within(row: str, measure: str, group: str) -> Found:
    """Return the diversity within a corpus, each problem compared with all others or those of its type."""
    found = take(load(CORPORA[row]), f"{measure}(group={group})")
    return Found(_known(found.summary.each), found.signature)


@cache
def beside_training(row: str, measure: str) -> Found:
    """Return the diversity of the test problems, each compared with all training problems of its fold."""
    name = CORPORA[row]
    dataset = load(name)
    if dataset.folds:
        found = take(dataset, measure, folds=True)
    else:
        found = take(dataset.split("test"), measure, train=dataset.split("train"))
    return Found(_known(found.summary.each), found.signature)


@cache
def within_tests(row: str, measure: str, group: str) -> Found:
    """Return the diversity within each test part, all parts together."""
    dataset = load(CORPORA[row])
    tests = [dataset.split(f"{fold}/test") for fold in dataset.folds] or [dataset.split("test")]
    found = [take(test, f"{measure}(group={group})") for test in tests]
    return Found(
        tuple(value for one in found for value in _known(one.summary.each)),
        "; ".join(one.signature for one in found),
    )


def stated_group(row: str) -> str:
    """Return with whom the paper compares: problems of the same type where a corpus has types.

    >>> stated_group("ASDiv"), stated_group("MathQA")
    ('type', 'corpus')
    """
    return "type" if row in TYPED else "corpus"


def corpora() -> Iterator[Ours]:
    """Yield corpus lexicon diversity, and how many problems have LD = 0 and SD = 0."""
    columns = ["cld", "ld_zero_percent", "sd_zero_percent"]
    for row in ("MathQA", "IL", "AI2", "ALGES", "ASDiv-A", "ASDiv"):
        yield from row_cells(row, columns, partial(_corpus_cells, row))
    yield from (("MathQA-C", column, NotRun(NO_FORMULAS)) for column in columns)


def _corpus_cells(row: str) -> dict[str, float | Value]:
    group = stated_group(row)
    lexicon, syntax = (within(row, measure, group) for measure in (LEXICON, SYNTAX))
    words, tags = (within(row, measure, "corpus") for measure in (LEXICON, SYNTAX))
    whole = "with all others {:.4g}" if group == "type" else ""
    return {
        "cld": _value(lexicon, lexicon.mean, LEXICON, group, whole.format(words.mean), _over_tags(tags)),
        "ld_zero_percent": _value(lexicon, lexicon.zeros, LEXICON, group, whole.format(words.zeros)),
        "sd_zero_percent": _value(syntax, syntax.zeros, SYNTAX, group, whole.format(tags.zeros)),
    }


def train_test() -> Iterator[Ours]:
    """Yield the lexicon diversity of test problems, against training problems and within the test part."""
    for row in ("ASDiv-A", "IL", "AllArith", "AI2", "KAZB", "DRAW", "MathQA", "ASDiv"):
        columns = ["cld_train_test", "ld_at_least_half_percent", "cld_within_test"]
        yield from row_cells(row, columns, partial(_tested_cells, row))
    yield "ALGES", "ld_at_least_half_percent", NotRun(NO_FOLDS)
    yield "MathQA-C", "ld_at_least_half_percent", NotRun(NO_FORMULAS)


def _tested_cells(row: str) -> dict[str, float | Value]:
    group = stated_group(row)
    beside, tests = beside_training(row, LEXICON), within_tests(row, LEXICON, group)
    whole = f"with all others {within_tests(row, LEXICON, 'corpus').mean:.3f}" if group == "type" else ""
    tags = _over_tags(within_tests(row, SYNTAX, "corpus"))
    return {
        "cld_train_test": _value(
            beside, beside.mean, LEXICON, "training", _over_tags(beside_training(row, SYNTAX))
        ),
        "ld_at_least_half_percent": _value(beside, beside.halves, LEXICON, "training"),
        "cld_within_test": _value(tests, tests.mean, LEXICON, group, whole, tags),
    }


def _over_tags(found: Found) -> str:
    return f"the same over tags {found.mean:.3f}"


def _value(found: Found, number: float, measure: str, group: str, *others: str) -> Value:
    parts = (f"{READINGS[measure]}, {COMPARED[group]}", *others)
    return Value(round(number, 4), "; ".join(part for part in parts if part), signature=found.signature)


def _known(each: tuple[float | None, ...]) -> tuple[float, ...]:
    return tuple(value for value in each if value is not None)
