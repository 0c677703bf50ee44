"""What comes of solving and checking: predictions, verdicts, rows, scores, results, findings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from mwplab.equations.nodes import EquationSystem
from mwplab.equations.templates import Derivation
from mwplab.records.answers import Answer
from mwplab.records.problem import Json, Problem

READING = "reading"
"""The key in a prediction's ``trace`` that says how its raw text was read: found, none or unreadable."""

FAILURE = "error"
"""The key in a prediction's ``trace`` that says why the solver did not come to an end."""

UNREACHED = "unreached"
"""The key in a prediction's ``trace`` that says why the solver, a model elsewhere, could not be asked."""

REASKED = "reasked"
"""The key in a prediction's ``trace`` that says how often a model was asked again for what could be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What a prediction cost."""

    seconds: float = 0.0
    """Time spent."""

    tokens_in: int = 0
    """Tokens read by a language model."""

    tokens_out: int = 0
    """Tokens written by a language model."""

    cost: float = 0.0
    """Price, in the currency of the price table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """A solution that the solver thought of but did not choose."""

    score: float
    """The solver's own score; higher is better."""

    answers: tuple[Answer, ...] = ()
    """What it would have answered."""

    equations: EquationSystem | None = None
    """The equations behind it, where there are some."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """What a solver says about one question."""

    problem: str
    """The id of the problem."""

    answers: tuple[Answer, ...] = ()
    """The answers; none where the solver gave up or could not be read."""

    equations: EquationSystem | None = None
    """The equations behind the answers, over quantity references."""

    derivation: Derivation | None = None
    """Template and alignment, where the solver has them."""

    alternatives: tuple[Alternative, ...] = ()
    """Other solutions with their scores, best first."""

    samples: tuple[str, ...] = ()
    """Raw texts, where several were drawn."""

    confidence: float | None = None
    """How sure the solver is, from 0 to 1."""

    trace: Mapping[str, Json] = field(default_factory=dict, hash=False)
    """Attention, steps, raw text: whatever explains the prediction."""

    usage: Usage | None = None
    """Time, tokens and cost."""


class Verdict(StrEnum):
    """The judgement of one prediction."""

    CORRECT = "correct"
    WRONG = "wrong"
    NO_ANSWER = "no_answer"
    UNREADABLE = "unreadable"
    UNJUDGED = "unjudged"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One problem, what the solver said, and one verdict per judge."""

    problem: Problem
    """The gold side."""

    prediction: Prediction
    """The solver's side."""

    verdicts: Mapping[str, Verdict] = field(default_factory=dict, hash=False)
    """Judge name to verdict."""

    reasons: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Judge name to the reason for its verdict."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """A number with its interval, its size and how it came about."""

    name: str
    """What was measured."""

    value: float
    """The number."""

    n: int
    """How many items it was made from."""

    slice: str = ""
    """Which part of the items, such as ``type=Addition``; empty for all."""

    low: float | None = None
    """Lower end of the interval."""

    high: float | None = None
    """Upper end of the interval."""

    signature: str = ""
    """Data, solver, judge, seed and version; equal signatures mean comparable numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A run: its signature, a row per problem, and the scores made from them."""

    signature: str
    """Data edition and fingerprint, split, solver, judges, seed, version."""

    rows: tuple[Row, ...] = ()
    """One per problem, in the dataset's order."""

    scores: tuple[Score, ...] = ()
    """Everything that was summed up from the rows."""


class FindingKind(StrEnum):
    """What a check can find."""

    ANSWER = "answer"
    MALFORMED = "malformed"
    UNMATCHED_NUMBER = "unmatched-number"
    MISSING = "missing"
    DUPLICATE = "duplicate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something wrong with a problem, with both sides of the contradiction."""

    problem: str
    """The id of the problem."""

    kind: FindingKind
    """What is wrong."""

    message: str
    """A full sentence for a person."""

    expected: str = ""
    """What the annotation says."""

    found: str = ""
    """What was computed or met."""

    error_class: str = ""
    """The class of ASDiv's Table 6 that the finding falls into, as far as a program can tell."""
