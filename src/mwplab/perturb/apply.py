"""A dataset's variants: every problem changed in every way that is asked for, with the reasons where not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from mwplab.errors import NoVariant
from mwplab.parallel import map_many
from mwplab.perturb.perturbation import Perturbation, perturbations, spec_of, variant_id
from mwplab.records import Dataset, Problem
from mwplab.spec import Spec


@dataclass(frozen=True, slots=True)
class Skipped:
    """A problem of which no variant was made."""

    problem: str
    """Its id."""

    change: str
    """What could not be done."""

    reason: str
    """Why."""


@dataclass(frozen=True, slots=True)
class Perturbed:
    """A dataset of variants."""

    dataset: Dataset
    """The variants, in the order of their parents; a fold holds the variants of its problems."""

    skipped: tuple[Skipped, ...]
    """The problems that are missing there."""


def perturb(
    dataset: Dataset,
    specs: Sequence[str | Spec],
    *,
    seed: int = 0,
    originals: bool = False,
    jobs: int | None = 1,
    progress: bool | None = None,
) -> Perturbed:
    """Return the variants that each perturbation makes of each problem.

    With ``originals`` the problems stand before their variants. Chance is a stream per problem, so that order
    and choice of the problems change nothing.

    >>> problem = Problem(id="a/1", body="Ann has 3 owls.", question="How many has she?")
    >>> found = perturb(Dataset(name="a", problems=(problem,)), ["question-removed", "shuffled-words"])
    >>> [variant.id for variant in found.dataset]
    ['a/1~question-removed-1', 'a/1~shuffled-words-1']
    """
    changes = tuple(perturbations.make(spec) for spec in specs)
    work = partial(changed, changes=changes, seed=seed)
    made = list(map_many(work, dataset.problems, jobs=jobs, progress=progress, description="perturbing"))
    families = {
        problem.id: ((problem,) if originals else ()) + variants
        for problem, (variants, _) in zip(dataset, made, strict=True)
    }
    names = [str(spec_of(change)) for change in changes]
    options: dict[str, object] = {"with": tuple(names)}
    if originals:
        options["originals"] = True
    if any(change.chance for change in changes):
        options["seed"] = seed
    derived = dataset.derive(
        tuple(variant for family in families.values() for variant in family),
        str(Spec("perturb", options)),  # type: ignore[arg-type]
    )
    splits = {
        name: tuple(variant.id for id in ids for variant in families[id])
        for name, ids in dataset.splits.items()
    }
    skipped = tuple(one for _, reasons in made for one in reasons)
    return Perturbed(replace(derived, splits=splits), skipped)


def changed(
    problem: Problem, changes: Sequence[Perturbation], seed: int
) -> tuple[tuple[Problem, ...], tuple[Skipped, ...]]:
    """Return the variants of a problem by each perturbation in turn, and what could not be done."""
    variants: list[Problem] = []
    skipped: list[Skipped] = []
    met: Counter[str] = Counter()
    for change in changes:
        try:
            made = change(problem, Random(f"{seed}:{problem.id}"))
        except NoVariant as error:
            skipped.append(Skipped(problem.id, str(spec_of(change)), str(error)))
            continue
        for variant in made:
            # The same perturbation may have been asked for twice, with other options.
            met[change.name] += 1
            variants.append(replace(variant, id=variant_id(problem.id, change.name, met[change.name])))
    return tuple(variants), tuple(skipped)
