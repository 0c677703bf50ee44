"""How a curated dataset says how it was made, and how it is made again.

A recipe is text: the inputs with their fingerprints, the steps as specs that read back, the version.

    inputs    asdiv-a@1.0#0a1b2c3d4e5f6071
    steps     split(fold0/train)                                        by the catalogue
              grammatical(grammar=link-grammar)                         by curations
              low-overlap(improve=False, minimise=lexical, reading=shape, seed=1, size=100, starts=1)
    version   0.1.0

A curation is made from the options of its step and called with one dataset, or with several. It returns the
new dataset and notes itself: by ``dataset.derive`` where it takes one, by `combined` where it takes several.
The inputs of the latter carry the steps before: ``asdiv-a@1.0#0a1b2c3d4e5f6071 | split(fold0/train)``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from itertools import takewhile
from typing import TYPE_CHECKING

from mwplab.errors import RecordError
from mwplab.records import Dataset, Recipe
from mwplab.registry import Registry
from mwplab.spec import Spec
from mwplab.version import __version__

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Curation = Callable[..., Dataset]
"""What makes a dataset from one or from several."""

Load = Callable[[str], Dataset]
"""What finds a dataset by its name, as the catalogue does."""

curations: Registry[Curation] = Registry("curation", entry_point_group="mwplab.curations")

THEN = " | "
"""Stands between an input and the steps that were taken before it was combined with others."""

_BY_THE_CATALOGUE = re.compile(r"fixes|(?P<kind>split|select)\((?P<what>.*)\)", re.DOTALL)


def step_of(name: str, curation: DataclassInstance) -> str:
    """Return the step of a curation that is a dataclass, with all its options.

    >>> from mwplab.curate.first import First
    >>> step_of("first", First(count=3))
    'first(count=3)'
    """
    return str(Spec(name, {option.name: getattr(curation, option.name) for option in fields(curation)}))


def combined(datasets: Sequence[Dataset], step: str) -> Recipe:
    """Return the recipe of a dataset made from several.

    >>> combined([Dataset(name="a"), Dataset(name="b")], "mix").inputs
    ('a#e3b0c44298fc1c14', 'b#e3b0c44298fc1c14')
    """
    inputs = tuple(THEN.join(_chain(dataset)) for dataset in datasets)
    return Recipe(inputs=inputs, steps=(step,), version=__version__)


def remake(recipe: Recipe, load: Load, *, at_hand: Iterable[Dataset] = ()) -> Dataset:
    """Make a dataset again; inputs are taken from those at hand by their fingerprint, or else loaded.

    >>> from mwplab import load
    >>> from mwplab.curate.first import First
    >>> made = First(count=3)(load("starter[grade=2]"))
    >>> made.recipe.steps
    ('select(grade=2)', 'first(count=3)')
    >>> remake(made.recipe, load).fingerprint == made.fingerprint
    True
    """
    if not recipe.inputs or not recipe.steps:
        raise RecordError("this dataset was not made from another; its recipe is empty")
    known = {dataset.fingerprint: dataset for dataset in at_hand}
    if len(recipe.inputs) == 1:
        # What came before is a step like the others here, and not a part of the input.
        name, *before = recipe.inputs[0].split(THEN)
        return _made(name, [*before, *recipe.steps], load, known)
    first, *rest = recipe.steps
    inputs = [_made(name, steps, load, known) for name, *steps in (one.split(THEN) for one in recipe.inputs)]
    return _follow(_apply(first, *inputs), rest)


def take_step(step: str | Spec, *datasets: Dataset) -> Dataset:
    """Take one step from a dataset, or from several.

    >>> from mwplab import load
    >>> len(take_step("first(count=2)", load("starter")))
    2
    >>> take_step("first(count=2)", load("starter"), load("starter"))
    Traceback (most recent call last):
    mwplab.errors.RecordError: the step first(count=2) cannot be taken: ...
    """
    try:
        return curations.make(step)(*datasets)
    except (TypeError, ValueError) as error:
        raise RecordError(f"the step {step} cannot be taken: {error}") from error


def _chain(dataset: Dataset) -> tuple[str, ...]:
    recipe = dataset.recipe
    if len(recipe.inputs) == 1:
        return (*recipe.inputs, *recipe.steps)
    # What was itself combined stands for itself; to make it again it must be at hand.
    return (f"{dataset.full_name}#{dataset.fingerprint}",)


def _made(source: str, steps: Sequence[str], load: Load, known: dict[str, Dataset]) -> Dataset:
    name, _, fingerprint = source.rpartition("#")
    parts = [part for part in takewhile(bool, map(_BY_THE_CATALOGUE.fullmatch, steps)) if part]
    whole = known[fingerprint] if fingerprint in known else load(name)
    if whole.fingerprint != fingerprint:
        raise RecordError(
            f"{name} has the fingerprint {whole.fingerprint} here, the recipe was made with {fingerprint}; "
            "give the dataset that was used"
        )
    if all(part["kind"] == "split" for part in parts):
        for part in parts:
            whole = whole.split(part["what"])
    elif fingerprint in known:
        raise RecordError(f"{steps[0]!r} is a step of the catalogue; {name} has to be loaded by its name")
    else:
        whole = load(name + "".join(map(_name_part, parts)))
    return _follow(whole, steps[len(parts) :])


def _name_part(part: re.Match[str]) -> str:
    return {"split": f":{part['what']}", "select": f"[{part['what']}]", None: "+fixes"}[part["kind"]]


def _follow(dataset: Dataset, steps: Iterable[str]) -> Dataset:
    for step in steps:
        dataset = _apply(step, dataset)
    return dataset


def _apply(step: str, *datasets: Dataset) -> Dataset:
    spec = Spec.parse(step)
    if any("program" in str(value) for value in spec.options.values()):
        # A recipe may come from a stranger.
        raise RecordError(f"the step {step!r} names a program to run; take it yourself")
    return take_step(spec, *datasets)
