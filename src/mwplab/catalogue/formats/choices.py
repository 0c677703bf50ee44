"""Multiple-choice problems: the answer is what the marked option says."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mwplab.errors import AnswerError
from mwplab.records import Answer, parse_answer


def chosen_answer(
    options: Sequence[str], letter: str, repair: Callable[[str], str] = str
) -> tuple[Answer, ...]:
    """Return the answer in the option that a letter marks; none where the option is missing or empty.

    Where a source spoils its options in known ways, ``repair`` puts one right before it is read.

    >>> [str(answer) for answer in chosen_answer(["12 cm", "3 / 4", "none of these"], "B")]
    ['0.75']
    >>> chosen_answer(["12 cm"], "b")
    ()
    """
    place = ord(letter.lower()) - ord("a") if len(letter) == 1 else -1
    if not 0 <= place < len(options):
        return ()
    try:
        return (parse_answer(repair(options[place])),)
    except AnswerError:
        return ()
