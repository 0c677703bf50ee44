"""Only grammatical problems."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from mwplab.catalogue import load
from mwplab.curate import Grammatical, remake
from mwplab.curate.grammatical import grammatical
from mwplab.errors import UnknownName
from mwplab.records import Dataset, Problem
from mwplab.text.grammar import grammars, make_grammar


class NoOwls:
    """Accepts every sentence without an owl, and remembers what it was asked."""

    name = "no-owls"
    asked: list[str] = []  # noqa: RUF012

    def accepts(self, sentences: Sequence[str]) -> list[bool]:
        self.asked += sentences
        return ["owl" not in sentence for sentence in sentences]


TEXTS = ["Two kites rise. How many rise?", "An owl sings. How many rise?", "How many owls?", ""]


@pytest.fixture
def owls(monkeypatch: pytest.MonkeyPatch) -> Dataset:
    monkeypatch.setitem(grammars._factories, "no-owls", NoOwls)
    make_grammar.cache_clear()
    problems = tuple(Problem(id=f"a/{place}", question=text) for place, text in enumerate(TEXTS))
    return Dataset(name="a", problems=problems)


def test_a_problem_stays_if_every_sentence_is_accepted(owls: Dataset) -> None:
    NoOwls.asked.clear()
    made = Grammatical(grammar="no-owls")(owls)
    assert [problem.id for problem in made] == ["a/0", "a/3"]
    assert made.recipe.steps == ("grammatical(grammar=no-owls)",)
    assert sorted(NoOwls.asked) == sorted(set(NoOwls.asked))


def test_the_part_is_made_again(owls: Dataset) -> None:
    made = Grammatical(grammar="no-owls")(owls)
    assert remake(made.recipe, load, at_hand=[owls]).problems == made.problems


def test_an_unknown_grammar_is_told(owls: Dataset) -> None:
    with pytest.raises(UnknownName, match="no grammar named 'no-owl'"):
        Grammatical(grammar="no-owl")(owls)


def test_link_grammar_parts_good_from_bad(debian_program: Callable[..., str]) -> None:
    debian_program("link-parser", packages=["link-grammar", "link-grammar-dictionaries-en"])
    texts = ["Ann has three kites. How many kites does she have?", "Ann have three kite. How many she?"]
    problems = [Problem(id=f"a/{place}", question=text) for place, text in enumerate(texts)]
    assert grammatical(problems) == [True, False]
