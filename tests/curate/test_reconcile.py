"""Equivalent templates merged, and equations rewritten so that every answer stays."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
import sympy

from mwplab.catalogue import load
from mwplab.curate import Reconciled, reconcile, remake
from mwplab.curate.merging import merge
from mwplab.curate.rewriting import rewrite, source
from mwplab.equations import Derivation, Template, answers, canonical, induce, parse
from mwplab.equations.nodes import (
    Binary,
    EquationSystem,
    Expr,
    Negate,
    Number,
    QuantityRef,
    Unknown,
    walk,
)
from mwplab.equations.templates import unknowns
from mwplab.errors import EquationError, RecordError
from mwplab.records import Dataset, Problem, same_values
from mwplab.text import quantities
from tests.equations.derivation_pairs import random_template, renamed, rewritten


def made(key: str, equations: str, numbers: str = "", **fields: Any) -> Problem:
    system = parse(equations)
    return Problem(
        id=f"made/{key}", question=numbers, quantities=quantities(numbers), equations=system, **fields
    )


def dataset(*problems: Problem, name: str = "made", **fields: Any) -> Dataset:
    return Dataset(name=name, problems=problems, **fields)


def equations(found: Reconciled) -> list[str]:
    return [str(problem.equations) for one in found.datasets for problem in one]


SAME = [
    (["x = q0 - q1", "x + q1 = q0", "q0 - y = q1"], ["x = q0 - q1"] * 3),
    (["x = q0 * q1", "x = q1 * q0"], ["x = q0 * q1", "x = q1 * q0"]),
    (["x = q0 / q1", "x * q1 = q0", "x * q1 = q0"], ["x * q1 = q0"] * 3),
    (["b = a - q1; a = q0 - b", *["a + b = q0; a - b = q1"] * 2], ["x + y = q0; x - y = q1"] * 3),
    (["x = q0 + q1", "x = q0 - q1"], ["x = q0 + q1", "x = q0 - q1"]),
    (["x = 2 * q0", "x = q0 + q0", "x = q0 + q0"], ["x = q0 + q0"] * 3),
]


@pytest.mark.parametrize(("before", "after"), SAME)
def test_the_commonest_form_then_the_shortest_stands_for_all(before: list[str], after: list[str]) -> None:
    problems = [made(str(place), text, "8 and 2") for place, text in enumerate(before)]
    assert equations(reconcile([dataset(*problems)])) == after


def test_a_form_that_is_rare_here_wins_if_it_is_common_there() -> None:
    here = dataset(made("1", "x + q1 = q0", "8 and 2"), made("2", "x + q1 = q0", "9 and 3"))
    problems = [Problem(id=f"there/{key}", equations=parse("x = q0 - q1")) for key in range(3)]
    found = reconcile([here, dataset(*problems, name="there")])
    assert equations(found) == ["x = q0 - q1"] * 5
    (only,) = found.classes
    assert only.members == 5
    assert dict(only.datasets) == {"made": 2, "there": 3}
    assert only.examples[:2] == ("there/0", "made/1")
    assert [(str(form), count) for form, count in only.forms] == [("x = A - B", 3), ("x + A = B", 2)]


def test_what_is_asked_for_follows_its_unknown() -> None:
    problem = made("1", "b = a - q1; a + b = q0", "10 and 4", asked=(Unknown("b"), parse_asked("2 * a")))
    others = [made(str(key), "x + y = q0; x - y = q1", "10 and 4") for key in (2, 3)]
    found = reconcile([dataset(problem, *others)]).datasets[0]["1"]
    assert str(found.equations) == "x + y = q0; x - y = q1"
    assert found.asked == (Unknown("y"), parse_asked("2 * x"))


def test_the_order_of_answers_is_kept_although_the_unknowns_come_in_another_order() -> None:
    problem = made("1", "b = a - q1; a + b = q0", "10 and 4", ordered=True)
    others = [made(str(key), "x + y = q0; x - y = q1", "10 and 4") for key in (2, 3)]
    found = reconcile([dataset(problem, *others)]).datasets[0]["1"]
    assert found.filled_equations is not None
    assert answers(found.filled_equations, found.filled_asked) == ((Fraction(3), Fraction(7)),)


def parse_asked(text: str) -> Expr:
    statement = parse(f"x = {text}").statements[0]
    return statement.right


def test_unknowns_that_have_one_value_in_the_text_are_told_apart_by_other_numbers() -> None:
    old = made("1", "b = a - q1; a + b = q0", "10 and 0", asked=(Unknown("b"),))
    new = rewrite(old, induce(parse("x + y = q0; x - y = q1")))
    assert new is not None
    assert new.asked == (Unknown("y"),)


def test_an_annotated_derivation_is_rewritten_with_its_alignment_and_its_classes() -> None:
    derivation = Derivation(Template(parse("x + A = B")), (2, 1), ((0, 2),))
    problem = made("1", "x = q1 - q2", "3 or 9 less 3", derivation=derivation)
    others = [made(str(key), "x = q0 - q1", "8 and 2") for key in (2, 3)]
    found = reconcile([dataset(problem, *others)]).datasets[0]["1"].derivation
    assert found is not None
    assert (str(found.template), found.alignment, found.equivalent) == ("x = A - B", (1, 2), ((0, 2),))


def test_a_derivation_that_contradicts_the_equations_is_left_alone() -> None:
    wrong = Derivation(Template(parse("x = A + B")), (0, 1))
    problem = made("1", "x = q0 - q1", "8 and 2", derivation=wrong)
    assert source(problem) == induce(parse("x = q0 - q1"))
    found = reconcile([dataset(problem)]).datasets[0]["1"]
    assert (str(found.equations), found.derivation) == ("x = q0 - q1", wrong)


def test_a_decimal_that_stands_for_a_third_does_not_contradict_the_derivation() -> None:
    gold = Derivation(Template(parse("x = A * B")), (0, 1))
    problem = made("1", "x = 0.33333 * q1", "A third of 24", derivation=gold)
    assert source(problem) is gold


def test_numbers_that_were_not_referred_to_the_text_are() -> None:
    assert equations(reconcile([dataset(made("1", "x = 8 - 2", "2 of 8"))])) == ["x = q1 - q0"]


def test_a_problem_without_equations_stays_as_it_is() -> None:
    bare = Problem(id="made/1", question="Why?")
    found = reconcile([dataset(bare)])
    assert (found.datasets[0].problems, found.classes, found.kept) == ((bare,), (), ())


def test_a_form_that_fails_for_the_numbers_of_a_text_is_not_taken_and_the_problem_is_named() -> None:
    # As templates both say x = A - B; with A = 0 the longer one has every solution.
    problem = made("1", "x = q0 - q1", "0 and 2")
    others = [made(str(key), "x * q0 = (q0 - q1) * q0", "8 and 2") for key in (2, 3)]
    found = reconcile([dataset(problem, *others)])
    assert len(found.classes) == 1
    assert found.datasets[0]["1"] == problem
    assert [one.problem for one in found.kept] == ["made/1"]
    assert "does not give the values of x = q0 - q1" in found.kept[0].reason


def test_splits_stay_and_the_recipe_says_what_was_done() -> None:
    one = dataset(made("1", "x = q0 - q1", "8 and 2"), splits={"test": ("made/1",)})
    found = reconcile([one]).datasets[0]
    assert dict(found.splits) == {"test": ("made/1",)}
    assert found.recipe.steps == ("reconcile",)
    assert found.recipe.inputs == (f"made#{one.fingerprint}",)


def test_merged_datasets_are_splits_of_the_whole() -> None:
    one = dataset(made("1", "x = q0", "8"), splits={"test": ("made/1",)})
    other = dataset(Problem(id="other/1"), name="other")
    both = merge([one, other])
    assert [problem.id for problem in both] == ["made/1", "other/1"]
    assert dict(both.splits) == {"made": ("made/1",), "made/test": ("made/1",), "other": ("other/1",)}
    with pytest.raises(RecordError, match="parts or editions of one dataset"):
        merge([one, one])


def values_by_sympy(problem: Problem) -> set[tuple[sympy.Expr, ...]]:
    """Return what is asked for, found without our own solver."""
    assert problem.equations is not None
    names = {name: sympy.Symbol(name) for name in unknowns(problem.equations)}

    def convert(expr: Expr) -> sympy.Expr:
        match expr:
            case Number(value):
                return sympy.Rational(value.numerator, value.denominator)
            case QuantityRef(index):
                value = problem.values[index]
                return sympy.Rational(value.numerator, value.denominator)
            case Unknown(name):
                return names[name]
            case Negate(operand):
                return -convert(operand)
            case Binary(operator, left, right):
                one, other = convert(left), convert(right)
                return {"+": one + other, "-": one - other, "*": one * other}.get(operator, one / other)
            case _:
                raise AssertionError(expr)

    sides = [sympy.Eq(convert(each.left), convert(each.right)) for each in problem.equations.statements]
    found = sympy.solve(sides, list(names.values()), dict=True)
    return {
        tuple(sympy.nsimplify(convert(each).subs(one)) for each in problem.asked_expressions) for one in found
    }


NUMBERS = "7 and 11 and 23 and 5 and 31"


def written_anew(random: Random, derivation: Derivation, key: str) -> Problem:
    other = renamed(random, derivation)
    system = Derivation(rewritten(random, other.template), other.alignment).system
    return made(key, str(system), NUMBERS, asked=(Unknown(random.choice(unknowns(system))),))


def solvable_derivation(random: Random) -> Derivation:
    """Return a random derivation whose equations have one solution."""
    while True:
        slots, names = random.randint(1, 3), random.randint(1, 2)
        template = random_template(random, slots, names)
        derivation = Derivation(template, tuple(random.sample(range(5), slots)))
        values = values_by_sympy(made("0", str(derivation.system), NUMBERS))
        if len(values) == 1 and all(value.is_number for value in next(iter(values))):
            return derivation


@pytest.mark.parametrize("seed", range(25))
def test_any_writing_of_a_template_becomes_the_same_one_and_answers_the_same(seed: int) -> None:
    random = Random(seed)
    derivation = solvable_derivation(random)
    problems = [written_anew(random, derivation, str(key)) for key in range(5)]
    found = reconcile([dataset(*problems)])
    assert (len(found.classes), found.kept) == (1, ())
    forms = {str(canonical(induce(system_of(one)).template)) for one in found.datasets[0]}
    assert forms == {str(canonical(found.classes[0].template))}
    for old, new in zip(problems, found.datasets[0], strict=True):
        assert values_by_sympy(old) == values_by_sympy(new)


def system_of(problem: Problem) -> EquationSystem:
    assert problem.equations is not None
    return problem.equations


def computed(problem: Problem) -> tuple[tuple[Any, ...], ...] | None:
    try:
        assert problem.filled_equations is not None
        return answers(problem.filled_equations, problem.filled_asked)
    except EquationError:
        return None


def assert_same_answers(before: Dataset, after: Dataset) -> None:
    for old, new in zip(before, after, strict=True):
        if old.equations is None:
            assert new == old
            continue
        one, other = computed(old), computed(new)
        if one is None or other is None:
            assert one == other, old.id
            continue
        assert len(one) == len(other), old.id
        for values in one:
            assert any(same_values(values, each, ordered=True) for each in other), old.id


def assert_one_form_a_class(found: Reconciled) -> None:
    kept = {one.problem for one in found.kept}
    problems = [one for each in found.datasets for one in each if one.equations and one.id not in kept]
    forms = {str(canonical(induce(system_of(one)).template)) for one in problems}
    assert len(forms) <= len(found.classes)


def test_every_starter_problem_keeps_its_answers() -> None:
    before = load("starter")
    found = reconcile([before])
    assert_same_answers(before, found.datasets[0])
    assert_one_form_a_class(found)
    assert found.kept == ()
    assert sum(one.members for one in found.classes) == len(before)
    assert len(found.classes) < sum(len(one.forms) for one in found.classes)


CLASSES = {"draw": 226, "alg514": 24, "dolphin-l": 208, "mawps/simuleq-s": 27}


@pytest.mark.realdata
@pytest.mark.parametrize("name", CLASSES)
def test_every_published_problem_keeps_its_answers(name: str) -> None:
    before = load(name)
    found = reconcile([before])
    assert_same_answers(before, found.datasets[0])
    assert_one_form_a_class(found)
    assert (len(found.classes), found.kept) == (CLASSES[name], ())


@pytest.mark.realdata
def test_datasets_share_templates_once_they_are_reconciled() -> None:
    names = ("draw", "alg514", "dolphin-l")
    found = reconcile([load(name) for name in names])
    shared = [one for one in found.classes if len(one.datasets) > 1]
    assert len(found.classes) < sum(CLASSES[name] for name in names)
    assert shared
    written = [{str(induce(system_of(one)).template) for one in each} for each in found.datasets]
    for one in shared:
        places = [place for place, name in enumerate(names) if name in dict(one.datasets)]
        assert all(str(one.template) in written[place] for place in places)


def test_every_reference_of_rewritten_equations_is_in_the_text() -> None:
    for problem in reconcile([load("starter")]).datasets[0]:
        used = [part.index for part in walk(system_of(problem)) if isinstance(part, QuantityRef)]
        assert max(used, default=0) < len(problem.quantities) or not used


def test_what_was_reconciled_is_made_again_alone_but_not_from_beside_others() -> None:
    starter = load("starter[grade<=2]")
    alone = reconcile([starter]).datasets[0]
    assert remake(alone.recipe, load).problems == alone.problems
    beside = reconcile([starter, Dataset(name="other")]).datasets[0]
    assert beside.recipe.steps == ("select(grade<=2)", "reconcile(beside=[other])")
    with pytest.raises(RecordError, match="starter was reconciled together with other; mix them"):
        remake(beside.recipe, load)
