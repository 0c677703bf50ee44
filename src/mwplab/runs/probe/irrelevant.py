"""The probe that adds a number: does a solver use whatever numbers there are?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from mwplab.reports.battery import Section
from mwplab.runs.probe.bench import Bench
from mwplab.runs.probe.changed import NOTHING_RIGHT, against_original, right_and_kept
from mwplab.runs.probe.probe import SURE, difference_by, shown, verdict
from mwplab.spec import Spec


@dataclass(frozen=True, slots=True, kw_only=True)
class IrrelevantInformationProbe:
    """Adds a number that nobody needs: whoever knows what is asked for leaves it alone."""

    way: str = ""
    """What is added (beside, again, aside); empty for anything that fits."""

    title: ClassVar[str] = "A number that nobody needs"

    def __call__(self, bench: Bench) -> Section:
        """Return what is right with one number more."""
        spec = Spec("add-irrelevant-information", {"way": self.way} if self.way else {})
        found = against_original(bench, bench, str(spec), "one number more", self.title)
        difference = difference_by(bench.judge, found.differences)
        right, kept = right_and_kept(difference)
        worse = difference.comparison.difference.value > 0 and difference.comparison.p_value < SURE
        if not right:
            told = NOTHING_RIGHT
        elif worse:
            told = f"Of {right} answers that were right {right - kept} are lost: it uses what it need not."
        else:
            told = "There is no sure sign that a number more leads it astray."
        sentences = (
            f"With a number more that nobody needs {shown(difference.second_score)} of the problems are "
            f"right, as they are {shown(difference.first_score)}; {verdict(difference)}.",
            told,
        )
        return replace(found, sentences=(*sentences, *found.sentences))
