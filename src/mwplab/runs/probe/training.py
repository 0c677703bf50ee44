"""Probes that train anew: the majority template, another corpus, the test corpus itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from mwplab.curate.folds import By
from mwplab.errors import MwplabError, NotRun, RecordError, SpecError
from mwplab.records import Dataset, Result
from mwplab.reports.battery import Section
from mwplab.runs.compare import compare
from mwplab.runs.divisions import FOLDS, OFFICIAL, Division, fold_divisions
from mwplab.runs.plan import loaded
from mwplab.runs.probe.bench import ORIGINAL, Bench
from mwplab.runs.probe.probe import difference_by, differences, present, shown, verdict, whole_score
from mwplab.runs.probe.settings import NEEDS_TRAINING, comes_trained, folder_name
from mwplab.runs.signature import part_line
from mwplab.solvers.baselines.majority import commonest


@dataclass(frozen=True, slots=True, kw_only=True)
class MajorityTemplate:
    """Sets the commonest training template beside the solver, whatever is asked (SVAMP's Tables 2 and 12)."""

    title: ClassVar[str] = "Majority template"

    def __call__(self, bench: Bench) -> Section:
        """Return what the majority template gets, and whether the solver gets more."""
        if not bench.trains:
            raise NotRun(NEEDS_TRAINING)
        if all(problem.equations is None for problem in bench.whole):
            raise NotRun(f"no problem of {bench.whole.full_name} has an equation")
        clean, majority = bench.ask(), bench.other("majority-template", solver="majority").ask()
        compared = differences("solver", "majority", compare(clean, majority))
        difference = difference_by(bench.judge, compared)
        most = commonest(problem.equations for problem in bench.whole)
        return Section(
            name="majority-template",
            title=self.title,
            sentences=(
                f"The commonest template of the training part answers {shown(difference.second_score)} right "
                f"whatever is asked, the solver {shown(difference.first_score)}; {verdict(difference)}.",
                f"The commonest equation of the problems themselves is {most.equations}: {most.count} of "
                f"{most.problems} have it.",
            ),
            scores=present(
                whole_score(clean, bench.judge, "solver"), whole_score(majority, bench.judge, "majority")
            ),
            differences=compared,
            results={"solver": clean, "majority": majority},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossCorpus:
    """Trains on one corpus and tests on another, both ways round."""

    other: str | None = None
    """The other corpus, as the catalogue names it."""

    title: ClassVar[str] = "Across corpora"

    def __post_init__(self) -> None:
        if not isinstance(self.other, str | None):
            raise SpecError(f"the option 'other' cannot be {self.other!r}; give the name of a dataset")

    def __call__(self, bench: Bench) -> Section:
        """Return what is right on either corpus after training on the other."""
        if self.other is None:
            raise NotRun("no other corpus is named; write it as cross-corpus(other=starter)")
        if not bench.trains or comes_trained(bench.solver):
            raise NotRun(NEEDS_TRAINING)
        try:
            there = loaded(self.other)
        except MwplabError as error:  # unknown, not here, or not readable
            raise NotRun(str(error)) from error
        try:
            return self._section(bench, self.other, bench.whole, there)
        except RecordError as error:  # one corpus has problems of the other, or none that can be learnt from
            raise NotRun(str(error)) from error

    def _section(self, bench: Bench, other: str, here: Dataset, there: Dataset) -> Section:
        one = ", ".join([here.full_name, *filter(None, [part_line(here)])])
        two = other if other != one else f"the other {one}"
        folder = folder_name(f"cross-corpus({other})")
        results = {
            f"{one} to {two}": _crossed(bench, f"{folder}/forth", here, there),
            f"{two} to {one}": _crossed(bench, f"{folder}/back", there, here),
        }
        scores = present(*(whole_score(result, bench.judge, label) for label, result in results.items()))
        told = [
            f"Trained on {score.slice.replace(' to ', ', tested on ')}: {shown(score)}." for score in scores
        ]
        return Section(
            name=f"cross-corpus(other={other})",
            title=self.title,
            sentences=(*told, *_seen(results)),
            scores=scores,
            results=results,
        )


def _crossed(bench: Bench, name: str, train: Dataset, test: Dataset) -> Result:
    """Return the run on one corpus after training on the other."""
    return replace(bench.other(name, divisions=[Division("", (train,), test)]), whole=test).ask()


def _seen(results: dict[str, Result]) -> list[str]:
    """Return how many test problems were met in training, where there are any."""
    found = []
    for label, result in results.items():
        shared = next((one for one in result.scores if one.name == "train-overlap-masked"), None)
        if shared is not None and shared.value > 0:
            told = f"{label}: {shared.value:.1%} of the test problems stand in the training data"
            found.append(f"{told}, numbers aside, so that the corpora are not apart.")
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class AddedToTraining:
    """Adds the other folds of the test corpus to the training data; variants of one seed stay in one fold."""

    folds: int = FOLDS
    """How many folds are made where the dataset was published without."""

    title: ClassVar[str] = "The test corpus added to training"

    def __call__(self, bench: Bench) -> Section:
        """Return what problems of the same making add to the training data."""
        if not bench.trains or comes_trained(bench.solver):
            raise NotRun(NEEDS_TRAINING)
        if len(bench.divisions) > 1:
            raise NotRun(
                "the solver is trained on other folds of these problems already; give --train instead"
            )
        by = By.SEED if any(problem.seed for problem in bench.whole) else By.TYPE
        folds = OFFICIAL if bench.whole.folds and not _part_seeds(bench.whole) else self.folds
        trained = bench.divisions[0].train
        try:
            divisions, how = fold_divisions(bench.whole, folds, by, trained, bench.settings.seed)
        except RecordError as error:  # fewer problems, or seeds, than folds
            raise NotRun(str(error)) from error
        folder = folder_name(f"added-to-training({folds})")
        clean, added = bench.ask(), bench.other(folder, divisions=divisions, how=how).ask()
        compared = differences("added", "not added", compare(added, clean))
        difference = difference_by(bench.judge, compared)
        return Section(
            name="added-to-training",
            title=self.title,
            sentences=(
                f"With the other folds of {bench.whole.full_name} added to the training data "
                f"{shown(difference.first_score)} are right, without them {shown(difference.second_score)}; "
                f"{verdict(difference)}.",
                _by_seed(how),
            ),
            scores=present(
                whole_score(clean, bench.judge, "not added"), whole_score(added, bench.judge, "added")
            ),
            differences=compared,
            results={ORIGINAL: clean, "added": added},
        )


def _part_seeds(dataset: Dataset) -> bool:
    """Tell whether variants of one seed are in several of a dataset's folds."""
    seeds = [
        {problem.seed for problem in dataset.split(f"{name}/test") if problem.seed} for name in dataset.folds
    ]
    return sum(map(len, seeds)) > len(set().union(*seeds))


def _by_seed(how: str) -> str:
    if OFFICIAL in how:
        return "The folds are those that the problems were published with."
    if "by=seed" in how:
        return "The folds keep all variants of one seed together."
    return "No problem names its seed, so variants of one seed may stand in training and test."
