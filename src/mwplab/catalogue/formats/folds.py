"""Folds as the sources publish them: each names its test part, the rest is for training."""

from __future__ import annotations

from collections.abc import Sequence

from mwplab.records import Problem


def folds_from_tests(
    problems: Sequence[Problem], tests: Sequence[Sequence[str]]
) -> dict[str, tuple[str, ...]]:
    """Return the splits ``fold0/train``, ``fold0/test``, ... for test parts given as ids.

    >>> folds_from_tests([Problem(id="a/1"), Problem(id="a/2")], [["a/2"]])
    {'fold0/train': ('a/1',), 'fold0/test': ('a/2',)}
    """
    splits: dict[str, tuple[str, ...]] = {}
    for number, test in enumerate(tests):
        held_out = set(test)
        splits[f"fold{number}/train"] = tuple(one.id for one in problems if one.id not in held_out)
        splits[f"fold{number}/test"] = tuple(test)
    return splits
