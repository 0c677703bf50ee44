"""Candidates: all ways to align, each once, the likeliest first."""

from __future__ import annotations

import time
from fractions import Fraction
from itertools import product
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from mwplab.annotate.candidates import BEAM, SHOWN, rank
from mwplab.annotate.sites import place, referred, sites
from mwplab.equations import EquationSystem, evaluate, parse
from mwplab.equations.nodes import Expr, Leaf, Number, QuantityRef, map_expr
from mwplab.records import Problem
from tests.annotate.problems import HATS, made

POINTS = 3


def alignments(text: str, equations: str) -> list[tuple[int, ...]]:
    problem = made("a/1", text, equations)
    system = referred(problem)
    assert system is not None
    return [one.derivation.alignment for one in rank(problem, system, sites(problem)).candidates]


def test_neighbours_of_one_sentence_come_first() -> None:
    text = "Ann has 5 hats. Joe has 5 caps and buys 2 caps. How many caps has Joe?"
    assert alignments(text, "x = 5 + 2") == [(1, 2), (0, 2)]


def test_a_number_said_twice_is_used_twice_before_it_is_used_again() -> None:
    assert alignments(HATS, "x = 5 + 5") == [(0, 1), (0,), (1,)]


def test_nearer_numbers_come_before_farther_ones() -> None:
    assert alignments(HATS, "x = 5 + 2") == [(1, 2), (0, 2)]


def test_where_all_else_is_equal_the_order_of_the_text_decides() -> None:
    text = "Mia has 4 red and 4 blue pens. How much less is the one than the other?"
    assert alignments(text, "x = 4 - 4")[:2] == [(0, 1), (1, 0)]


def test_ways_that_are_equivalent_are_one_candidate() -> None:
    assert alignments("A cup holds 3, a jar 3, a can 4.", "x = 3 * 3 + 4") == [(0, 1, 2), (1, 2), (0, 2)]


def test_functions_are_merged_where_only_the_order_differs() -> None:
    text = "A cup holds 3, a jar 3, a can 4."
    assert alignments(text, "x = max(3, 3) + 4") == [(0, 1, 2), (1, 2), (0, 2)]
    assert alignments(text, "x = remainder(3, 3)") == [(0, 1), (1, 0), (0,), (1,)]


def test_many_ways_stay_bounded_and_the_note_says_so() -> None:
    text = "He counts " + ", ".join(["7"] * 30) + " and so on."
    problem = made("a/1", text, "x = " + " - ".join(["7"] * 20))
    system = referred(problem)
    assert system is not None
    before = time.monotonic()
    found = rank(problem, system, sites(problem))
    assert time.monotonic() - before < 20
    assert found.ways == 30**20
    assert len(found.candidates) <= SHOWN
    listed = f"the {len(found.candidates)} likeliest candidates are listed"
    assert found.note == f"{listed}; the places can be filled in {30**20} ways"


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    values = draw(st.lists(st.sampled_from([2, 3, 5]), min_size=2, max_size=5))
    text = "There are " + " here. Then ".join(f"{value} of them" for value in values) + "."
    places = draw(st.lists(st.integers(0, len(values) - 1), min_size=1, max_size=4))
    expression = f"q{places[0]}"
    for index in places[1:]:
        operator = draw(st.sampled_from(["+", "-", "*"]))
        expression = draw(
            st.sampled_from([f"({expression}) {operator} q{index}", f"q{index} {operator} ({expression})"])
        )
    return made("a/1", text, f"x = {expression}")


def outcome(system: EquationSystem, points: list[list[Fraction]]) -> tuple[object, ...]:
    """What the right side gives at random points: the independent view of equivalence."""

    def at(point: list[Fraction]) -> object:
        def fill(leaf: Leaf) -> Expr:
            return Number(point[leaf.index]) if isinstance(leaf, QuantityRef) else leaf

        return evaluate(map_expr(system.statements[0].right, fill))

    return tuple(at(point) for point in points)


@given(problems())
def test_every_way_is_equivalent_to_one_candidate_and_no_two_candidates_are(problem: Problem) -> None:
    system, found = problem.equations, sites(problem)
    assert system is not None
    ranked = rank(problem, system, found)
    assume(ranked.ways <= BEAM)  # else the likeliest are ranked only
    random = Random("points")
    points = [[Fraction(random.randint(1, 10**9)) for _ in problem.quantities] for _ in range(POINTS)]
    ways = {
        (outcome(moved, points), frozenset(positions))
        for positions in product(*(site.options for site in found))
        for moved in [place(system, positions)]
    }
    listed = [
        (outcome(one.derivation.system, points), frozenset(one.derivation.alignment))
        for one in ranked.candidates
    ]
    assert len(set(listed)) == len(listed)
    assert set(listed) == ways if len(listed) < SHOWN else set(listed) <= ways
    assert ranked.note == "" or len(listed) == SHOWN


@given(problems())
def test_candidates_are_sorted_by_what_speaks_against_them(problem: Problem) -> None:
    assert problem.equations is not None
    costs = [one.cost for one in rank(problem, problem.equations, sites(problem)).candidates]
    assert costs == sorted(costs)


def test_ranking_does_not_depend_on_how_the_machine_guessed() -> None:
    texts = ["x = q0 + q2", "x = q1 + q2"]
    found = [
        [str(one.derivation.system) for one in rank(problem, parse(text), sites(problem)).candidates]
        for text in texts
        for problem in [made("a/1", HATS, text)]
    ]
    assert found[0] == found[1] == ["x = q1 + q2", "x = q0 + q2"]
