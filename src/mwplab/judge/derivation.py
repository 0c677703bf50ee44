"""Right for the right reason? The predicted derivation against the gold one (Algorithm 1 of the paper)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from mwplab.equations.alignment import Cause, Compared, Misalignment, derivation_equivalence
from mwplab.equations.derivations import Groundings, groundings
from mwplab.equations.equivalence import Sameness
from mwplab.equations.nodes import EquationSystem, Expr, Leaf, QuantityRef, map_system, walk
from mwplab.equations.templates import Derivation, induce
from mwplab.errors import EquationError
from mwplab.judge.judgement import Judgement, silence
from mwplab.records import Prediction, Problem, Verdict
from mwplab.text import Flag, Quantity, sentences

MOST_GROUNDINGS = 200
"""Derivations that are tried for equations which do not say which number of the text they mean."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DerivationJudge:
    """Template and alignment are the gold ones, up to names, algebra and quantities that mean the same.

    >>> from mwplab.equations import Template, parse
    >>> from mwplab.text import quantities
    >>> text = "Two crates hold 2 kg each. How heavy is a pile of 5 such crates?"
    >>> gold = Derivation(Template(parse("x = A * B")), (2, 1))
    >>> problem = Problem(id="a/1", question=text, quantities=quantities(text), derivation=gold)
    >>> judge = DerivationJudge()
    >>> judge(problem, Prediction(problem="a/1", equations=parse("y = q1 * q2"))).verdict
    <Verdict.CORRECT: 'correct'>
    >>> judge(problem, Prediction(problem="a/1", equations=parse("y = q0 * q2"))).reason
    "slot A is aligned to 'Two' (sentence 1), gold '2'"
    """

    def __call__(self, problem: Problem, prediction: Prediction) -> Judgement:
        """Return whether the prediction reasons as the gold derivation does."""
        if problem.derivation is None:
            return Judgement(Verdict.UNJUDGED, "the problem has no gold derivation")
        return judge_against(problem.derivation, problem, prediction)


def judge_against(gold: Derivation, problem: Problem, prediction: Prediction) -> Judgement:
    """Return whether a prediction's derivation, or one behind its equations, is the given one."""
    if prediction.derivation is None and prediction.equations is None:
        if prediction.answers:
            return Judgement(Verdict.UNJUDGED, "the prediction has answers only, no derivation or equations")
        return silence(prediction, "derivation")
    try:
        compared = compare_prediction(gold, problem, prediction)
    except EquationError as error:
        return Judgement(Verdict.UNJUDGED, f"the predicted equations cannot be compared: {error}")
    verdicts = {one.verdict for _, one in compared}
    if verdicts == {Sameness.SAME}:
        return Judgement(Verdict.CORRECT)
    derivation, found = next(each for each in compared if each[1].verdict is not Sameness.SAME)
    if len(verdicts) > 1:
        return Judgement(
            Verdict.UNJUDGED, "the equations do not say which of several equal numbers they mean"
        )
    if found.verdict is Sameness.CANNOT_TELL:
        return Judgement(Verdict.UNJUDGED, f"it cannot be told whether they are the same: {found.reason}")
    return Judgement(Verdict.WRONG, explain(derivation, gold, found, problem))


def compare_prediction(
    gold: Derivation, problem: Problem, prediction: Prediction
) -> list[tuple[Derivation, Compared]]:
    """Return each derivation that a prediction may mean, compared with the gold one.

    Equations over quantity references mean one; those over plain numbers all that yield them.
    """
    if prediction.derivation is not None:
        return [(prediction.derivation, derivation_equivalence(prediction.derivation, gold))]
    system = prediction.equations
    if system is None:
        return []
    if any(isinstance(part, QuantityRef) for part in walk(system)):
        derivations = [induce(system)]
    else:
        derivations = list(islice(ground(problem, system), MOST_GROUNDINGS))
    return [(derivation, _compare_induced(derivation, gold)) for derivation in derivations]


def ground(problem: Problem, system: EquationSystem) -> Groundings:
    """Return all derivations that yield a system from the text of a problem."""
    hundredths = [bool(quantity.flags & {Flag.PERCENT, Flag.CENTS}) for quantity in problem.quantities]
    return groundings(system, problem.values, hundredths)


def _compare_induced(derivation: Derivation, gold: Derivation) -> Compared:
    """Compare a derivation whose slots were made from equations.

    Such a derivation has a slot for each quantity, so that it has one too many where it takes a number once
    from here and once from there; quantities that mean the same are made one on both sides then.
    """
    compared = derivation_equivalence(derivation, gold)
    if compared.verdict is Sameness.SAME or not gold.equivalent:
        return compared
    merged = derivation_equivalence(_merged(derivation, gold), _merged(gold, gold))
    return merged if merged.verdict is Sameness.SAME else compared


def _merged(derivation: Derivation, gold: Derivation) -> Derivation:
    first = {place: min(group) for group in gold.equivalent for place in group}

    def merge(leaf: Leaf) -> Expr:
        return QuantityRef(first.get(leaf.index, leaf.index)) if isinstance(leaf, QuantityRef) else leaf

    return induce(map_system(derivation.system, merge), gold.equivalent)


def explain(derivation: Derivation, gold: Derivation, compared: Compared, problem: Problem) -> str:
    """Return why a derivation is not the gold one, with the quantities shown as they stand in the text."""
    match compared.cause:
        case Cause.SLOTS:
            return f"{_slots(derivation)}, gold has {gold.template.slots}"
        case Cause.ALIGNMENT:
            return "; ".join(_misaligned(each, problem) for each in compared.misaligned)
        case _:
            return f"another template: {derivation.template} instead of {gold.template}"


def _slots(derivation: Derivation) -> str:
    return f"{derivation.template.slots} slot{'s' * (derivation.template.slots != 1)}"


def _misaligned(wrong: Misalignment, problem: Problem) -> str:
    found, gold = wrong.quantity, wrong.gold_quantity
    if max(found, gold) >= len(problem.quantities):
        known = len(problem.quantities)
        return f"slot {wrong.slot.name} is aligned to q{found}, gold q{gold}; the text has {known} quantities"
    one, other = problem.quantities[found], problem.quantities[gold]
    first, second = _sentence(one, problem), _sentence(other, problem)
    shown = f"slot {wrong.slot.name} is aligned to {one.surface!r} (sentence {first}), gold {other.surface!r}"
    if one.surface.lower() != other.surface.lower():
        return shown
    return f"{shown} (sentence {second})" if first != second else f"{shown} at character {other.start}"


def _sentence(quantity: Quantity, problem: Problem) -> int:
    return sum(span.start <= quantity.start for span in sentences(problem.text)) or 1
