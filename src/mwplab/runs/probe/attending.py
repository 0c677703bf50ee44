"""The probe that looks at what a solver attends to (SVAMP's Tables 6 and 22)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import ClassVar

from mwplab.errors import NotRun
from mwplab.measures.cues import Cue, CueOf, cue_words, looks_at_words
from mwplab.records import Result, Row
from mwplab.records.attention import ATTENTION, Attention
from mwplab.reports.attention import example_looks
from mwplab.reports.battery import Section
from mwplab.reports.tables import CONFIDENCE, Table
from mwplab.runs.probe.bench import ORIGINAL, Bench
from mwplab.solvers import Neural


@dataclass(frozen=True, slots=True, kw_only=True)
class AttentionProbe:
    """Lists the words that a solver attends to when it writes an operator, and how often they mislead it."""

    least: int = 3
    """How often a word must be attended to."""

    title: ClassVar[str] = "Attention"

    def __call__(self, bench: Bench) -> Section:
        """Return the cue words by operator and by template, and some heat maps."""
        result = bench.ask()
        seen = _seen(result)
        silent = [one for one in bench.networks() if not one.settings.attention]
        if not seen and silent:
            with _saying(silent):
                result = bench.ask(key=ATTENTION)
            seen = _seen(result)
        if not seen:
            raise NotRun(
                "the solver wrote no equation, so it attended to nothing"
                if bench.networks()
                else "the solver does not say what it attends to"
            )
        cues = cue_words(seen, least=self.least)
        templates = cue_words(seen, CueOf.TEMPLATE, least=self.least)
        return Section(
            name="attention",
            title=self.title,
            sentences=tuple(_words(cues, seen)),
            tables=tuple(
                cue_table(some, of)
                for some, of in ((cues, CueOf.OPERATOR), (templates, CueOf.TEMPLATE))
                if some
            ),
            looks=example_looks(seen, bench.judge),
            results={ORIGINAL: result},
        )


def _seen(result: Result) -> list[Row]:
    return [row for row in result.rows if Attention.of(row.prediction) is not None]


@contextmanager
def _saying(networks: Sequence[Neural]) -> Iterator[None]:
    """Have networks say what they attend to meanwhile; what they answer is the same."""
    _set_attention(networks, True)
    try:
        yield
    finally:
        _set_attention(networks, False)


def _set_attention(networks: Sequence[Neural], attention: bool) -> None:
    for one in networks:
        one.settings = replace(one.settings, attention=attention)
        if one.trained is not None:
            one.trained.settings = one.settings


def _words(cues: Sequence[Cue], rows: Sequence[Row]) -> list[str]:
    if cues:
        sentences = _told(cues, len(rows))
    else:
        sentences = [
            f"In {len(rows)} problems no word is attended to again and again when an operator is written."
        ]
    at_words, operators = looks_at_words(rows)
    if at_words < operators:
        sentences.append(
            f"{operators - at_words} of {operators} operators look at a number or a mark most, and these are "
            "no cues."
        )
    return sentences


def _told(cues: Sequence[Cue], problems: int) -> list[str]:
    top = cues[0]
    worst = max(cues, key=lambda cue: (cue.share.value, cue.attended))
    sentences = [
        f"In {problems} problems the commonest cue is {top.word!r}: {top.attended} times it is attended to "
        f"most when {top.writes!r} is written, and {top.misled} times ({top.share.value:.0%}) that is wrong "
        f"and the gold equation has no {top.writes!r}."
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
    return Table(f"Cue words by {of.value}", columns, rows, tuple(map(_record, cues)))


def _record(cue: Cue) -> dict[str, str | float]:
    return {
        "word": cue.word,
        "writes": cue.writes,
        "attended": cue.attended,
        "weight": cue.weight,
        "present": cue.present,
        "holds": cue.holds,
        "misled": cue.misled,
        "share": cue.share.value,
        "low": cue.share.low,
        "high": cue.share.high,
    }
