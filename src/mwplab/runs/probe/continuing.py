"""The probe that has a model go on with the beginning of a problem: who knows the text repeats it.

What is right cannot be told from what was read before by answers alone. A model that has met a text goes on
with its very words and numbers; one that has not can guess the words, and not the numbers. So each problem is
set beside itself with other numbers, which nobody has read, and both are cut at the same place.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from statistics import fmean
from typing import ClassVar

from mwplab.errors import NotRun
from mwplab.judge.judgement import Judge, Judgement, silence
from mwplab.perturb import perturb
from mwplab.records import UNREACHED, Dataset, Prediction, Problem, Result, Row, Verdict
from mwplab.reports.battery import Section
from mwplab.reports.tables import Table, shown_p
from mwplab.runs.compare import Pair, compare_variants
from mwplab.runs.evaluate import run_plan
from mwplab.runs.plan import Made, make_plan
from mwplab.runs.probe.bench import ORIGINAL, Bench
from mwplab.runs.probe.probe import SURE, differences, present, whole_score
from mwplab.runs.probe.settings import folder_name
from mwplab.solvers.language_model.prompts import Prompt, load_prompt
from mwplab.solvers.language_model.solver import LanguageModel
from mwplab.spec import Spec
from mwplab.statistics import compare_paired

JUDGE = "continuation"
"""Under this name stands whether a text was repeated to its end, or for as many words as are looked at."""

CHANGE = "resampled-numbers"
"""What makes of a problem a text that nobody has read."""

REST = "rest"
"""The field of ``extra`` that holds what comes next."""

OTHER = "other numbers"
"""What the run on the changed problems is called."""

HINT = (
    "This is a hint and no proof: a model may know a text and not repeat it when asked like this, and the "
    "words of a common story can be guessed."
)

SHOWN = 5
"""Examples that are shown."""

LONGEST = 120
"""Characters of a text that are shown."""

_WORD = re.compile(r"[\w'’]+(?:[.,:/]\d+)*%?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Continuation:
    """Gives a model the beginning of each problem and counts how many of its next words are the problem's."""

    words: int = 20
    """How many words of the rest are looked at, at most."""

    least: int = 6
    """How many words the beginning must have, so that there is something to recognise."""

    title: ClassVar[str] = "Texts continued"

    def __call__(self, bench: Bench) -> Section:
        """Return how far texts are repeated, beside the same texts with other numbers."""
        made = bench.solver_at_hand()
        if not isinstance(made.solver, LanguageModel):
            raise NotRun("the solver writes no text, so it cannot go on with one")
        cut = {one.id: self._cut(one) for one in bench.whole}
        changed = perturb(bench.whole, [CHANGE], seed=bench.settings.seed).dataset
        variants = [one for one in changed if cut.get(one.parent or "") is not None]
        if not variants:
            raise NotRun(f"no problem of {bench.whole.full_name} is long enough, with a number in its rest")
        kept = {one.parent for one in variants}
        prompt = continuation_prompt()
        step = str(Spec("beginnings", {"prompt": prompt.id, "words": self.words, "least": self.least}))
        original = beginnings(bench.whole, {id: place for id, place in cut.items() if id in kept}, step)
        other = beginnings(changed, {one.id: cut[one.parent or ""] for one in variants}, step)
        asked = replace(made, solver=made.solver.asked_by(prompt))
        other_cut = "" if self == type(self)() else f"({self.words}, {self.least})"
        results = {
            label: self._run(bench, asked, dataset, f"{JUDGE}-{label}{other_cut}")
            for label, dataset in ((ORIGINAL, original), (OTHER, other))
        }
        return self._section(bench, results)

    def _cut(self, problem: Problem) -> int | None:
        """Return how many words the beginning has: half, or fewer, so that a number is in the rest."""
        words = [*_WORD.finditer(problem.text)]
        last = max((one.start for one in problem.quantities), default=-1)
        before = sum(word.end() <= last for word in words)
        place = min(len(words) // 2, before)
        return place if place >= self.least else None

    def _run(self, bench: Bench, made: Made, dataset: Dataset, key: str) -> Result:
        settings = bench.settings
        plan = make_plan(made.solver, dataset, seed=settings.seed)
        judges: dict[str, Judge] = {JUDGE: self._judge}
        signature = made.signed(replace(plan.signature, judges=tuple(judges)))
        return run_plan(
            replace(plan, judges=judges, signature=signature),
            None if bench.folder is None else bench.folder / folder_name(key),
            batch=settings.batch,
            progress=settings.progress,
            description=f"asking for {key}",
        )

    def _judge(self, problem: Problem, prediction: Prediction) -> Judgement:
        if UNREACHED in prediction.trace or not any(one.strip() for one in prediction.samples):
            return silence(prediction, "text")
        met, there = self.agreement(problem, prediction)
        verdict = Verdict.CORRECT if met == there else Verdict.WRONG
        return Judgement(verdict, f"the next {met} of {there} words are those of the problem")

    def agreement(self, problem: Problem, prediction: Prediction) -> tuple[int, int]:
        """Return how many words in a row a model wrote as the problem goes on, and how many there are."""
        rest = words_of(str(problem.extra[REST]))[: self.words]
        said = words_of(prediction.samples[0])
        start = words_of(problem.text)
        if said[: len(start)] == start:  # told to go on, many begin anew
            said = said[len(start) :]
        met = next(
            (place for place, (one, two) in enumerate(zip(rest, said, strict=False)) if one != two),
            min(len(rest), len(said)),
        )
        return met, len(rest)

    def _section(self, bench: Bench, results: dict[str, Result]) -> Section:
        first, second = results.values()
        parents = {row.problem.id: row for row in first.rows if _spoke(row)}
        pairs = [
            (parents[row.problem.parent], row)
            for row in second.rows
            if _spoke(row) and row.problem.parent is not None and row.problem.parent in parents
        ]
        if not pairs:
            raise NotRun("no text was gone on with, in its own form and with other numbers")
        met = [
            [self.agreement(row.problem, row.prediction)[0] for row in side]
            for side in zip(*pairs, strict=True)
        ]
        return Section(
            name=JUDGE,
            title=self.title,
            sentences=self._words(pairs, met, bench.settings.seed),
            scores=present(whole_score(first, JUDGE, ORIGINAL), whole_score(second, JUDGE, OTHER)),
            differences=differences(ORIGINAL, OTHER, compare_variants(first, second)),
            tables=(_longest(pairs, met),),
            results=results,
        )

    def _words(self, pairs: Sequence[Pair], met: Sequence[Sequence[int]], seed: int) -> tuple[str, ...]:
        """Return what was found in words."""
        groups = _groups(pairs)
        found = compare_paired(met[0], met[1], groups, seed=seed)
        apart, sure = found.difference, found.p_value < SURE
        exact = sum(row.verdicts[JUDGE] is Verdict.CORRECT for row, _ in pairs)
        return (
            f"Of {len(pairs)} problems {fmean(met[0]):.2f} next words in a row are repeated on average, with "
            f"other numbers, which nobody has read, {fmean(met[1]):.2f}; the difference of "
            f"{apart.value:+.2f} [{apart.low:+.2f}, {apart.high:+.2f}] "
            f"{'is more than chance' if sure else 'may be chance'} "
            f"(p {shown_p(found.p_value)}, {found.test}).",
            f"Repeated to the end, or for {self.words} words: {exact}.",
            "That is a sign that some of these texts were read in training."
            if sure and apart.value > 0
            else "There is no sign that these texts were read in training.",
            HINT,
        )


def beginnings(dataset: Dataset, cut: Mapping[str, int | None], step: str) -> Dataset:
    """Return problems cut after so many words; what comes next stands apart, where no solver sees it."""
    found = []
    for problem in dataset:
        words = cut.get(problem.id)
        if words is not None:
            end = [*_WORD.finditer(problem.text)][words - 1].end()
            found.append(
                Problem(
                    id=problem.id,
                    body=problem.text[:end],
                    parent=problem.parent,
                    seed=problem.seed,
                    extra={REST: problem.text[end:].strip()},
                )
            )
    return replace(dataset.derive(tuple(found), step), splits={})


def words_of(text: str) -> list[str]:
    """Return the words and numbers of a text, without regard to case and marks.

    >>> words_of("Ann's 1,200 figs, 2.5 kg!")
    ["ann's", '1,200', 'figs', '2.5', 'kg']
    """
    return [word[0].casefold().replace("’", "'") for word in _WORD.finditer(text)]


def continuation_prompt() -> Prompt:
    """Return how a model is asked to go on."""
    return load_prompt(str(files(__package__) / "data" / "continuation.toml"))


def _longest(pairs: Sequence[Pair], met: Sequence[Sequence[int]]) -> Table:
    """Return the problems that were repeated furthest, with what was written."""
    places = sorted(range(len(pairs)), key=lambda place: -met[0][place])[:SHOWN]
    records: tuple[dict[str, str | float], ...] = tuple(
        {
            "problem": pairs[place][0].problem.id,
            "repeated": met[0][place],
            "other_numbers": met[1][place],
            "goes_on": _shortened(str(pairs[place][0].problem.extra[REST])),
            "wrote": _shortened(pairs[place][0].prediction.samples[0]),
        }
        for place in places
    )
    columns = ("problem", "words repeated", "with other numbers", "goes on", "the model wrote")
    rows = tuple(tuple(map(str, record.values())) for record in records)
    return Table("Repeated furthest", columns, rows, records)


def _shortened(text: str) -> str:
    line = " ".join(text[: 4 * LONGEST].split())
    return line if len(line) <= LONGEST else f"{line[:LONGEST]} […]"


def _groups(pairs: Sequence[Pair]) -> list[Hashable] | None:
    groups: list[Hashable] = [row.problem.seed or row.problem.id for row, _ in pairs]
    return None if len(set(groups)) == len(groups) else groups


def _spoke(row: Row) -> bool:
    return row.verdicts[JUDGE] in (Verdict.CORRECT, Verdict.WRONG)
