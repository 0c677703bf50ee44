"""Random records for property tests, with every field set now and then."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from mwplab.equations import Derivation, EquationSystem, Expr, Template, induce
from mwplab.equations.evaluate import lowest_terms
from mwplab.records import (
    Alternative,
    Answer,
    Card,
    Dataset,
    Finding,
    FindingKind,
    Prediction,
    Problem,
    Question,
    Recipe,
    Result,
    Row,
    Score,
    Time,
    Usage,
    Verdict,
)
from mwplab.records.answers.value import HALF_DAY
from mwplab.records.problem import Json, join_parts
from mwplab.text import Flag, Form, Quantity
from tests.equations.strategies import arithmetic, numbers, quantities, slots, statements, systems, unknowns

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
"""Any characters that a file can hold: line ends, quotes, nulls, marks of direction."""

words = texts.filter(str.strip)
ids = st.builds(lambda name, key: f"{name}/{key}", st.sampled_from(["mine", "a/b"]), words)
fractions = st.fractions(max_denominator=10**6)
floats = st.floats(allow_nan=False)
several_texts = st.lists(texts, max_size=3).map(tuple)

times = st.builds(Time, st.integers(0, 10**6)) | st.sampled_from(["am", "pm"]).flatmap(
    lambda half: st.builds(
        Time,
        st.integers(0, HALF_DAY - 1).map(lambda seconds: seconds + HALF_DAY * (half == "pm")),
        st.just(half),
    )
)
ratios = st.lists(st.integers(-50, 50).map(Fraction), min_size=2, max_size=4).filter(any).map(lowest_terms)
values = fractions | ratios | texts | times
answers = st.builds(Answer, values, texts)
several_answers = st.lists(answers, max_size=3).map(tuple)

json_values: SearchStrategy[Json] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | floats.filter(lambda number: abs(number) != float("inf"))
    | texts,
    lambda below: st.lists(below, max_size=3) | st.dictionaries(texts, below, max_size=3),
    max_leaves=6,
)
json_objects = st.dictionaries(texts, json_values, max_size=3)

equations: SearchStrategy[EquationSystem] = systems(
    statements(arithmetic(numbers | quantities | unknowns)), max_size=2
)
asked: SearchStrategy[Expr] = arithmetic(numbers | quantities | unknowns, max_leaves=3)
templates = systems(
    statements(arithmetic(numbers | slots.filter(lambda slot: slot.index < 5) | unknowns)), max_size=2
).map(Template)
derivations: SearchStrategy[Derivation] = st.builds(
    induce, equations, st.lists(st.lists(st.integers(0, 9), max_size=3).map(tuple), max_size=2).map(tuple)
) | templates.flatmap(
    lambda template: st.builds(
        Derivation,
        st.just(template),
        st.lists(st.integers(0, 99), min_size=template.slots, max_size=template.slots).map(tuple),
    )
)


@st.composite
def placed_quantities(draw: st.DrawFn, text: str) -> tuple[Quantity, ...]:
    """Draw quantities that stand in the text, apart and in reading order."""
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=6)))
    pairs = list(zip(cuts[::2], cuts[1::2], strict=False))
    return tuple(
        Quantity(
            value=draw(fractions),
            start=start,
            end=end,
            surface=text[start:end],
            form=draw(st.sampled_from(Form)),
            flags=draw(st.frozensets(st.sampled_from(Flag))),
        )
        for start, end in pairs
    )


@st.composite
def problems(draw: st.DrawFn, id: SearchStrategy[str] = ids) -> Problem:
    """Draw a problem; each field is at its default or not."""
    body, question = draw(texts), draw(texts)
    fields: dict[str, SearchStrategy[Any]] = {
        "equations": equations,
        "asked": st.lists(asked, max_size=2).map(tuple),
        "answers": several_answers,
        "ordered": st.booleans(),
        "derivation": derivations,
        "type": texts,
        "grade": st.integers(-1, 12),
        "subgoals": several_texts,
        "source": texts,
        "options": several_texts,
        "rationale": texts,
        "rates": st.lists(st.integers(-1, 9), max_size=3).map(tuple),
        "parent": ids,
        "seed": ids,
        "changes": several_texts,
        "extra": json_objects,
    }
    chosen = draw(st.sets(st.sampled_from(sorted(fields))))
    return Problem(
        id=draw(id),
        body=body,
        question=question,
        quantities=draw(placed_quantities(join_parts(body, question))),
        **{name: draw(fields[name]) for name in sorted(chosen)},
    )


cards = st.builds(
    Card,
    title=texts,
    summary=texts,
    source=texts,
    licence=texts,
    citation=texts,
    year=st.none() | st.integers(1900, 2100),
    category=texts,
    annotation=texts,
    counts=st.dictionaries(texts, st.integers(0, 10**6), max_size=3),
    known_errors=several_texts,
    notes=several_texts,
    canary=texts,
)
recipes = st.builds(Recipe, inputs=several_texts, steps=several_texts)


@st.composite
def datasets(draw: st.DrawFn, split_names: SearchStrategy[str] = texts) -> Dataset:
    """Draw a dataset of a few problems with splits in any order."""
    keys = draw(st.lists(ids, unique=True, max_size=4))
    parts = st.lists(st.sampled_from(keys), unique=True).map(tuple) if keys else st.just(())
    return Dataset(
        name=draw(words),
        edition=draw(texts),
        problems=tuple(draw(problems(st.just(key))) for key in keys),
        splits=draw(st.dictionaries(split_names, parts, max_size=3)),
        card=draw(cards),
        recipe=draw(recipes),
    )


questions = problems().map(Problem.as_question)
usages = st.builds(Usage, seconds=floats, tokens_in=st.integers(), tokens_out=st.integers(), cost=floats)
alternatives = st.builds(Alternative, score=floats, answers=several_answers, equations=st.none() | equations)
predictions = st.builds(
    Prediction,
    problem=ids,
    answers=several_answers,
    equations=st.none() | equations,
    derivation=st.none() | derivations,
    alternatives=st.lists(alternatives, max_size=2).map(tuple),
    samples=several_texts,
    confidence=st.none() | floats,
    trace=json_objects,
    usage=st.none() | usages,
)
rows = st.builds(
    Row,
    problem=problems(),
    prediction=predictions,
    verdicts=st.dictionaries(texts, st.sampled_from(Verdict), max_size=2),
    reasons=st.dictionaries(texts, texts, max_size=2),
)
scores = st.builds(
    Score,
    name=texts,
    value=floats,
    n=st.integers(),
    slice=texts,
    low=st.none() | floats,
    high=st.none() | floats,
    signature=texts,
)
results = st.builds(
    Result,
    signature=texts,
    rows=st.lists(rows, max_size=2).map(tuple),
    scores=st.lists(scores, max_size=2).map(tuple),
)
findings = st.builds(
    Finding,
    problem=ids,
    kind=st.sampled_from(FindingKind),
    message=texts,
    expected=texts,
    found=texts,
    error_class=texts,
)

EVERY_KIND: dict[type, SearchStrategy[object]] = {
    Answer: answers,
    Alternative: alternatives,
    Card: cards,
    Derivation: derivations,
    Finding: findings,
    Prediction: predictions,
    Problem: problems(),
    Question: questions,
    Recipe: recipes,
    Result: results,
    Row: rows,
    Score: scores,
    Usage: usages,
}
"""A strategy for each kind of record that JSON holds."""
