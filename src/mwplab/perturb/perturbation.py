"""What a perturbation is: it makes variants of a problem, each of which says where it comes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING, fields, replace
from random import Random
from typing import Any, ClassVar, Protocol

from mwplab.records import Problem
from mwplab.registry import Registry
from mwplab.spec import Spec


class Perturbation(Protocol):
    """Makes variants of a problem; its options are the fields of a frozen dataclass."""

    name: ClassVar[str]
    """What it is registered as."""

    chance: ClassVar[bool]
    """Whether chance plays; otherwise every seed makes the same variants."""

    def __call__(self, problem: Problem, rng: Random) -> tuple[Problem, ...]:
        """Return the variants, at least one; a `NoVariant` error says why there is none."""
        ...


perturbations: Registry[Perturbation] = Registry("perturbation", entry_point_group="mwplab.perturbations")


def spec_of(change: Perturbation) -> Spec:
    """Return what a perturbation is called, with the options that are not the usual ones.

    >>> from mwplab.perturb import ResampledNumbers
    >>> str(spec_of(ResampledNumbers(count=2))), str(spec_of(ResampledNumbers()))
    ('resampled-numbers(count=2)', 'resampled-numbers')
    """
    options: dict[str, Any] = {}
    for option in fields(change):  # type: ignore[arg-type]
        value = getattr(change, option.name)
        if option.default is MISSING or value != option.default:
            options[option.name] = value
    return Spec(change.name, options)


def signed(problem: Problem, variants: Sequence[Problem], change: Perturbation) -> tuple[Problem, ...]:
    """Return variants with ids of their own, their parent, the seed of the family and what was changed.

    >>> from mwplab.perturb import QuestionRemoved
    >>> parent = Problem(id="a/1", body="Ann has 3 owls.", question="How many has she?")
    >>> made = signed(parent, [replace(parent, question="")], QuestionRemoved())[0]
    >>> made.id, made.parent, made.seed, made.changes
    ('a/1~question-removed-1', 'a/1', 'a/1', ('question-removed',))
    """
    return tuple(
        replace(
            variant,
            id=variant_id(problem.id, change.name, number),
            parent=problem.id,
            seed=problem.seed or problem.id,
            changes=(*problem.changes, str(spec_of(change))),
        )
        for number, variant in enumerate(variants, start=1)
    )


def variant_id(parent: str, name: str, number: int) -> str:
    """Return the id of a problem's variant."""
    return f"{parent}~{name}-{number}"
