"""Whether two derivations are the same (ALIGNEQUIV), and if not, what differs.

The quantity that a slot is aligned to, or its class of interchangeable quantities, is a label on the slot;
the search for a renaming puts slots on slots with the same label only.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mwplab.equations.equivalence import Equivalence, Sameness, Viewed
from mwplab.equations.modular import CannotTell
from mwplab.equations.nodes import Slot
from mwplab.equations.renaming import Renaming, Search
from mwplab.equations.templates import Derivation


class Cause(StrEnum):
    """What two derivations differ in."""

    SLOTS = "slots"
    TEMPLATE = "template"
    ALIGNMENT = "alignment"


@dataclass(frozen=True, slots=True)
class Misalignment:
    """A slot that is aligned to another quantity than its counterpart."""

    slot: Slot
    """The slot in the derivation that is judged."""

    quantity: int
    """The position of the quantity that fills it."""

    gold_slot: Slot
    """The slot in the gold derivation."""

    gold_quantity: int
    """The position of the quantity that should fill it."""

    accepted: tuple[int, ...]
    """All quantities that may fill it: the gold one and those that mean the same."""


@dataclass(frozen=True, slots=True)
class Compared:
    """Whether two derivations are the same, and if not, why."""

    verdict: Sameness
    """The result."""

    cause: Cause | None
    """What they differ in, where they do."""

    renaming: Renaming | None
    """For each slot its slot in the gold derivation, where the templates are the same."""

    misaligned: tuple[Misalignment, ...]
    """The slots that are aligned elsewhere, as few as any renaming gives if that is soon found."""

    reason: str
    """A sentence that says why."""


def derivation_equivalence(derivation: Derivation, gold: Derivation) -> Compared:
    """Return whether a derivation is the gold one; the gold one says which quantities are interchangeable.

    >>> from mwplab.equations import Template, parse
    >>> gold = Derivation(Template(parse("m - A * n = B; m + n = C")), (2, 1, 3))
    >>> other = Derivation(Template(parse("m + n = A; m = B * n + C")), (3, 2, 0))
    >>> found = derivation_equivalence(other, gold)
    >>> found.verdict, found.reason
    (<Sameness.DIFFERENT: 'different'>, 'slot C is aligned to quantity 0, gold 1')
    """
    views = Viewed.of(derivation.template), Viewed.of(gold.template)
    templates = views[0].compare(views[1])
    if templates.renaming is None:
        return _templates_differ(templates, derivation, gold)
    classes = _classes(gold)
    labels = tuple([classes.get(place, (place,)) for place in each.alignment] for each in (derivation, gold))
    try:
        renaming = _renaming(views, templates.renaming, (labels[0], labels[1]))
    except CannotTell as error:
        return Compared(Sameness.CANNOT_TELL, None, templates.renaming, (), str(error))
    wrong = tuple(
        Misalignment(
            Slot(slot), derivation.alignment[slot], Slot(place), gold.alignment[place], labels[1][place]
        )
        for slot, place in enumerate(renaming)
        if labels[0][slot] != labels[1][place]
    )
    if not wrong:
        return Compared(Sameness.SAME, None, renaming, (), "templates and alignments are the same")
    reason = "; ".join(
        f"slot {each.slot.name} is aligned to quantity {each.quantity}, gold {each.gold_quantity}"
        for each in wrong
    )
    return Compared(Sameness.DIFFERENT, Cause.ALIGNMENT, renaming, wrong, reason)


Labels = list[tuple[int, ...]]


def _renaming(
    views: tuple[Viewed, Viewed], any_renaming: Renaming, labels: tuple[Labels, Labels]
) -> Renaming:
    """Return a renaming under which few slots are aligned elsewhere, none if that is possible."""
    first, second = views[0].probe, views[1].probe
    if first is None or second is None:
        return any_renaming
    search = Search(first, second, labels)
    return search.within(0) or search.least() or any_renaming


def _templates_differ(templates: Equivalence, derivation: Derivation, gold: Derivation) -> Compared:
    if templates.verdict is Sameness.CANNOT_TELL:
        return Compared(Sameness.CANNOT_TELL, None, None, (), templates.reason)
    if derivation.template.slots != gold.template.slots:
        slots, wanted = derivation.template.slots, gold.template.slots
        return Compared(
            Sameness.DIFFERENT,
            Cause.SLOTS,
            None,
            (),
            f"the template has {slots} slots, the gold one {wanted}",
        )
    return Compared(Sameness.DIFFERENT, Cause.TEMPLATE, None, (), f"another template: {templates.reason}")


def _classes(gold: Derivation) -> dict[int, tuple[int, ...]]:
    """Return for each quantity those that mean the same, itself included; classes that overlap are one."""
    found: dict[int, set[int]] = {}
    for group in gold.equivalent:
        joined = set(group).union(*(found.get(place, ()) for place in group))
        found.update(dict.fromkeys(joined, joined))
    return {place: tuple(sorted(group)) for place, group in found.items()}
