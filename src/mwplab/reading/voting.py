"""Several samples of one problem: the answer that most of them give stands for all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from mwplab.records import Alternative, Answer, Prediction, Usage, same_values
from mwplab.statistics import majority_vote

VOTES = "votes"
"""The key in ``trace`` that says how many samples gave the answer."""


def vote(
    samples: Sequence[Prediction],
    answers: Callable[[Prediction], tuple[Answer, ...]] = lambda sample: sample.answers,
    *,
    ordered: bool = False,
) -> Prediction:
    """Return the prediction that most samples agree with, the first of these; the others are alternatives.

    ``answers`` says what a sample answers; one without an answer abstains. ``ordered`` says whether several
    answers in another order are another answer.

    >>> from mwplab.records import parse_answers
    >>> samples = [Prediction(problem="a/1", answers=parse_answers(text)) for text in ("7", "8", "8.0")]
    >>> chosen = vote(samples)
    >>> str(chosen.answers[0]), chosen.trace["votes"], len(chosen.alternatives)
    ('8', 2, 1)
    """
    if len(samples) == 1:
        return samples[0]
    groups: list[tuple[Answer, ...]] = []
    labels = [_label(answers(sample), groups, ordered) for sample in samples]
    winner = majority_vote(labels)
    spoke = next((place for place, sample in enumerate(samples) if sample.samples), 0)
    chosen = replace(
        samples[spoke if winner is None else labels.index(winner)],
        samples=tuple(text for sample in samples for text in sample.samples),
        usage=summed([sample.usage for sample in samples if sample.usage is not None]),
    )
    if winner is None:
        return chosen
    counts = [labels.count(label) for label in range(len(groups))]
    others = [label for label in range(len(groups)) if label != winner]
    others.sort(key=lambda label: -counts[label])
    return replace(
        chosen,
        confidence=counts[winner] / len(samples),
        alternatives=tuple(
            Alternative(score=counts[label] / len(samples), answers=groups[label]) for label in others
        ),
        trace={**chosen.trace, VOTES: counts[winner]},
    )


def _label(found: tuple[Answer, ...], groups: list[tuple[Answer, ...]], ordered: bool) -> int | None:
    """Return the number of the group of equal answers that a sample belongs to; one without abstains."""
    if not found:
        return None
    values = [answer.value for answer in found]
    for label, group in enumerate(groups):
        if same_values(values, [answer.value for answer in group], ordered=ordered):
            return label
    groups.append(found)
    return len(groups) - 1


def summed(usages: Sequence[Usage]) -> Usage | None:
    """Return what several things cost together; nothing where none of them kept an account."""
    if not usages:
        return None
    return Usage(
        seconds=sum(one.seconds for one in usages),
        tokens_in=sum(one.tokens_in for one in usages),
        tokens_out=sum(one.tokens_out for one in usages),
        cost=sum(one.cost for one in usages),
    )
