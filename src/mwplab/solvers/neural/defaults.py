"""What options are where nobody says otherwise: the tuned values in ``data/``, by kind."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from mwplab.solvers.neural.kinds import KINDS
from mwplab.spec import Spec


def default_options(spec: Spec) -> Mapping[str, Any]:
    """Return the tuned values of a neural solver, with those that its spec gives; nothing for other solvers.

    >>> default_options(Spec.parse("gts"))["layers"], default_options(Spec.parse("nearest"))
    (2, {})
    """
    if spec.name not in KINDS:
        return {}
    own = tuned(spec.name)[part_of(spec.options.get("encoder"))]
    known = {**tuned("all")["all"], **own}
    # As they are meant, so that one solver has one name: 5 for a rate is 5.0, and None is no choice at all.
    given = {
        name: float(value) if type(value) is int and isinstance(known.get(name), float) else value
        for name, value in spec.options.items()
        if value is not None
    }
    return {**own, **given}


def part_of(encoder: object) -> str:
    """Return which part of a kind's file holds its defaults.

    >>> part_of(""), part_of("minilm")
    ('scratch', 'pretrained')
    """
    return "pretrained" if encoder else "scratch"


@cache
def tuned(kind: str) -> Mapping[str, Mapping[str, Any]]:
    """Return the chosen values of a kind of solver, from scratch and with a pretrained encoder."""
    text = (files(__package__) / "data" / f"{kind}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
