"""From decisions to derivations: what annotators agree on, what they dispute, and the resulting dataset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain

from mwplab.annotate.agreement import marks_of
from mwplab.annotate.decisions import Decision, Mode, standing
from mwplab.annotate.queue import Item, Queue, queue, settle
from mwplab.equations import Derivation, unknowns
from mwplab.errors import RecordError
from mwplab.records import Dataset, Problem
from mwplab.records.problem import AMBIGUOUS
from mwplab.spec import Spec


class Over(StrEnum):
    """What annotators disagree on."""

    ALIGNMENT = "alignment"
    EQUIVALENTS = "equivalents"


@dataclass(frozen=True, slots=True)
class Dispute:
    """A problem on which annotators disagree, for somebody to decide."""

    problem: str
    """The problem's id."""

    over: Over
    """What they disagree on; marks count only where the alignments agree."""

    decisions: tuple[Decision, ...]
    """What they said, by annotator."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """What comes of decisions."""

    decided: Mapping[str, Derivation]
    """By problem, what all annotators agree on, or what the adjudicator said."""

    disputes: tuple[Dispute, ...]
    """Where they disagree and nobody adjudicated yet."""


def resolve(queue: Queue, decisions: Iterable[Decision]) -> Resolution:
    """Return what annotators agree on and what they dispute; an adjudicator's word is the last.

    Answers in every mode count: a problem that somebody aligned from scratch as well is decided only if both
    answers agree.
    """
    by_problem: dict[str, list[Decision]] = {}
    for one in standing(decisions):
        by_problem.setdefault(one.problem, []).append(one)
    decided, disputes = {}, []
    for problem, said in by_problem.items():
        item = queue.item(problem)
        for one in said:
            _check_places(item.problem, one)
        last = [one for one in said if one.mode is Mode.ADJUDICATE] or said
        over = _dispute(item, last)
        if over is not None:
            disputes.append(Dispute(problem, over, tuple(last)))
        elif last[0].derivation is not None:
            decided[problem] = last[0].derivation
    return Resolution(decided, tuple(disputes))


def _check_places(problem: Problem, decision: Decision) -> None:
    """Refuse a decision about another edition of the text."""
    derivation = decision.derivation
    places = () if derivation is None else (*derivation.alignment, *chain(*derivation.equivalent))
    if max(places, default=0) >= max(1, len(problem.quantities)):
        count = len(problem.quantities)
        raise RecordError(
            f"{problem.id}: {decision.annotator} names q{max(places)}, the text has {count} quantities; "
            "the decisions were made on another edition"
        )


def _dispute(item: Item, said: list[Decision]) -> Over | None:
    """Return what decisions on one problem differ in, if anything."""
    if len({item.label(one.derivation) for one in said if one.derivation is not None}) > 1:
        return Over.ALIGNMENT
    return Over.EQUIVALENTS if len({marks_of(item, one) for one in said}) > 1 else None


def adjudicate(queue: Queue, decisions: Iterable[Decision]) -> tuple[Item, ...]:
    """Return the disputed problems as items that show first what annotators said."""
    return tuple(
        replace(queue.item(dispute.problem), proposed=_proposed(dispute))
        for dispute in resolve(queue, decisions).disputes
    )


def _proposed(dispute: Dispute) -> tuple[Derivation, ...]:
    return tuple(dict.fromkeys(one.derivation for one in dispute.decisions if one.derivation is not None))


def apply(dataset: Dataset, decisions: Iterable[Decision]) -> Dataset:
    """Return the dataset with the derivations decided and, where it has none, those that a machine settles.

    Disputed problems stay as they are. Equations are referred to the chosen quantities.

    >>> from mwplab.equations import induce, parse
    >>> from mwplab.text import quantities
    >>> text = "Ann has 5 hats and 5 caps, and buys 2 hats. How many hats?"
    >>> problem = Problem(id="a/1", body=text, quantities=quantities(text), equations=parse("x = 5 + 2"))
    >>> decision = Decision(problem="a/1", annotator="ann", derivation=induce(parse("x = q0 + q2")))
    >>> made = apply(Dataset(name="a", problems=(problem,)), [decision])
    >>> str(made["1"].equations), made.recipe.steps
    ('x = q0 + q2', ('align(annotators=1, decided=1, disputed=0, settled=0)',))
    """
    given = tuple(decisions)
    found = resolve(queue(dataset), given)
    problems, settled = [], 0
    for problem in dataset:
        derivation = found.decided.get(problem.id)
        if derivation is None and problem.derivation is None:
            derivation = settle(problem)
            settled += derivation is not None
        problems.append(problem if derivation is None else _with(problem, derivation))
    options = {
        "annotators": len({one.annotator for one in given}),
        "decided": len(found.decided),
        "disputed": len(found.disputes),
        "settled": settled,
    }
    return dataset.derive(tuple(problems), str(Spec("align", options)))


def _with(problem: Problem, derivation: Derivation) -> Problem:
    """Return a problem with a derivation; its equations follow where the unknowns have kept their names."""
    system = derivation.system
    if problem.equations is None or set(unknowns(system)) != set(unknowns(problem.equations)):
        return replace(problem, derivation=derivation)
    extra = {key: value for key, value in problem.extra.items() if key != AMBIGUOUS}
    return replace(problem, derivation=derivation, equations=system, extra=extra)
