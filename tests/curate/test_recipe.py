"""Recipes: written, and followed again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import mwplab
from mwplab.catalogue import load
from mwplab.curate import First, curations, make_folds, remake
from mwplab.curate.recipe import combined
from mwplab.errors import MwplabError, RecordError, SpecError, UnknownName
from mwplab.records import Dataset, Problem, Recipe, read_jsonl, write_jsonl


def test_a_recipe_names_input_steps_and_version() -> None:
    made = First(count=5)(make_folds(load("starter[grade<=2]"), 3))
    assert made.recipe == Recipe(
        inputs=(f"starter@1.0#{load('starter').fingerprint}",),
        steps=("select(grade<=2)", "folds(by=chance, folds=3, seed=0)", "first(count=5)"),
        version=mwplab.__version__,
    )


@pytest.mark.parametrize(
    "steps",
    [
        ("first(count=3)",),
        ("select(type=Ratio)", "first(count=3)"),
        ("folds(by=type, folds=3, seed=4)",),
        ("hold-out(by=chance, seed=2, share=0.25)", "first(count=300)"),
        ("select(grade=3)", "low-overlap(minimise=both, size=4)"),
    ],
)
def test_what_was_made_is_made_again(steps: tuple[str, ...]) -> None:
    source = f"starter@1.0#{load('starter').fingerprint}"
    made = remake(Recipe(inputs=(source,), steps=steps), load)
    again = remake(made.recipe, load)
    assert (again.problems, again.splits, again.recipe) == (made.problems, made.splits, made.recipe)


@pytest.mark.realdata
@pytest.mark.parametrize("name", ["asdiv-a:fold0/train[grade<=2]", "svamp+fixes", "mawps:fold1/test"])
def test_parts_of_the_catalogue_are_loaded_again(name: str) -> None:
    made = First(count=9)(load(name))
    assert remake(made.recipe, load).problems == made.problems


def test_a_file_at_hand_is_found_by_its_content(tmp_path: Path) -> None:
    problems = tuple(Problem(id=f"mine/{place}", question="Why?") for place in range(6))
    mine = Dataset(name="mine", problems=problems, splits={"odd": ("mine/1", "mine/3", "mine/5")})
    made = First(count=2)(mine.split("odd"))
    write_jsonl(made, tmp_path / "made.jsonl")
    kept = read_jsonl(tmp_path / "made.jsonl")
    assert remake(kept.recipe, load, at_hand=[load("starter"), mine]).problems == made.problems
    with pytest.raises(UnknownName, match="no dataset named 'mine'"):
        remake(kept.recipe, load)


class Joined:
    """A curation of several datasets."""

    def __call__(self, *datasets: Dataset) -> Dataset:
        problems = tuple(problem for dataset in datasets for problem in dataset)
        return Dataset(name="joined", problems=problems, recipe=combined(datasets, "joined-for-test"))


def test_inputs_of_several_carry_the_steps_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(curations._factories, "joined-for-test", Joined)
    one, other = First(count=2)(load("starter[grade=1]")), load("starter[grade=5]")
    made = First(count=10)(Joined()(one, other))
    source = f"starter@1.0#{load('starter').fingerprint}"
    assert made.recipe.inputs == (
        f"{source} | select(grade=1) | first(count=2)",
        f"{source} | select(grade=5)",
    )
    assert remake(made.recipe, load).problems == made.problems
    # What was combined is no single line; it stands for itself and must be at hand.
    nested = Joined()(made, load("starter[grade=3]"))
    assert nested.recipe.inputs[0] == f"joined#{made.fingerprint}"
    assert remake(nested.recipe, load, at_hand=[made]).problems == nested.problems


def test_other_content_is_told() -> None:
    recipe = Recipe(inputs=("starter@1.0#0000000000000000",), steps=("first(count=1)",))
    with pytest.raises(RecordError, match=r"starter@1\.0 has the fingerprint .* made with 0000000000000000"):
        remake(recipe, load)


BAD = [
    ("frist(count=1)", UnknownName, "no curation named 'frist'; did you mean 'first'"),
    ("first(count", SpecError, "expected '='"),
    ("first(cuont=1)", SpecError, "no option 'cuont'"),
    ("first(count=nine)", RecordError, "cannot keep the first 'nine' problems"),
    ("low-overlap(starts=many)", RecordError, "cannot be taken"),
    ("folds(by=colour)", UnknownName, "no way to split named 'colour'"),
    ("grammatical(grammar='erg(grammar=a.dat, program=b)')", RecordError, "names a program to run"),
]


@pytest.mark.parametrize(("step", "kind", "message"), BAD)
def test_a_step_that_cannot_be_taken_is_told(step: str, kind: type[MwplabError], message: str) -> None:
    source = f"starter@1.0#{load('starter').fingerprint}"
    with pytest.raises(kind, match=message):
        remake(Recipe(inputs=(source,), steps=(step,)), load)


def test_what_was_not_made_from_another_cannot_be_made_again() -> None:
    with pytest.raises(RecordError, match="its recipe is empty"):
        remake(load("starter").recipe, load)


def test_a_selection_of_a_file_at_hand_is_told() -> None:
    mine = replace(load("starter"), name="mine", edition="")
    recipe = Recipe(inputs=(f"mine#{mine.fingerprint}",), steps=("select(grade=1)",))
    with pytest.raises(RecordError, match="is a step of the catalogue"):
        remake(recipe, load, at_hand=[mine])
