"""Probes that look at parts of the problems: numbers, operators, types, categories, variations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mwplab.errors import NotRun
from mwplab.records import Score
from mwplab.reports.battery import Section
from mwplab.reports.tables import shown_p
from mwplab.runs.breakdown import Slice, break_down, labels
from mwplab.runs.probe.bench import ORIGINAL, Bench
from mwplab.runs.probe.probe import SURE, present, shown, whole_score
from mwplab.runs.removal import removed_deltas


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts:
    """The accuracy of every part of the problems by one field, each tested against the rest."""

    field: ClassVar[str]
    noun: ClassVar[str]
    title: ClassVar[str]

    def __call__(self, bench: Bench) -> Section:
        """Return the accuracy of each part, and which ones differ from the rest."""
        clean = bench.ask()
        parts = break_down(clean.rows, [self.field], bench.judge, signature=clean.signature)
        if len(parts) < 2:
            raise NotRun(f"the problems of {bench.whole.full_name} have no two different {self.noun}")
        return Section(
            name=self.field,
            title=self.title,
            sentences=tuple(self._words(parts)),
            scores=present(whole_score(clean, bench.judge)) + tuple(one.score for one in parts),
            adjusted={
                (one.score.name, one.score.slice): one.adjusted for one in parts if one.adjusted is not None
            },
            results={ORIGINAL: clean},
        )

    def _words(self, parts: list[Slice]) -> list[str]:
        ranked = sorted(parts, key=lambda one: one.score.value)
        low, high = ranked[0], ranked[-1]
        if low.score.value == high.score.value:
            return [f"All {len(parts)} parts are alike: {low.score.value:.3f}."]
        sentences = [
            f"The best part is {_label(high)} with {shown(high.score)} of {high.score.n}, "
            f"the worst {_label(low)} with {shown(low.score)} of {low.score.n}."
        ]
        clear = [one for one in ranked if one.adjusted is not None and one.adjusted < SURE]
        if not clear:
            return [
                *sentences,
                "No part differs from the rest by more than chance (corrected for all parts).",
            ]
        told = ", ".join(f"{_label(one)} (p {shown_p(one.adjusted)})" for one in clear)
        return [*sentences, f"Different from the rest by more than chance, corrected for all parts: {told}."]


def _label(one: Slice) -> str:
    return one.score.slice


class QuantityParts(_Parts):
    """Accuracy by how many numbers the text has (SVAMP's Table 15)."""

    field = "quantities"
    noun = "numbers of quantities"
    title = "By number of quantities"


class OperatorParts(_Parts):
    """Accuracy by how many operators the gold equation has (SVAMP's Table 10)."""

    field = "operators"
    noun = "numbers of operators"
    title = "By number of operators"


class TypeParts(_Parts):
    """Accuracy by type of problem (SVAMP's Table 10)."""

    field = "type"
    noun = "types"
    title = "By type"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Removed:
    """What accuracy changes by when a part of the problems is left out."""

    field: ClassVar[str]
    name: ClassVar[str]
    title: ClassVar[str]

    def __call__(self, bench: Bench) -> Section:
        """Return the accuracy of all less that of the rest, for each part."""
        clean = bench.ask()
        if not any(labels(row.problem, self.field) for row in clean.rows):
            raise NotRun(f"no problem of {bench.whole.full_name} says which {self.field} made it")
        deltas = removed_deltas(clean.rows, self.field, bench.judge, signature=clean.signature)
        if not deltas:
            raise NotRun(f"all problems of {bench.whole.full_name} have the same {self.field}")
        return Section(
            name=self.name,
            title=self.title,
            sentences=tuple(_removal_words(deltas, self.field)),
            scores=tuple(deltas),
            results={ORIGINAL: clean},
        )


def _removal_words(deltas: list[Score], field: str) -> list[str]:
    hardest = min(deltas, key=lambda one: one.value)
    easiest = max(deltas, key=lambda one: one.value)

    def named(score: Score) -> str:
        return score.slice.partition("=")[2]

    sentences = [
        "A change is the accuracy on all problems less that without the part: negative says that the part is "
        "harder than the rest."
    ]
    if hardest.value < 0:
        told = f"The hardest {field} is {named(hardest)} ({hardest.n} problems): {shown(hardest)}."
        sentences.insert(0, told)
    if easiest.value > 0:
        sentences.append(
            f"Easier than the rest is {named(easiest)} ({easiest.n} problems): {shown(easiest)}."
        )
    return sentences


class CategoriesRemoved(_Removed):
    """What accuracy changes by without a category of variations (SVAMP's Table 13)."""

    field = "category"
    name = "categories"
    title = "Categories removed"


class VariationsRemoved(_Removed):
    """What accuracy changes by without a variation (SVAMP's Table 14)."""

    field = "variation"
    name = "variations"
    title = "Variations removed"
