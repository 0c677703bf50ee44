"""Problems made for tests of measures."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from mwplab.equations import parse
from mwplab.records import Answer, Dataset, Problem
from mwplab.text import quantities

EQUATIONS = ["x = 3 + 2", "x = 3 - 2", "3 + x = 5", "x = 2 * 3 - 1", "x + y = 3; x - y = 1"]


def told(
    id: str, text: str, equations: str | None = None, type: str = "", grade: int | None = None
) -> Problem:
    return Problem(
        id=id,
        body=text,
        quantities=quantities(text),
        equations=None if equations is None else parse(equations),
        answers=() if equations is None else (Answer(Fraction(5)),),
        type=type,
        grade=grade,
    )


def dataset(*texts: str) -> Dataset:
    return Dataset(name="a", problems=tuple(told(f"a/{place}", text) for place, text in enumerate(texts)))


_words = st.lists(
    st.sampled_from(["Ann", "Bo", "saw", "sold", "3", "7", "owls", "figs", ".", "?"]), max_size=9
)
_facts = st.tuples(
    _words.map(" ".join),
    st.none() | st.sampled_from(EQUATIONS),
    st.sampled_from(["", "Sum", "Ratio"]),
    st.none() | st.integers(1, 6),
)


@st.composite
def datasets(draw: st.DrawFn, least: int = 0) -> Dataset:
    """Return datasets of up to twelve problems with a part for training and one for testing."""
    found = draw(st.lists(_facts, min_size=least, max_size=12))
    problems = tuple(told(f"a/{place}", *facts) for place, facts in enumerate(found))
    ids = tuple(problem.id for problem in problems)
    cut = len(ids) // 2
    return Dataset(name="a", problems=problems, splits={"train": ids[:cut], "test": ids[cut:]})
