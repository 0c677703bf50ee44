"""Only problems whose every sentence is grammatical."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mwplab.curate.recipe import step_of
from mwplab.records import Dataset, Problem
from mwplab.text import sentences
from mwplab.text.grammar import accepted


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammatical:
    """Keeps the problems all of whose sentences a broad-coverage grammar accepts, as MAWPS does."""

    grammar: str = "link-grammar"
    """One of `mwplab.text.grammar.grammars`; the paper's is ``erg(grammar=PATH)``."""

    def __call__(self, dataset: Dataset) -> Dataset:
        """Return the problems that are accepted."""
        return self.filter(dataset)

    def filter(self, dataset: Dataset, *, jobs: int | None = 1, cluster: str | None = None) -> Dataset:
        """Return the problems that are accepted, with the sentences spread over processes."""
        answers = grammatical(dataset.problems, self.grammar, jobs=jobs, cluster=cluster)
        kept = tuple(problem for problem, answer in zip(dataset.problems, answers, strict=True) if answer)
        return dataset.derive(kept, step_of("grammatical", self))


def grammatical(
    problems: Sequence[Problem],
    grammar: str | None = None,
    *,
    jobs: int | None = 1,
    cluster: str | None = None,
) -> list[bool]:
    """Return for each problem whether all its sentences are accepted; each different one is parsed once."""
    found = [[span.of(problem.text) for span in sentences(problem.text)] for problem in problems]
    different = list(dict.fromkeys(sentence for each in found for sentence in each))
    answers = dict(zip(different, accepted(different, grammar, jobs=jobs, cluster=cluster), strict=True))
    return [all(answers[sentence] for sentence in each) for each in found]
