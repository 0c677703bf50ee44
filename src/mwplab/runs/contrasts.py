"""Several results, two and two of them compared, corrected for their number; and what each is called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

from mwplab.errors import RecordError, SpecError
from mwplab.records import Result
from mwplab.runs.compare import Compared, Contest, compare
from mwplab.spec import Spec
from mwplab.statistics import holm


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """Two of several results."""

    first: str
    """The name of the first."""

    second: str
    """The name of the second."""

    compared: Compared
    """What tells them apart; p-values are corrected for the other pairs as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrasts:
    """Several results, two and two of them compared."""

    pairs: tuple[Contrast, ...]
    """Those that can be compared."""

    refused: tuple[str, ...] = ()
    """Which two cannot be compared and why, a sentence each."""


def compare_all(
    results: Mapping[str, Result],
    *,
    by: Sequence[str] = (),
    with_first: bool = False,
    resamples: int = 10_000,
    seed: int = 0,
) -> Contrasts:
    """Return what tells results apart: every two of them, or each and the first.

    Whoever looks at many pairs finds some difference by luck, so the p-values of one judge are corrected for
    all pairs together (Holm), and those of the slices for all pairs and slices.
    """
    pairs: list[Contrast] = []
    refused = []
    for first, second in combinations(results, 2):
        if with_first and first != next(iter(results)):
            break
        try:
            found = compare(results[first], results[second], by=by, resamples=resamples, seed=seed)
            pairs.append(Contrast(first=first, second=second, compared=found))
        except RecordError as error:
            refused.append(f"{first} and {second} are not compared: {error}.")
    return Contrasts(pairs=_corrected(pairs), refused=tuple(refused))


def _corrected(pairs: Sequence[Contrast]) -> tuple[Contrast, ...]:
    """Return the pairs with the p-values of each judge corrected for all of them, wholes and slices apart."""
    if len(pairs) < 2:
        return tuple(pairs)
    families: dict[tuple[str, bool], list[Contest]] = {}
    for pair in pairs:
        for contest in pair.compared.contests:
            families.setdefault((contest.judge, bool(contest.slice)), []).append(contest)
    adjusted = {
        id(contest): p_value
        for family in families.values()
        for contest, p_value in zip(family, holm([one.comparison.p_value for one in family]), strict=True)
    }
    found = []
    for pair in pairs:
        contests = tuple(replace(one, adjusted=adjusted[id(one)]) for one in pair.compared.contests)
        found.append(replace(pair, compared=replace(pair.compared, contests=contests)))
    return tuple(found)


def name_results(places: Sequence[Path], results: Sequence[Result]) -> dict[str, Result]:
    """Return results by name: their solvers, or the names of the places where two of these are alike."""
    solvers = short_names([solver_of(result) for result in results])
    for names in (solvers, [place.resolve().name for place in places], list(map(str, places))):
        if len(set(names)) == len(names):
            return dict(zip(names, results, strict=True))
    raise RecordError(f"a result is given twice; give each of {', '.join(map(str, places))} once")


def solver_of(result: Result) -> str:
    """Return the solver in a result's signature."""
    return result.signature.partition("solver:")[2].partition("|judge:")[0]


def short_names(solvers: Sequence[str]) -> list[str]:
    """Return solvers without the options that are the same in all of the same kind.

    >>> short_names(["chat(base_url=b, model=one)", "chat(base_url=b, model=two)", "gts(hidden=64)"])
    ['chat(model=one)', 'chat(model=two)', 'gts(hidden=64)']
    """
    try:
        specs = [Spec.parse(solver) for solver in solvers]
    except SpecError:  # what was made elsewhere has a name of another kind
        return list(solvers)
    counts = Counter(spec.name for spec in specs)
    return [str(spec) if counts[spec.name] == 1 else str(_telling(spec, specs)) for spec in specs]


def _telling(spec: Spec, specs: Sequence[Spec]) -> Spec:
    """Return a spec with those of its options that tell it from others of its name."""
    kin = [one for one in specs if one.name == spec.name]
    missing = object()
    return Spec(
        spec.name,
        {
            name: value
            for name, value in spec.options.items()
            if any(one.options.get(name, missing) != value for one in kin)
        },
    )
