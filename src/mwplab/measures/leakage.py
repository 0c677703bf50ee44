"""Leakage: test problems that repeat training problems, and training data without them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from mwplab.errors import StatisticsError
from mwplab.measures.measure import Part, Summary
from mwplab.measures.take import tested_parts
from mwplab.records import Dataset, Problem, Recipe
from mwplab.text.words import masked_words


class Repeat(StrEnum):
    """How a test problem repeats a training problem, the nearest first; each holds those before it."""

    EXACT = "exact"
    MASKED = "masked"
    SIMILAR = "similar"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Texts:
    """What is compared of a problem."""

    exact: tuple[str, ...]
    """Its words in lower case."""

    masked: tuple[str, ...]
    """The same with one sign for every number."""

    grams: frozenset[Hashable]
    """The words and pairs of words of the masked text; empty where no similarity is asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leakage:
    """The share of test problems that repeat a training problem.

    Case and spacing aside, a text is repeated word for word (``exact``), or once all numbers have one sign
    (``masked``), or the share of words and pairs of words in common is at least ``above`` (``similar``).
    The value of a problem is its similarity to the nearest training problem; where none is asked for, 1 or 0.

    >>> from mwplab.text import quantities
    >>> made = Leakage()
    >>> def told(text: str) -> Texts:
    ...     return made.observe(Problem(id="a/1", body=text, quantities=quantities(text)))
    >>> found = made.combine_against([told("I saw 8 owls."), told("Why?")], [told("I saw 3 owls.")])
    >>> found.value, found.notes
    (0.5, ('masked', 'none'))
    """

    above: float | None = None
    """The least similarity (from 0 to 1) of what counts as similar; None: only repeated texts count."""

    def __post_init__(self) -> None:
        if self.above is not None and not 0 < self.above <= 1:
            raise StatisticsError(
                f"a similarity cannot be required to be {self.above}; give more than 0, at most 1"
            )

    def observe(self, problem: Problem) -> Texts:
        """Return the problem's words, with and without their numbers."""
        masked = masked_words(problem.text, problem.quantities)
        grams = frozenset() if self.above is None else _grams(masked)
        return Texts(masked_words(problem.text), masked, grams)

    def combine_against(
        self,
        seen: Sequence[Texts],
        trained: Sequence[Texts],
        *,
        jobs: int | None = 1,
        cluster: str | None = None,
    ) -> Summary:
        """Return the share of test problems that repeat a training problem, and of each kind of repeat."""
        if not seen or not trained:
            raise StatisticsError(
                f"there are {len(seen)} test and {len(trained)} training problems; give both"
            )
        exact, masked = (
            _first_places(one.exact for one in trained),
            _first_places(one.masked for one in trained),
        )
        near, values = self._nearest(seen, trained, jobs, cluster)
        kinds: list[Repeat] = []
        places: list[int | None] = []
        for number, one in enumerate(seen):
            kind, place = Repeat.NONE, near[number]
            if one.exact in exact:
                kind, place = Repeat.EXACT, exact[one.exact]
            elif one.masked in masked:
                kind, place = Repeat.MASKED, masked[one.masked]
            elif self.above is not None and values[number] >= self.above:
                kind = Repeat.SIMILAR
            kinds.append(kind)
            places.append(place)
        if self.above is None:
            values = [float(kind is not Repeat.NONE) for kind in kinds]
        parts = _shares(kinds, with_similar=self.above is not None)
        return Summary(
            value=sum(kind is not Repeat.NONE for kind in kinds) / len(seen),
            n=len(seen),
            each=tuple(values),
            parts=parts,
            notes=tuple(map(str, kinds)),
            neighbours=tuple(places),
        )

    def repeated(self, seen: Sequence[Texts], trained: Sequence[Texts]) -> set[int]:
        """Return the places of all training problems that a test problem repeats.

        >>> one = Texts(("a",), ("a",), frozenset())
        >>> Leakage().repeated([one], [Texts(("b",), ("b",), frozenset()), one, one])
        {1, 2}
        """
        # Seen from the other side: a training problem is repeated if it repeats a test problem.
        notes = self.combine_against(trained, seen).notes
        return {place for place, kind in enumerate(notes) if kind != Repeat.NONE}

    def _nearest(
        self, seen: Sequence[Texts], trained: Sequence[Texts], jobs: int | None, cluster: str | None
    ) -> tuple[list[int | None], list[float]]:
        if self.above is None:
            return [None] * len(seen), [0.0] * len(seen)
        from mwplab.text.similarity import Jaccard, nearest_among

        texts, pool = [one.grams for one in seen], [one.grams for one in trained]
        found = nearest_among(texts, pool, Jaccard(), jobs=jobs, cluster=cluster)
        return list(found.places.tolist()), found.values.tolist()


def _grams(text: tuple[str, ...]) -> frozenset[Hashable]:
    from mwplab.text.similarity import shingles

    return shingles([text])


def _first_places(texts: Iterable[tuple[str, ...]]) -> dict[tuple[str, ...], int]:
    places: dict[tuple[str, ...], int] = {}
    for place, text in enumerate(texts):
        places.setdefault(text, place)
    return places


def _shares(kinds: Sequence[Repeat], *, with_similar: bool) -> dict[str, Part]:
    counted = [Repeat.EXACT, Repeat.MASKED, *([Repeat.SIMILAR] if with_similar else [])]
    order = list(Repeat)
    return {
        f"repeats={kind}": Part(
            value=sum(order.index(one) <= order.index(kind) for one in kinds) / len(kinds), n=len(kinds)
        )
        for kind in counted
    }


class Side(StrEnum):
    """Where repeated problems are taken out."""

    TRAIN = "train"
    TEST = "test"


def clean_splits(dataset: Dataset, *, leakage: Leakage | None = None, side: Side = Side.TRAIN) -> Dataset:
    """Return the dataset with folds, or parts train, dev and test, between which nothing is repeated.

    What is repeated goes out of the training part, so that all are tested on the same problems, or out of the
    test part, so that a trained solver stays as it is.

    >>> splits = {"train": ("a/1", "a/2"), "test": ("a/3",)}
    >>> told = {"a/1": "An owl.", "a/2": "A fig.", "a/3": "an  owl."}
    >>> problems = tuple(Problem(id=id, body=text) for id, text in told.items())
    >>> clean_splits(Dataset(name="a", problems=problems, splits=splits)).splits
    {'train': ('a/2',), 'test': ('a/3',)}
    """
    made = leakage or Leakage()
    seen = {problem.id: made.observe(problem) for problem in dataset}
    splits = {name: list(ids) for name, ids in dataset.splits.items()}
    for name, (tests, trains) in tested_parts(dataset).items():
        train, test = ("train", name) if name in dataset.splits else (f"{name}/train", f"{name}/test")
        first, second = (tests, trains) if side is Side.TRAIN else (trains, tests)
        gone = made.repeated([seen[id] for id in first], [seen[id] for id in second])
        out = {second[place] for place in gone}
        part = train if side is Side.TRAIN else test
        splits[part] = [id for id in splits[part] if id not in out]
    recipe = Recipe(
        inputs=dataset.recipe.inputs or (f"{dataset.full_name}#{dataset.fingerprint}",),
        steps=(*dataset.recipe.steps, f"clean-splits(above={made.above}, side={side})"),
    )
    return replace(dataset, splits={name: tuple(ids) for name, ids in splits.items()}, recipe=recipe)
