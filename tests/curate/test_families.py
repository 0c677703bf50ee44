"""Families found again: from order and words, on made problems and on SVAMP."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from mwplab.catalogue import load
from mwplab.curate import curations, make_folds, remake
from mwplab.curate.families import Families, release_order
from mwplab.curate.folds import By
from mwplab.errors import RecordError
from mwplab.records import Dataset, Problem
from mwplab.text import quantities

STORIES = [
    ("A baker sells {} loaves and {} rolls.", "How many loaves does the baker sell?", "How many rolls?"),
    ("Nine ducks swim on a pond; {} fly away, {} stay.", "How many ducks stay?", "Which ducks swim?"),
    ("Mia glues {} stamps in an album of {} pages.", "How many stamps fit a page?", "Is the album full?"),
    ("A tram takes {} minutes for {} stops.", "How long is it between stops?", "When does the tram end?"),
]


def told(id: str, text: str) -> Problem:
    return Problem(id=id, body=text, quantities=quantities(text))


def variants() -> Dataset:
    random = Random(3)
    problems = [
        told(
            f"made/{story}-{number}",
            f"{STORIES[story][0].format(random.randrange(20, 90), random.randrange(2, 20))} "
            f"{STORIES[story][1 + number % 2]}",
        )
        for story in range(len(STORIES))
        for number in range(6)
    ]
    return Dataset(name="made", problems=tuple(problems))


def seeds() -> Dataset:
    problems = (
        told(f"source/{number}", f"{one.format(9, 4)} {two}") for number, (one, two, _) in enumerate(STORIES)
    )
    return Dataset(name="source", problems=tuple(problems))


def test_consecutive_variants_are_a_family_and_a_new_story_begins_another() -> None:
    made = Families()(variants())
    assert [one.seed for one in made] == [f"made/{one.key.partition('-')[0]}-0" for one in made]
    assert made.recipe.steps == ("families(least=0.2)",)


def test_with_the_corpus_of_the_seeds_a_family_is_named_by_its_seed() -> None:
    dataset, source = variants(), seeds()
    made = Families()(dataset, source)
    assert [one.seed for one in made] == [f"source/{one.key.partition('-')[0]}" for one in made]
    again = remake(made.recipe, lambda name: {"made": dataset, "source": source}[name])
    assert again.fingerprint == made.fingerprint


def test_a_least_similarity_that_is_met_by_all_leaves_it_to_the_source_to_cut() -> None:
    two = Dataset(name="made", problems=variants().problems[:12])
    assert len({one.seed for one in Families(least=1e-9)(two)}) == 1
    assert len({one.seed for one in Families(least=1e-9)(two, seeds())}) == 2


def test_folds_give_the_order_and_seeds_then_stay_in_one_fold() -> None:
    ordered = variants()
    shuffled = list(ordered.problems)
    Random(0).shuffle(shuffled)
    halves = {"fold0": ordered.problems[:12], "fold1": ordered.problems[12:]}
    splits = {
        f"{name}/{part}": tuple(one.id for one in problems)
        for name in halves
        for part, problems in (
            ("test", halves[name]),
            ("train", halves["fold1" if name == "fold0" else "fold0"]),
        )
    }
    dataset = Dataset(name="made", problems=tuple(shuffled), splits=splits)
    assert [one.id for one in release_order(dataset)] == [one.id for one in ordered]
    made = Families()(dataset)
    assert Counter(one.seed for one in made) == {f"made/{story}-0": 6 for story in range(4)}
    assert dict(made.splits) == splits


def test_a_dataset_without_problems_has_no_families_and_nonsense_is_refused() -> None:
    assert len(Families()(Dataset(name="made"))) == 0
    with pytest.raises(RecordError, match="more than 0 and less than 1"):
        curations.make("families(least=2)")
    with pytest.raises(RecordError, match="corpus of the seeds has no problems"):
        Families()(variants(), Dataset(name="source"))


@pytest.mark.realdata
def test_svamps_families_fit_its_folds_its_paper_and_asdiv() -> None:
    svamp, asdiv = load("svamp"), load("asdiv-a")
    made = Families()(svamp, asdiv)
    families: dict[str, list[Problem]] = {}
    for problem in made:
        families.setdefault(problem.seed or "", []).append(problem)
    # The paper varied 100 seeds; of one of them no problem is left, or it cannot be told from another.
    assert len(families) == 99
    fold = {id: name for name in svamp.folds for id in svamp.splits[f"{name}/test"]}
    assert all(len({fold[one.id] for one in family}) == 1 for family in families.values())
    # Table 7: Addition 28, Subtraction 33, Multiplication 19, Division 20.
    types = Counter(asdiv[seed].type for seed in families)
    assert types == {"Addition": 28, "Subtraction": 32, "Multiplication": 19, "Common-Division": 20}
    assert all(asdiv[seed].equations is not None for seed in families)
    assert sorted(map(len, families.values()))[0] >= 2
    # Without the corpus of the seeds, two neighbouring families about collections are one.
    assert len({one.seed for one in Families()(svamp)}) == 98
    again = make_folds(made, 5, by=By.SEED)
    tests = [{again[id].seed for id in again.splits[f"fold{number}/test"]} for number in range(5)]
    assert sum(map(len, tests)) == 99
