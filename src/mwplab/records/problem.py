"""Problems, and the questions that solvers see of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from mwplab.equations.nodes import (
    EquationSystem,
    Expr,
    Leaf,
    Number,
    QuantityRef,
    Unknown,
    map_expr,
    map_system,
)
from mwplab.equations.templates import Derivation, unknowns
from mwplab.errors import EquationError, RecordError
from mwplab.records.answers import Answer, parse_answers
from mwplab.text import Quantity

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

MALFORMED = "malformed"
"""The key in ``extra`` that says why a source's equation could not be read."""

UNMATCHED = "unmatched"
"""The key in ``extra`` that lists an equation's numbers that are neither in the text nor common knowledge."""

AMBIGUOUS = "ambiguous"
"""The key in ``extra`` that lists the values which several quantities of the text have."""

ALTERNATIVES = "alternatives"
"""The key in ``extra`` that lists other answers which the source accepts, each as a text."""


def join_parts(body: str, question: str) -> str:
    """Return body and question as the one text that all spans index."""
    return f"{body} {question}" if body and question else body or question


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a solver may see of a problem: no answer, no equation."""

    id: str
    """The problem's id, so that a prediction finds its problem again."""

    text: str
    """The story with its question."""

    quantities: tuple[Quantity, ...] = ()
    """The numbers of the text, in reading order."""

    options: tuple[str, ...] = ()
    """The choices of a multiple-choice problem."""

    def fill(self, leaf: Leaf) -> Expr:
        """Return the number behind a quantity reference; other leaves stay as they are."""
        return fill_leaf(leaf, self.quantities, self.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A question with its gold solution."""

    id: str
    """Unique and stable, ``dataset/key``; a variant adds ``~perturbation-n``."""

    body: str = ""
    """The story; may be empty."""

    question: str = ""
    """The sentence that asks; may be empty where the source asks inside the story."""

    quantities: tuple[Quantity, ...] = ()
    """The numbers of `text`, in reading order; equations refer to them as q0, q1, ..."""

    equations: EquationSystem | None = None
    """Gold equations whose solution is the answers, where the source gives them."""

    asked: tuple[Expr, ...] = ()
    """The expressions whose values are the answers, in their order; empty: the unknowns as they appear."""

    answers: tuple[Answer, ...] = ()
    """The exact gold answers, one per asked unknown."""

    ordered: bool = True
    """Whether the order of several answers matters."""

    derivation: Derivation | None = None
    """Template and alignment, where people or an unambiguous match settled them."""

    type: str = ""
    """The problem type, as in the taxonomy of the source."""

    grade: int | None = None
    """The school grade, 1 to 6 in most sources."""

    subgoals: tuple[str, ...] = ()
    """Problem types of the steps on the way."""

    source: str = ""
    """Where the source says that it found the problem."""

    options: tuple[str, ...] = ()
    """The choices of a multiple-choice problem."""

    rationale: str = ""
    """A worked solution in words."""

    rates: tuple[int, ...] = ()
    """Positions of quantities that are rates; -1 where the question asks for one."""

    parent: str | None = None
    """The id of the problem that this one was made from."""

    seed: str | None = None
    """The id of the first problem of the chain of parents, or the name of its group."""

    changes: tuple[str, ...] = ()
    """The specs of the changes applied, earliest first."""

    extra: Mapping[str, Json] = field(default_factory=dict, hash=False)
    """What the source has besides, by the source's own names."""

    def __post_init__(self) -> None:
        if not self.id or self.parent == "" or self.seed == "":
            raise RecordError(
                "an empty id was met; give a problem, its parent and its seed one such as 'mine/1'"
            )
        check_places(self.id, self.text, self.quantities)

    @property
    def text(self) -> str:
        """Return the whole text."""
        return join_parts(self.body, self.question)

    @property
    def key(self) -> str:
        """Return the last part of the id."""
        return self.id.rpartition("/")[2]

    @property
    def asked_expressions(self) -> tuple[Expr, ...]:
        """Return what is asked for, by default the unknowns in order of appearance."""
        if self.asked or self.equations is None:
            return self.asked
        return tuple(Unknown(name) for name in unknowns(self.equations))

    @property
    def accepted_answers(self) -> tuple[tuple[Answer, ...], ...]:
        """Return the gold answers, then those that the source accepts as well."""
        others = self.extra.get(ALTERNATIVES)
        return (
            self.answers,
            *(parse_answers(str(text)) for text in (others if isinstance(others, list) else ())),
        )

    def as_question(self) -> Question:
        """Return what a solver may see."""
        return Question(id=self.id, text=self.text, quantities=self.quantities, options=self.options)

    def fill(self, leaf: Leaf) -> Expr:
        """Return the number behind a quantity reference; other leaves stay as they are."""
        return fill_leaf(leaf, self.quantities, self.id)

    @property
    def filled_equations(self) -> EquationSystem | None:
        """Return the equations with the numbers of the text in place of the references."""
        return None if self.equations is None else map_system(self.equations, self.fill)

    @property
    def filled_asked(self) -> tuple[Expr, ...]:
        """Return the asked expressions with the numbers of the text in place of the references."""
        return tuple(map_expr(expr, self.fill) for expr in self.asked_expressions)

    @property
    def values(self) -> tuple[Fraction, ...]:
        """Return the values of the quantities."""
        return tuple(quantity.value for quantity in self.quantities)

    def _repr_html_(self) -> str:
        """Show the problem in a notebook."""
        from mwplab.records.views import problem_html

        return problem_html(self)


def fill_leaf(leaf: Leaf, quantities: tuple[Quantity, ...], id: str) -> Expr:
    """Return the number behind a quantity reference; other leaves stay as they are."""
    if not isinstance(leaf, QuantityRef):
        return leaf
    if leaf.index >= len(quantities):
        raise EquationError(f"{id}: q{leaf.index} is asked for, the text has {len(quantities)} quantities")
    return Number(quantities[leaf.index].value)


def check_places(id: str, text: str, found: tuple[Quantity, ...]) -> None:
    """Refuse quantities that do not stand in the text as they say, in reading order and apart."""
    position = 0
    for quantity in found:
        surface, start = quantity.surface, quantity.start
        if not position <= start < quantity.end <= len(text):
            raise RecordError(
                f"{id}: the quantity {surface!r} at {start} is outside the text or out of order"
            )
        if text[start : quantity.end] != surface:
            raise RecordError(
                f"{id}: the text has {text[start : quantity.end]!r} in place of the quantity {surface!r}"
            )
        position = quantity.end
