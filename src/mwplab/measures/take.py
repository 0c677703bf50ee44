"""Taking a measure of a dataset, within it or beside training data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from mwplab.errors import StatisticsError
from mwplab.measures.measure import AgainstTraining, AnyMeasure, Measure, Part, Summary, measures
from mwplab.parallel import map_many
from mwplab.records import Dataset, Problem, Score
from mwplab.records.parts import tested_parts
from mwplab.spec import Spec
from mwplab.version import __version__

OWN_PARTS = "own parts"
"""What a signature says where test problems were compared with the training parts of their own dataset."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """A measure of a dataset, with the values of its problems."""

    dataset: str
    """The dataset's name with its edition."""

    measure: str
    """The measure as it was asked for."""

    signature: str
    """Data, training data, the measure with all its options, and version."""

    problems: tuple[str, ...]
    """The ids of the problems."""

    summary: Summary
    """The values."""

    neighbours: tuple[str | None, ...] = ()
    """For each problem the id of the one that its value is due to, where the measure looks for one."""

    @property
    def score(self) -> Score:
        """Return the number for the whole."""
        whole = self.summary
        return Score(name=self.measure, value=whole.value, n=whole.n, signature=self.signature)

    @property
    def parts(self) -> tuple[Score, ...]:
        """Return the numbers for parts of the problems."""
        named = self.summary.parts.items()
        return tuple(replace(self.score, slice=name, value=part.value, n=part.n) for name, part in named)

    @property
    def members(self) -> dict[str, tuple[str, ...]]:
        """Return the ids of the problems of each part that the measure found by itself."""
        named = self.summary.parts.items()
        return {
            name: tuple(self.problems[place] for place in part.members)
            for name, part in named
            if part.members
        }

    @property
    def values(self) -> dict[str, float | None]:
        """Return the value of each problem by its id."""
        return dict(zip(self.problems, self.summary.each, strict=True))


def take(
    dataset: Dataset,
    measure: str | Spec,
    *,
    train: Dataset | None = None,
    folds: bool = False,
    jobs: int | None = 1,
    cluster: str | None = None,
) -> Measured:
    """Take a measure of a dataset; with training data, of its problems beside those.

    A measure that needs training data takes that of the dataset's folds, or its part ``train`` for its part
    ``test``, where none is given; one that can do without does so if ``folds`` is set.

    >>> found = take(Dataset(name="a", problems=(Problem(id="a/1", question="How many owls?"),)), "length")
    >>> found.score.value, found.values
    (3.0, {'a/1': 3.0})
    """
    spec = Spec.parse(measure) if isinstance(measure, str) else measure
    made = measures.make(spec)
    work = _Work(made, jobs, cluster)
    try:
        beside = folds or train is not None or not isinstance(made, Measure)
        tested = work.against(dataset, train) if beside else work.within(dataset)
    except StatisticsError as error:
        raise StatisticsError(f"{spec.name} of {dataset.full_name}: {error}") from error
    return Measured(
        dataset=dataset.full_name,
        measure=str(spec),
        signature=signature(
            dataset,
            spec,
            made,
            train="" if not beside else OWN_PARTS if train is None else named(train),
            made_with=tested.summary.made_with,
        ),
        problems=tested.problems,
        summary=tested.summary,
        neighbours=tested.neighbours,
    )


@dataclass(frozen=True, slots=True)
class _Tested:
    problems: tuple[str, ...]
    summary: Summary
    neighbours: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class _Work:
    measure: AnyMeasure
    jobs: int | None
    cluster: str | None

    def within(self, dataset: Dataset) -> _Tested:
        assert isinstance(self.measure, Measure)
        seen = self._observed(dataset.problems)
        summary = self.measure.combine(seen, jobs=self.jobs, cluster=self.cluster)
        ids = tuple(problem.id for problem in dataset)
        return _Tested(ids, summary, _named(summary.neighbours, ids))

    def against(self, dataset: Dataset, train: Dataset | None) -> _Tested:
        if not isinstance(self.measure, AgainstTraining):
            raise StatisticsError("this measure takes no training data; leave it out")
        everyone = (*dataset.problems, *(train.problems if train is not None else ()))
        seen = self._observed(everyone)
        places = {problem.id: place for place, problem in enumerate(dataset)}
        pairs: dict[str, tuple[Sequence[int], Sequence[int]]]
        if train is not None:
            pairs = {"": (range(len(dataset)), range(len(dataset), len(everyone)))}
        else:
            within = {name: [places[id] for id in ids] for name, ids in dataset.splits.items()}
            tested = tested_parts(dataset)
            pairs = {name: (within[test], within[train]) for name, (test, train) in tested.items()}
            if not pairs:
                raise StatisticsError(
                    "there is nothing to compare with, since it has neither folds nor parts train and test; "
                    "give training data, or make folds first"
                )
        parts: dict[str, _Tested] = {}
        for name, (tests, trains) in pairs.items():
            one, other = [seen[place] for place in tests], [seen[place] for place in trains]
            summary = self.measure.combine_against(one, other, jobs=self.jobs, cluster=self.cluster)
            near = _named(summary.neighbours, [everyone[place].id for place in trains])
            parts[name] = _Tested(tuple(everyone[place].id for place in tests), summary, near)
        return next(iter(parts.values())) if len(parts) == 1 else _pooled(parts)

    def _observed(self, problems: Sequence[Problem]) -> list[Any]:
        observe = self.measure.observe
        return map_many(observe, problems, jobs=self.jobs, cluster=self.cluster, description="observing")


def _named(places: Sequence[int | None], ids: Sequence[str]) -> tuple[str | None, ...]:
    return tuple(None if place is None else ids[place] for place in places)


def _pooled(parts: dict[str, _Tested]) -> _Tested:
    """Return folds as one: the mean over all test problems, whatever fold they are in."""
    summaries = {name: part.summary for name, part in parts.items()}
    whole = [Part(value=one.value, n=one.n) for one in summaries.values()]
    slices = dict.fromkeys(name for one in summaries.values() for name in one.parts)
    found = {
        name: _mean([one.parts[name] for one in summaries.values() if name in one.parts]) for name in slices
    }
    folds = {f"split={name}": Part(value=one.value, n=one.n) for name, one in summaries.items()}
    mean = _mean(whole)
    return _Tested(
        tuple(id for part in parts.values() for id in part.problems),
        Summary(
            value=mean.value,
            n=mean.n,
            each=tuple(value for one in summaries.values() for value in one.each),
            parts={**found, **folds},
            notes=tuple(note for one in summaries.values() for note in one.notes),
            made_with=next(iter(summaries.values())).made_with,
        ),
        tuple(id for part in parts.values() for id in part.neighbours),
    )


def _mean(parts: Sequence[Part]) -> Part:
    n = sum(part.n for part in parts)
    return Part(value=sum(part.value * part.n for part in parts) / n, n=n)


def signature(dataset: Dataset, spec: Spec, made: AnyMeasure, *, train: str = "", made_with: str = "") -> str:
    """Return what a number was made from, with every option that the measure has.

    >>> from mwplab.measures import Length
    >>> signature(Dataset(name="a"), Spec("length"), Length())
    'data:a#e3b0c44298fc1c14|measure:length(unit=words)|version:...'
    """
    options = (
        {one.name: getattr(made, one.name) for one in fields(made)} if is_dataclass(made) else spec.options
    )
    lines = {
        "data": named(dataset),
        "split": ";".join(dataset.recipe.steps),
        "train": train,
        "measure": str(Spec(spec.name, options)),
        "with": made_with,
        "version": __version__,
    }
    return "|".join(f"{name}:{value}" for name, value in lines.items() if value)


def named(dataset: Dataset) -> str:
    """Return a dataset's name with the fingerprint of its content.

    >>> named(Dataset(name="a"))
    'a#e3b0c44298fc1c14'
    """
    return f"{dataset.full_name}#{dataset.fingerprint}"
