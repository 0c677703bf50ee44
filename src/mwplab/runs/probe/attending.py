"""The probe that looks at what a solver attends to (SVAMP's Tables 6 and 22)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from mwplab.errors import NotRun
from mwplab.measures.cues import Cue, CueOf, cue_words
from mwplab.records import Row
from mwplab.records.attention import Attention
from mwplab.reports.attention import example_looks
from mwplab.reports.battery import Section
from mwplab.reports.tables import CONFIDENCE, Table
from mwplab.runs.probe.bench import ORIGINAL, Bench


@dataclass(frozen=True, slots=True, kw_only=True)
class AttentionProbe:
    """Lists the words that a solver attends to when it writes an operator, and how often they mislead it."""

    least: int = 3
    """How often a word must be attended to."""

    title: ClassVar[str] = "Attention"

    def __call__(self, bench: Bench) -> Section:
        """Return the cue words by operator and by template, and some heat maps."""
        clean = bench.ask()
        seen = [row for row in clean.rows if Attention.of(row.prediction) is not None]
        if not seen:
            raise NotRun("the solver does not say what it attends to")
        cues = cue_words(seen, least=self.least)
        templates = cue_words(seen, CueOf.TEMPLATE, least=self.least)
        return Section(
            name="attention",
            title=self.title,
            sentences=tuple(_words(cues, seen)),
            tables=(cue_table(cues, CueOf.OPERATOR), cue_table(templates, CueOf.TEMPLATE)),
            looks=example_looks(seen, bench.judge),
            results={ORIGINAL: clean},
        )


def _words(cues: Sequence[Cue], rows: Sequence[Row]) -> list[str]:
    if not cues:
        return [
            f"In {len(rows)} problems no word is attended to again and again when an operator is written."
        ]
    top = cues[0]
    worst = max(cues, key=lambda cue: (cue.share.value, cue.attended))
    sentences = [
        f"In {len(rows)} problems the commonest cue is {top.word!r}: {top.attended} times it is attended to "
        f"most when {top.writes!r} is written, and {top.misled} times ({top.share.value:.0%}) the gold "
        f"equation has no {top.writes!r}."
    ]
    if worst.misled and worst is not top:
        sentences.append(
            f"The most misleading is {worst.word!r} for {worst.writes!r}: wrong in {worst.misled} of "
            f"{worst.attended}."
        )
    return sentences


def cue_table(cues: Sequence[Cue], of: CueOf) -> Table:
    """Return cue words as a table."""
    columns = (
        *("word", of.value, "attended", "mean weight", "problems with the word"),
        *(f"of these with the {of.value}", "misled", f"share misled ({CONFIDENCE} interval)"),
    )
    rows = tuple(
        (
            cue.word,
            cue.writes,
            str(cue.attended),
            f"{cue.weight:.2f}",
            str(cue.present),
            str(cue.holds),
            str(cue.misled),
            f"{cue.share.value:.3f} [{cue.share.low:.3f}, {cue.share.high:.3f}]",
        )
        for cue in cues
    )
    return Table(f"Cue words by {of.value}", columns, rows)
