"""Probes that change the problems of the test part and ask the same trained solver again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from mwplab.errors import NotRun
from mwplab.perturb import perturb
from mwplab.records import Dataset, Result, Verdict
from mwplab.reports.battery import Section
from mwplab.reports.report import Difference
from mwplab.runs.breakdown import Label, break_down, judged
from mwplab.runs.compare import compare_variants
from mwplab.runs.divisions import Division
from mwplab.runs.probe.bench import ORIGINAL, Bench
from mwplab.runs.probe.probe import SURE, difference_by, differences, present, shown, verdict, whole_score
from mwplab.runs.probe.settings import NEEDS_TRAINING, comes_trained
from mwplab.spec import Spec

QUESTION = "question-removed"
"""The perturbation that takes the question away."""

NOTHING_RIGHT = "Nothing was right with the problems as they are, so this probe says nothing."
"""What is said where there is nothing to lose."""


def against_original(bench: Bench, changed: Bench, change: str, label: str, title: str) -> Section:
    """Return the original problems beside their variants, as scores and compared pair by pair.

    Its sentence says how many have no variant, where there are such.
    """
    clean, asked = bench.ask(), changed.ask(change)
    compared = differences(ORIGINAL, label, compare_variants(clean, asked))
    difference_by(bench.judge, compared)
    return Section(
        name=change,
        title=title,
        sentences=_left_out(clean, asked, "are not compared"),
        scores=present(whole_score(clean, bench.judge, ORIGINAL), whole_score(asked, bench.judge, label)),
        differences=compared,
        results={ORIGINAL: clean, label: asked},
    )


def _left_out(clean: Result, changed: Result, told: str) -> tuple[str, ...]:
    """Return that some problems have no variant; nothing where all have one."""
    changeable = {row.problem.parent for row in changed.rows}
    count = sum(row.problem.id not in changeable for row in clean.rows)
    return (f"{count} of {len(clean.rows)} problems have no such variant and {told}.",) if count else ()


def right_and_kept(difference: Difference) -> tuple[int, int]:
    """Return how many problems were right as they are, and how many of these stay right when changed."""
    right = round(difference.first_score.value * difference.first_score.n)
    return right, right - difference.only_first


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionRemovedProbe:
    """Takes the question away at test time (SVAMP's Tables 3 and 11), with ``train`` in training as well."""

    train: bool = False
    """Whether the training problems lose their questions too, so that the solver must do without."""

    title: ClassVar[str] = "Question removed"

    def __call__(self, bench: Bench) -> Section:
        """Return how much is right without the question."""
        changed = without_questions(bench) if self.train else bench
        label = "trained and asked without question" if self.train else "without question"
        title = f"{self.title}, in training too" if self.train else self.title
        found = against_original(bench, changed, QUESTION, label, title)
        difference = difference_by(bench.judge, found.differences)
        right, kept = right_and_kept(difference)
        where = "Without the question, in training as well," if self.train else "Without the question"
        told = NOTHING_RIGHT
        if right:
            told = (
                f"Of {right} problems that are right with the question {kept} ({kept / right:.0%}) stay "
                "right without it."
            )
        if kept:
            told += (
                " Nobody can know what is asked then, so for these the story alone, by a pattern or by luck, "
                "is enough."
            )
        sentences = (
            f"{where} {shown(difference.second_score)} of the problems are still right, "
            f"with it {shown(difference.first_score)}; {verdict(difference)}.",
            told,
        )
        return replace(found, sentences=(*sentences, *found.sentences))


def without_questions(bench: Bench) -> Bench:
    """Return a bench whose solver is trained on stories without questions."""
    if not bench.trains or comes_trained(bench.solver):
        raise NotRun(NEEDS_TRAINING)

    def strip(dataset: Dataset) -> Dataset:
        return perturb(dataset, [QUESTION], seed=bench.settings.seed).dataset

    divisions = [Division(one.name, tuple(map(strip, one.train)), one.test) for one in bench.divisions]
    if not all(any(part.problems for part in one.train) for one in divisions):
        raise NotRun("no training problem has a question that can be taken away from its story")
    return bench.other("trained-without-questions", divisions=divisions, how=f"{bench.how};train:{QUESTION}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffledWordsProbe:
    """Shuffles the words at test time: a solver that reads must fail, a bag of words does not notice."""

    numbers: bool = False
    """Whether the numbers change places as well."""

    title: ClassVar[str] = "Words shuffled"

    def __call__(self, bench: Bench) -> Section:
        """Return how much is right without word order."""
        spec = Spec("shuffled-words", {"numbers": True} if self.numbers else {})
        found = against_original(bench, bench, str(spec), "words shuffled", self.title)
        difference = difference_by(bench.judge, found.differences)
        right, kept = right_and_kept(difference)
        if not right:
            told = NOTHING_RIGHT
        elif not kept:
            told = "Nothing that was right stays right."
        else:
            told = "What stays right was not found by reading sentences: which words occur was enough."
        sentences = (
            f"With the words in an order by chance {shown(difference.second_score)} of the problems are "
            f"still right, in their own order {shown(difference.first_score)}; {verdict(difference)}.",
            told,
        )
        return replace(found, sentences=(*sentences, *found.sentences))


@dataclass(frozen=True, slots=True, kw_only=True)
class ResampledNumbersProbe:
    """Draws the numbers anew: whoever has learnt the way to an answer, and not the answer, is as good."""

    count: int = 1
    """Variants of each problem."""

    title: ClassVar[str] = "Numbers drawn anew"

    def __call__(self, bench: Bench) -> Section:
        """Return what is right with other numbers."""
        spec = Spec("resampled-numbers", {"count": self.count} if self.count != 1 else {})
        found = against_original(bench, bench, str(spec), "other numbers", self.title)
        difference = difference_by(bench.judge, found.differences)
        worse = difference.comparison.difference.value > 0 and difference.comparison.p_value < SURE
        if not right_and_kept(difference)[0]:
            told = NOTHING_RIGHT
        elif worse:
            told = "Some answers depend on the very numbers, as they do when problems are remembered."
        else:
            told = "There is no sign that answers were remembered together with their numbers."
        sentences = (
            f"With other numbers of the same size {shown(difference.second_score)} of the problems are "
            f"right, with those of the dataset {shown(difference.first_score)}; {verdict(difference)}.",
            told,
        )
        return replace(found, sentences=(*sentences, *found.sentences))


@dataclass(frozen=True, slots=True, kw_only=True)
class EasyAndHard:
    """Parts the problems by whether the solver is right without the question (SVAMP's Table 4)."""

    title: ClassVar[str] = "Easy and Hard"

    def __call__(self, bench: Bench) -> Section:
        """Return the accuracy, with the question, on the problems of either part."""
        clean = bench.ask()
        blind = {
            row.problem.parent: row.verdicts[bench.judge] is Verdict.CORRECT
            for row in judged(bench.ask(QUESTION).rows, bench.judge)
        }
        rows = [row for row in clean.rows if row.problem.id in blind]
        if not rows:
            raise NotRun(
                f"no problem of {bench.whole.full_name} has a question that can be taken away, and a verdict "
                "without it"
            )
        parts = break_down(
            rows,
            [("set", lambda problem: (_easy_or_hard(blind[problem.id]),))],
            bench.judge,
            signature=clean.signature,
        )
        scores = {one.score.slice: one.score for one in parts}
        easy, hard = scores.get("set=Easy"), scores.get("set=Hard")
        right = sum(score.value * score.n for score in scores.values())
        sentences = []
        if easy is not None and hard is not None:
            sentences.append(
                f"Of {easy.n} problems that the solver gets right without their question (Easy) it gets "
                f"{shown(easy)} with it, of the {hard.n} others (Hard) {shown(hard)}."
            )
            if right:
                sentences.append(
                    f"{easy.value * easy.n / right:.0%} of what it gets right is Easy. The Hard part is the "
                    "fairer measure of whether questions are understood."
                )
        elif easy is not None or hard is not None:
            sentences.append(f"All {len(rows)} problems are {'Easy' if hard is None else 'Hard'}.")
        if scores and not right:
            sentences.append(NOTHING_RIGHT)
        sentences += _left_out(clean, bench.ask(QUESTION), "belong to neither part")
        return Section(
            name="easy-and-hard",
            title=self.title,
            sentences=tuple(sentences),
            scores=tuple(one.score for one in parts),
            adjusted={
                (one.score.name, one.score.slice): one.adjusted for one in parts if one.adjusted is not None
            },
            results={ORIGINAL: clean, "without question": bench.ask(QUESTION)},
        )


def _easy_or_hard(right: bool) -> Label:
    return "Easy" if right else "Hard"
