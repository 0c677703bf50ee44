"""Seed problems: few that stand for many, chosen as SVAMP chose its hundred.

Problems are grouped by type; small types, long texts and equations with more than one operator go. In each
group k-means over sentence vectors finds k kinds of problems, and the problem nearest to each centre is a
seed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mwplab.curate.recipe import step_of
from mwplab.equations import count_operators
from mwplab.equations.nodes import Call, walk
from mwplab.errors import MissingDependency, RecordError
from mwplab.records import Dataset, Problem
from mwplab.registry import check_kinds
from mwplab.text.words import Words

if TYPE_CHECKING:
    from mwplab.models.sentences import Vectors

SVAMP = (("Addition", 28), ("Subtraction", 33), ("Multiplication", 19), ("Common-Division", 20))
"""How many seeds of each type SVAMP has."""

STARTS = 10
"""How many times k-means begins anew; the tightest clusters are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeds:
    """Keeps the problems that are nearest to the centres of their kinds, in the order of the dataset."""

    k: int | tuple[tuple[str, int], ...] = SVAMP
    """How many of each type: one number for all types with so many, or pairs of a type and its number."""

    smallest: int = 20
    """Types with fewer problems are left out."""

    longest: int = 40
    """Texts with more words are left out."""

    operators: int = 1
    """Problems with another number of operators, or with a function such as a remainder, are left out."""

    encoder: str = "minilm"
    """What makes vectors of texts, as `mwplab.models.load_encoder` knows it; the paper's is RoBERTa."""

    seed: int = 0
    """Where chance starts."""

    def __post_init__(self) -> None:
        check_kinds(self, but=["k"])
        if not 0 <= self.seed < 2**32:
            raise RecordError(
                f"chance cannot start at {self.seed}; give a whole number from 0 to {2**32 - 1}"
            )
        pairs = (("every type", self.k),) if isinstance(self.k, int) else self.k
        if not pairs or not all(_is_count(pair) for pair in pairs):
            raise RecordError(
                f"cannot choose {self.k!r} seeds; give a number such as 5, "
                "or pairs of a type and its number such as [[Addition, 28], [Subtraction, 33]]"
            )

    def __call__(self, dataset: Dataset) -> Dataset:
        """Return the seeds."""
        from mwplab.models import embed

        groups = self.candidates(dataset)
        counts = self._counts({kind: len(problems) for kind, problems in groups.items()}, dataset.full_name)
        chosen: set[str] = set()
        for kind, count in counts.items():
            vectors = embed([problem.text for problem in groups[kind]], self.encoder)
            chosen |= {groups[kind][place].id for place in nearest_to_centres(vectors, count, self.seed)}
        kept = tuple(problem for problem in dataset if problem.id in chosen)
        return dataset.derive(kept, step_of("seeds", self))

    def _counts(self, sizes: dict[str, int], name: str) -> dict[str, int]:
        """Return how many seeds each type gives."""
        if isinstance(self.k, int):
            counts = {kind: self.k for kind, size in sizes.items() if size >= self.k}
            short = {} if counts else {max(sizes, key=sizes.__getitem__, default=""): self.k}
        else:
            counts = dict(self.k)
            short = {kind: count for kind, count in counts.items() if sizes.get(kind, 0) < count}
        for kind, count in short.items():
            raise RecordError(
                f"{name} has {sizes.get(kind, 0)} problems{f' of type {kind!r}' if kind else ''} to choose "
                f"{count} seeds from; give another k, or let more in by smallest, longest or operators"
            )
        return counts

    def candidates(self, dataset: Dataset) -> dict[str, list[Problem]]:
        """Return the problems that may become seeds, by type; types without any are left out.

        >>> from mwplab import load
        >>> found = Seeds(smallest=15).candidates(load("starter"))
        >>> len(found["Subtraction"]), "GCD" in found
        (14, False)
        """
        groups: dict[str, list[Problem]] = {}
        for problem in dataset:
            groups.setdefault(problem.type, []).append(problem)
        fit = {
            kind: [problem for problem in problems if self._fits(problem)]
            for kind, problems in groups.items()
            if len(problems) >= self.smallest
        }
        return {kind: problems for kind, problems in fit.items() if problems}

    def _fits(self, problem: Problem) -> bool:
        system = problem.equations
        if system is None or any(isinstance(part, Call) for part in walk(system)):
            return False
        words = sum(map(len, Words(punctuation=False).of(problem.text)))
        return words <= self.longest and count_operators(system) == self.operators


def nearest_to_centres(vectors: Vectors, count: int, seed: int = 0) -> list[int]:
    """Return the places of the vectors nearest to the centres of so many clusters, found by k-means.

    >>> import numpy as np
    >>> places = nearest_to_centres(np.array([[0.0], [1.0], [2.0], [9.0]], dtype=np.float32), 2)
    >>> sorted(places)
    [1, 3]
    """
    import numpy as np

    different = len(np.unique(vectors, axis=0))
    if different < count:
        raise RecordError(f"there are {different} different texts; {count} seeds cannot be chosen from them")
    clusters = _k_means()(n_clusters=count, n_init=STARTS, random_state=seed).fit(vectors)
    places = []
    for cluster in range(count):
        members = np.flatnonzero(clusters.labels_ == cluster)
        distances = np.linalg.norm(vectors[members] - clusters.cluster_centers_[cluster], axis=1)
        places.append(int(members[distances.argmin()]))
    return places


def _k_means() -> Any:
    try:
        from sklearn.cluster import KMeans
    except ImportError as error:
        raise MissingDependency.of("scikit-learn", extra="nlp", purpose="a choice of seeds") from error
    return KMeans


def _is_count(pair: object) -> bool:
    match pair:
        case (str(), int(count)) if type(count) is int:
            return count >= 1
        case _:
            return False
