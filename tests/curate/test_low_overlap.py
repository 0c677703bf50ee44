"""Parts with low overlap."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwplab.catalogue import load
from mwplab.curate import LowOverlap, Minimise, remake
from mwplab.curate.low_overlap import least_template_overlap
from mwplab.errors import RecordError, UnknownName
from mwplab.measures import take
from mwplab.records import Dataset, Problem

MEASURES = {"lexical": "lexical-overlap", "template": "template-overlap", "both": "overlap"}


@pytest.mark.parametrize("minimise", list(Minimise))
def test_the_values_are_those_of_the_measures(minimise: Minimise) -> None:
    starter = load("starter")
    found = LowOverlap(size=60, minimise=minimise).reduce(starter)
    for name, overlap in (("whole", found.whole), ("part", found.part)):
        dataset = starter if name == "whole" else found.dataset
        assert overlap.value(minimise) == take(dataset, MEASURES[minimise]).score.value
    assert found.part.value(minimise) < found.whole.value(minimise)


@pytest.mark.parametrize("minimise", list(Minimise))
def test_a_part_has_the_size_asked_for_and_the_order_of_the_whole(minimise: Minimise) -> None:
    starter = load("starter")
    sizes: list[tuple[int | str, int]] = [("half", 180), (7, 7), (360, 360)]
    for size, expected in sizes:
        part = LowOverlap(size=size, minimise=minimise)(starter)
        places = [starter.problems.index(problem) for problem in part]
        assert len(places) == expected
        assert places == sorted(places)


def test_improvement_reports_both_values_and_is_never_worse() -> None:
    starter = load("starter[grade<=3]")
    better = 0
    for seed in range(6):
        for minimise in Minimise:
            plain = LowOverlap(size=30, minimise=minimise, seed=seed).reduce(starter)
            found = LowOverlap(size=30, minimise=minimise, seed=seed, improve=True).reduce(starter)
            assert found.greedy == plain.greedy == plain.part
            assert found.part.value(minimise) <= found.greedy.value(minimise)
            better += found.part.value(minimise) < found.greedy.value(minimise)
    assert better >= 10  # of the 12 whose greedy choice is not the best possible anyway


def test_more_starts_are_never_worse_and_the_seed_decides() -> None:
    starter = load("starter[grade<=3]")
    values = [LowOverlap(size=30, starts=starts).reduce(starter).greedy.lexical for starts in (1, 5, 500)]
    assert values == sorted(values, reverse=True)
    ids = {seed: [one.id for one in LowOverlap(size=10, seed=seed)(starter)] for seed in range(4)}
    assert ids[0] == [one.id for one in LowOverlap(size=10, seed=0)(starter)]
    assert len({tuple(chosen) for chosen in ids.values()}) > 1


def test_jobs_change_nothing() -> None:
    starter = load("starter")
    here = LowOverlap(size=40, starts=4).reduce(starter, jobs=1)
    there = LowOverlap(size=40, starts=4).reduce(starter, jobs=2)
    assert here == there


@settings(max_examples=80)
@given(st.lists(st.sampled_from(["sum", "product", "ratio", None]), min_size=2, max_size=9), st.data())
def test_the_least_template_overlap_is_that_of_the_best_part(
    classes: list[str | None], data: st.DataObject
) -> None:
    size = data.draw(st.integers(2, len(classes)))

    def overlap(places: tuple[int, ...]) -> float:
        pairs = [(classes[one], classes[other]) for one, other in combinations(places, 2)]
        return sum(one is not None and one == other for one, other in pairs) / len(pairs)

    best = min(overlap(places) for places in combinations(range(len(classes)), size))
    assert least_template_overlap(classes, size) == pytest.approx(best, abs=1e-15)


@pytest.mark.parametrize("size", [2, 50, 135, 300, 360])
@pytest.mark.parametrize("reading", ["shape", "prefix"])
def test_greedy_reaches_the_least_template_overlap(size: int, reading: str) -> None:
    found = LowOverlap(size=size, minimise="template", reading=reading, seed=size).reduce(load("starter"))
    assert found.optimum == found.greedy.template


@pytest.mark.realdata
@pytest.mark.parametrize("name", ["mawps/addsub", "mawps/simuleq-l", "asdiv-a"])
def test_greedy_reaches_the_least_template_overlap_of_real_sets(name: str) -> None:
    found = LowOverlap(minimise="template", reading="unranked").reduce(load(name))
    assert found.optimum == found.greedy.template


def test_the_part_is_made_again_from_its_recipe() -> None:
    made = LowOverlap(size=25, minimise="both", starts=3, improve=True, seed=5)(load("starter[grade<=4]"))
    assert made.recipe.steps[-1] == (
        "low-overlap(improve=True, minimise=both, reading=shape, seed=5, size=25, starts=3)"
    )
    assert remake(made.recipe, load).problems == made.problems


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": 1}, "cannot have the size 1; give 2 or more, or 'half'"),
        ({"size": "most"}, "cannot have the size 'most'"),
        ({"size": 361}, "has 360 problems; 361 of them cannot be chosen"),
        ({"minimise": "length"}, "'length' cannot be minimised; give one of lexical, template, both"),
        ({"starts": 0}, "cannot begin with 0 starts"),
    ],
)
def test_wrong_options_are_told(options: dict[str, object], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        LowOverlap(**options)(load("starter"))  # type: ignore[arg-type]


def test_an_unknown_reading_is_told() -> None:
    with pytest.raises(UnknownName, match="no reading of templates named 'shapes'; did you mean 'shape'"):
        LowOverlap(reading="shapes")


def test_problems_without_equations_have_no_templates_to_compare() -> None:
    problems = tuple(Problem(id=f"a/{place}", question="Why?") for place in range(4))
    with pytest.raises(RecordError, match="a has no equations"):
        LowOverlap(minimise="both")(Dataset(name="a", problems=problems))
    assert len(LowOverlap()(Dataset(name="a", problems=problems))) == 2
