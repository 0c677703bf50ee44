"""Tables of trained solvers, from verdicts made up for the test and from those that were kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import pytest

from mwplab.catalogue import load
from mwplab.equations import parse
from mwplab.papers import Experiment, Kept, NotRun, Outcome, Status, Value, reproduce
from mwplab.papers.solving import accuracy, cell
from mwplab.papers.svamp_solvers import _easy_or_hard
from mwplab.records import Dataset, Problem, Verdict
from mwplab.runs.selection import Selection
from mwplab.text import quantities

RIGHT, WRONG = Verdict.CORRECT, Verdict.WRONG
PROBLEMS = [Problem(id=f"a/{number}") for number in range(4)]
GTS = Experiment(solver="gts", test="made-up")

TRAINED = [
    *("svamp.table2", "svamp.table3", "svamp.table4", "svamp.table5", "svamp.cross", "svamp.table10"),
    *("svamp.table11", "svamp.table12", "svamp.with_svamp_training", "svamp.table13", "svamp.table14"),
    *("svamp.table15", "asdiv.table3", "asdiv.table4", "adversarial.table2"),
]


@dataclass
class Scripted:
    """Gives each selection the verdicts it is told, or none."""

    runs: dict[Selection, tuple[dict[str, Verdict], ...]]
    lost: int = 0

    def outcome(self, experiment: Experiment, change: str = "") -> Outcome | NotRun:
        if experiment.selection not in self.runs:
            return NotRun("nobody trained it")
        lost = self.lost if experiment.selection is Selection.HELD_OUT else 0
        return Outcome(signature="solver:gts", verdicts=self.runs[experiment.selection], lost=lost)


def marks(letters: str) -> dict[str, Verdict]:
    pairs = zip(PROBLEMS, letters, strict=True)
    return {problem.id: RIGHT if letter == "+" else WRONG for problem, letter in pairs}


def test_a_cell_follows_the_published_choice_and_notes_the_honest_one() -> None:
    source = Scripted(
        {
            Selection.BEST_ON_TEST: (marks("++++"), marks("++--")),
            Selection.HELD_OUT: (marks("+---"), marks("+---")),
        }
    )
    value = cell(source, GTS, accuracy(PROBLEMS))
    assert isinstance(value, Value)
    assert value.number == 75
    assert "best epoch on the test problems, as published: 75.0 ± 35.4, 2 seeds" in value.note
    assert "epoch chosen on held-out training problems: 25.0 ± 0.0, 2 seeds" in value.note


def test_a_cell_says_that_trainings_lost_their_way_and_under_which_choice() -> None:
    verdicts = (marks("++--"),)
    source = Scripted({Selection.BEST_ON_TEST: verdicts, Selection.HELD_OUT: verdicts}, lost=2)
    value = cell(source, GTS, accuracy(PROBLEMS))
    assert isinstance(value, Value)
    assert value.note == (
        "best epoch on the test problems, as published: 50.0, one seed; "
        "epoch chosen on held-out training problems: 50.0, one seed, trainings that lost their way: 2"
    )


@dataclass
class Partly:
    """Was asked all problems as they are, and some of them changed."""

    def outcome(self, experiment: Experiment, change: str = "") -> Outcome | NotRun:
        asked = marks("+-+-")
        if change:
            del asked["a/1"]
        return Outcome(signature="solver:gts", verdicts=(asked,))


def test_a_cell_says_how_many_problems_cannot_be_changed() -> None:
    told = "1 of 4 problems have no such variant and are left out"
    changed = cell(Partly(), GTS, accuracy(None), change="question-removed")
    beside = cell(Partly(), GTS, _easy_or_hard(easy=False), beside="question-removed")
    whole = cell(Partly(), GTS, accuracy(None))
    assert [told in one.note for one in (changed, beside, whole) if isinstance(one, Value)] == [
        True,
        True,
        False,
    ]


def test_a_cell_with_one_choice_only_says_which() -> None:
    value = cell(Scripted({Selection.HELD_OUT: (marks("++--"),)}), GTS, accuracy(PROBLEMS))
    assert isinstance(value, Value)
    assert (value.number, value.note) == (50, "epoch chosen on held-out training problems: 50.0, one seed")


def test_a_cell_of_problems_that_were_not_asked_says_so() -> None:
    source = Scripted({Selection.HELD_OUT: (marks("++--"),)})
    assert cell(source, GTS, accuracy([Problem(id="b/1")])) == NotRun("none of these problems was asked")


def test_a_cell_names_the_encoder_that_the_signature_names() -> None:
    @dataclass
    class Encoded:
        def outcome(self, experiment: Experiment, change: str = "") -> Outcome:
            signature = "data:made-up|solver:gts(encoder='minilm@0.1.0', seed=0)|judge:solution|seed:0"
            return Outcome(signature=signature, verdicts=(marks("++--"),))

    value = cell(Encoded(), GTS, accuracy(PROBLEMS))
    assert isinstance(value, Value)
    assert value.encoder == "minilm@0.1.0"


def test_a_cell_without_any_run_says_why() -> None:
    assert cell(Scripted({}), GTS, accuracy(PROBLEMS)) == NotRun("nobody trained it")


@dataclass
class Everything:
    """Has verdicts by chance for whatever is asked, and remembers what was."""

    asked: set[str] = field(default_factory=set)

    def outcome(self, experiment: Experiment, change: str = "") -> Outcome:
        self.asked.add(f"{experiment.key}, {change}")
        runs = []
        for seed in range(2):
            chance = Random(f"{experiment.key} {change} {seed}")
            runs.append({one.id: chance.choice([RIGHT, WRONG]) for one in load(experiment.test)})
        return Outcome(signature="solver:chance", verdicts=tuple(runs))


@pytest.mark.realdata
def test_every_cell_of_the_solver_tables_can_be_filled() -> None:
    source = Everything()
    cells = reproduce(TRAINED, source)
    empty = {(one.table, one.row) for one in cells if one.ours is None and one.status is Status.NOT_RUN}
    others = ("lca++", "unitdep", "reordering", "paraphrasing")
    assert {(table, row) for table, row in empty if not any(name in row for name in others)} == {
        ("asdiv.table3", "gts")  # the subset of MathQA was not released
    }
    stand_ins = {one.row for one in cells if one.status is Status.OTHER_ENCODER}
    assert {"seq2seq/R", "gts/R", "graph2tree/R", "constrained/R"} <= stand_ins
    assert not any(one.row.endswith("/S") for one in cells if one.status is Status.OTHER_ENCODER)


@pytest.mark.realdata
def test_easy_problems_are_those_right_without_their_question() -> None:
    seen, blind = marks("++--"), marks("+-+-")

    @dataclass
    class Two:
        def outcome(self, experiment: Experiment, change: str = "") -> Outcome:
            return Outcome(signature="s", verdicts=(blind if change else seen,))

    found = {one.column: one.ours for one in reproduce(["svamp.table4"], Two()) if one.row == "gts/R"}
    assert found["ASDiv-A_easy"] == 50  # of a/0 and a/2 the first is right
    assert found["ASDiv-A_hard"] == 50


def test_where_nothing_is_easy_there_is_no_figure() -> None:
    blind = Outcome(signature="s", verdicts=(marks("----"), marks("+---")))
    seen = Outcome(signature="s", verdicts=(marks("++--"), marks("++--")))
    assert _easy_or_hard(True)(seen, blind) == [100.0]
    assert _easy_or_hard(False)(seen, blind) == [50.0, pytest.approx(100 / 3)]


def made(key: str, equation: str, kind: str, numbers: int, grade: int, *changes: str) -> Problem:
    text = " and ".join(map(str, range(2, numbers + 2)))
    return Problem(
        id=f"made/{key}",
        body=text,
        quantities=quantities(text),
        equations=parse(equation),
        type=kind,
        grade=grade,
        changes=changes,
    )


MADE = [
    made("a", "x = q0 + q1", "Addition", 2, 1, "invert-operation"),
    made("b", "x = q0 + q1 + q2", "Addition", 3, 2, "change-information"),
    made("c", "x = q0 - q1", "Subtraction", 2, 3, "change-information"),
    made("d", "x = q0 * q1 - q2", "Multiplication", 4, 4, "add-irrelevant-information", "invert-operation"),
    made("e", "x = q0 * q2", "Multiplication", 3, 5, "same-object-different-structure"),
    made("f", "x = q0 / q1", "Common-Division", 2, 6, "same-object-different-structure"),
    made("g", "x = q1 / q0", "Common-Division", 2, 6, "invert-operation"),
    made("h", "x = q1 / q0 + q2", "Common-Division", 3, 6, "change-information"),
]
"""Of these a, c, d, f and g are right."""

BY_HAND: dict[str, dict[tuple[str, str], float]] = {
    "svamp.table10": {
        ("gts/S", "full"): 500 / 8,
        ("gts/S", "one_op"): 400 / 5,
        ("gts/S", "two_op"): 100 / 3,
        ("gts/S", "addition"): 100 / 2,
        ("gts/S", "subtraction"): 100,
        ("gts/S", "multiplication"): 100 / 2,
        ("gts/S", "division"): 200 / 3,
    },
    "svamp.table13": {
        ("Reasoning Ability", "removed"): 6,  # all but e and f
        ("Reasoning Ability", "delta"): 500 / 8 - 100 / 2,
        ("Structural Invariance", "removed"): 1,
        ("Structural Invariance", "delta"): 500 / 8 - 400 / 7,
        ("Question Sensitivity", "removed"): 2,
        ("Question Sensitivity", "delta"): 500 / 8 - 400 / 6,
    },
    "svamp.table14": {
        ("Invert Operation", "removed"): 3,
        ("Invert Operation", "delta"): 500 / 8 - 200 / 5,
        ("Same Object, Different Structure", "delta"): 500 / 8 - 400 / 6,
    },
    "svamp.table15": {
        ("SVAMP", "two"): 100,
        ("SVAMP", "three"): 0,
        ("SVAMP", "four"): 100,
    },
    "asdiv.table4": {("gts", "G1"): 1, ("gts", "G2"): 0, ("gts", "G5"): 0, ("gts", "G6"): 2 / 3},
}


@pytest.mark.parametrize("table", BY_HAND)
def test_the_cells_of_parts_come_out_as_by_hand(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mwplab.papers.solving.load", lambda name: Dataset(name=name, problems=tuple(MADE)))
    right = {problem.id: RIGHT if problem.key in "acdfg" else WRONG for problem in MADE}
    cells = reproduce([table], Scripted({Selection.BEST_ON_TEST: (right,)}))
    found = {(one.row, one.column): one.ours for one in cells}
    assert {place: found[place] for place in BY_HAND[table]} == pytest.approx(BY_HAND[table])


@pytest.mark.realdata
def test_recorded_solvers_reach_the_papers_figures_from_scratch() -> None:
    cells = reproduce(["svamp.table2", "svamp.table5", "svamp.table12"], Kept())
    from_scratch = [one for one in cells if one.row.endswith("/S")]
    assert len(from_scratch) == 9
    assert {one.status for one in from_scratch} <= {Status.EQUAL, Status.CLOSE, Status.BETTER}
