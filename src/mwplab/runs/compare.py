"""Two results side by side: paired by problem, tested, with the rows that differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace

from mwplab.errors import RecordError
from mwplab.records import Result, Row, Score, Verdict
from mwplab.runs.breakdown import Label, accuracy, labels
from mwplab.statistics import Comparison, compare_paired, discordant, holm, mcnemar, paired_bootstrap

Pair = tuple[Row, Row]
"""The two rows of one problem."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """What one judge says of two runs on the same problems."""

    judge: str
    """The judge."""

    slice: str = ""
    """Which part of the problems; empty for all."""

    first: Score
    """The accuracy of the first run on these problems."""

    second: Score
    """That of the second."""

    comparison: Comparison
    """First less second, with its interval and the test that suits: seeds are swapped whole."""

    mcnemar: float
    """The p-value of McNemar's exact test, which takes every problem for itself."""

    bootstrap: float
    """The p-value of the paired bootstrap, seeds drawn whole."""

    only_first: int
    """Problems that only the first solved."""

    only_second: int
    """Problems that only the second solved."""

    adjusted: float | None = None
    """The p-value, corrected for all slices and all pairs of results (Holm); none where there is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Two results and what tells them apart."""

    first: str
    """The signature of the first result."""

    second: str
    """The signature of the second."""

    contests: tuple[Contest, ...]
    """One per judge that both have, then one per judge and slice."""

    differing: tuple[Pair, ...]
    """The rows of problems on which some judge decided differently."""

    unpaired: int = 0
    """Rows that only one of the two has, which no test looks at."""


def compare(
    first: Result, second: Result, *, by: Sequence[str] = (), resamples: int = 10_000, seed: int = 0
) -> Compared:
    """Return what tells two results apart, problem by problem.

    Problems are paired by id, repeats of one problem in their order; ``by`` names fields to compare by, too.
    """
    theirs = dict(_placed(second.rows))
    mine = list(_placed(first.rows))
    pairs = [(row, theirs[place]) for place, row in mine if place in theirs]
    return _compared(
        first, second, pairs, by, resamples, seed, unpaired=len(mine) + len(theirs) - 2 * len(pairs)
    )


def compare_variants(
    clean: Result, perturbed: Result, *, by: Sequence[str] = (), resamples: int = 10_000, seed: int = 0
) -> Compared:
    """Return what changes when problems are perturbed: each variant against the problem it was made from.

    Both may be the same result, where a dataset holds problems together with their variants.
    """
    parents = {row.problem.id: row for row in clean.rows}
    pairs = [
        (parents[row.problem.parent], row)
        for row in perturbed.rows
        if row.problem.parent is not None and row.problem.parent in parents
    ]
    return _compared(clean, perturbed, pairs, by, resamples, seed, unpaired=0)


def _placed(rows: Iterable[Row]) -> Iterable[tuple[tuple[str, int], Row]]:
    """Yield each row with its problem's id and which repeat of it this is."""
    met: Counter[str] = Counter()
    for row in rows:
        yield (row.problem.id, met[row.problem.id]), row
        met[row.problem.id] += 1


def _compared(
    first: Result,
    second: Result,
    pairs: Sequence[Pair],
    by: Sequence[str],
    resamples: int,
    seed: int,
    *,
    unpaired: int,
) -> Compared:
    if not pairs:
        raise RecordError("the two results have no problem in common; compare runs on the same problems")
    shared = [judge for judge in pairs[0][0].verdicts if judge in pairs[0][1].verdicts]
    if not shared:
        raise RecordError("the two results have no judge in common; judge one of them again with rejudge")
    contests: list[Contest] = []
    for judge in shared:
        whole = _contest(pairs, judge, "", resamples, seed)
        contests += [whole] if whole is not None else []
    for judge in shared:
        contests += _contests_by(pairs, by, judge, resamples, seed)
    return Compared(
        first=first.signature,
        second=second.signature,
        contests=tuple(contests),
        differing=tuple(
            (one, two)
            for one, two in pairs
            if any(one.verdicts[judge] != two.verdicts[judge] for judge in shared)
        ),
        unpaired=unpaired,
    )


def _contests_by(
    pairs: Sequence[Pair], fields: Sequence[str], judge: str, resamples: int, seed: int
) -> list[Contest]:
    found: list[Contest] = []
    for field in fields:
        parts: dict[Label, list[Pair]] = {}
        for pair in pairs:
            for label in labels(pair[1].problem, field):
                parts.setdefault(label, []).append(pair)
        for label in sorted(parts, key=str):
            contest = _contest(parts[label], judge, f"{field}={label}", resamples, seed)
            found += [contest] if contest is not None else []
    adjusted = holm([contest.comparison.p_value for contest in found])
    return [replace(contest, adjusted=p_value) for contest, p_value in zip(found, adjusted, strict=True)]


def _contest(pairs: Sequence[Pair], judge: str, slice: str, resamples: int, seed: int) -> Contest | None:
    known = [pair for pair in pairs if all(row.verdicts[judge] is not Verdict.UNJUDGED for row in pair)]
    first = accuracy([one for one, _ in known], judge, slice=slice)
    second = accuracy([two for _, two in known], judge, slice=slice)
    if first is None or second is None:
        return None
    one, two = ([row.verdicts[judge] is Verdict.CORRECT for row in side] for side in zip(*known, strict=True))
    groups = _groups(known)
    only_first, only_second = discordant(one, two)
    return Contest(
        judge=judge,
        slice=slice,
        first=first,
        second=second,
        comparison=compare_paired(one, two, groups, resamples=resamples, seed=seed),
        mcnemar=mcnemar(only_first, only_second),
        bootstrap=paired_bootstrap(one, two, groups, resamples=resamples, seed=seed),
        only_first=only_first,
        only_second=only_second,
    )


def _groups(pairs: Sequence[Pair]) -> list[Hashable] | None:
    """Return the seed of each pair, or the problem that its first row is about; none where all differ."""
    groups: list[Hashable] = [two.problem.seed or one.problem.seed or one.problem.id for one, two in pairs]
    return None if len(set(groups)) == len(groups) else groups
