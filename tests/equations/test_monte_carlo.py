"""The published algorithm itself."""

from __future__ import annotations

from itertools import permutations
from random import Random

from mwplab.equations import Derivation, Template, parse
from mwplab.equations.monte_carlo import exact_solution, renamings, same_derivation


def test_all_renamings_are_found() -> None:
    total = Template(parse("x = A + B + C"))
    assert list(renamings(total, total, Random(0))) == list(permutations(range(3)))
    pairs = Template(parse("x = A * B - C * D"))
    assert len(list(renamings(pairs, pairs, Random(0)))) == 4


def test_templates_of_different_sizes_have_no_renaming() -> None:
    assert not list(renamings(Template(parse("x = A")), Template(parse("x = A + B")), Random(0)))


def test_each_renaming_costs_two_solutions_until_it_fails() -> None:
    asked = []

    def solver(system: object) -> object:
        asked.append(system)
        return len(asked)

    one, other = Template(parse("x = A + B")), Template(parse("x = A - B"))
    assert not list(renamings(one, other, Random(0), solver=solver))
    assert len(asked) == 4


def test_a_system_without_a_solution_says_what_is_wrong() -> None:
    assert exact_solution(parse("x = 1; x = 2")) == "NoSolution"
    assert exact_solution(parse("x + y = 2")) == "Underdetermined"


def test_equivalent_tokens_match_in_gold_only() -> None:
    template = Template(parse("x = A - B"))
    one, other = Derivation(template, (0, 2), ((1, 2),)), Derivation(template, (0, 1))
    assert not same_derivation(one, other, Random(0))
    assert same_derivation(other, one, Random(0))
