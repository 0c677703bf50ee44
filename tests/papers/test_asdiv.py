"""Tables and figures of the ASDiv paper."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mwplab.catalogue import load
from mwplab.errors import DataError
from mwplab.papers import NotRun, Value, asdiv, reproduce
from mwplab.papers.asdiv import LEXICON, SYNTAX, Found, beside_training, stated_group, within, within_tests
from mwplab.papers.asdiv_figures import ADDING, MULTIPLYING, SPLIT, categories_by_grade, figures
from mwplab.records.taxonomy import TYPES, Category

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


def captions(svg: str) -> list[str]:
    return re.findall(r"[\w-]+: mean \d\.\d\d, \d+ % at 0", svg)


def test_shares_are_told_in_percent() -> None:
    found = Found((0.0, 0.25, 0.5, 1.0), "")
    assert (found.mean, found.zeros, found.halves) == (0.4375, 25, 50)


def test_types_are_compared_where_a_corpus_has_them() -> None:
    groups = {row: stated_group(row) for row in asdiv.CORPORA}
    assert [row for row, group in groups.items() if group == "type"] == ["ASDiv-A", "ASDiv"]


def test_what_the_released_files_do_not_allow_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(row: str) -> dict[str, float | Value]:
        raise DataError(f"{row} is not here")

    monkeypatch.setattr(asdiv, "_corpus_cells", absent)
    monkeypatch.setattr(asdiv, "_tested_cells", absent)
    cells = {(row, column): value for row, column, value in (*asdiv.corpora(), *asdiv.train_test())}
    assert cells["MathQA-C", "cld"] == NotRun(asdiv.NO_FORMULAS)
    assert cells["ALGES", "ld_at_least_half_percent"] == NotRun(asdiv.NO_FOLDS)
    assert cells["IL", "ld_zero_percent"] == NotRun("IL is not here")
    assert all(isinstance(value, NotRun) for value in cells.values())


REPEATED = [("IL", 28), ("AI2", 22), ("ALGES", 20)]


@pytest.mark.realdata
@pytest.mark.parametrize(("row", "percent"), REPEATED)
def test_as_many_problems_repeat_another_as_the_paper_says(row: str, percent: float) -> None:
    assert within(row, LEXICON, stated_group(row)).zeros == pytest.approx(percent, abs=0.5)


@pytest.mark.realdata
def test_the_paper_s_lexicon_diversity_of_asdiv_is_near_that_of_tags() -> None:
    # The paper prints .50, .52 and .57 for the lexicon diversity of ASDiv-A.
    assert within("ASDiv-A", SYNTAX, "corpus").mean == pytest.approx(0.494, abs=0.002)
    assert beside_training("ASDiv-A", SYNTAX).mean == pytest.approx(0.519, abs=0.002)
    assert within_tests("ASDiv-A", SYNTAX, "corpus").mean == pytest.approx(0.569, abs=0.002)
    assert within("ASDiv-A", LEXICON, "type").mean > within("ASDiv-A", LEXICON, "corpus").mean > 0.7


@pytest.mark.realdata
def test_a_test_part_is_less_like_its_training_part_than_the_whole_is_like_itself() -> None:
    for row in ("AI2", "DRAW"):
        problems = len(within(row, LEXICON, "corpus").values)
        beside = beside_training(row, LEXICON)
        assert beside.mean > within(row, LEXICON, "corpus").mean
        # The folds of AI2 have each problem in one test part; DRAW has one test part.
        assert len(beside.values) == (200 if row == "DRAW" else problems)
        assert len(within_tests(row, LEXICON, "corpus").values) == len(beside.values)


@pytest.mark.slow
@pytest.mark.realdata
def test_every_cell_has_a_figure_or_a_reason_and_the_pictures_are_what_the_measures_give() -> None:
    cells = reproduce(["asdiv.corpora", "asdiv.train_test"])
    found = {(cell.row, cell.column): cell.status for cell in cells if cell.ours is not None}
    assert {place for place, status in found.items() if status == "equal"} == {
        ("IL", "ld_zero_percent"),
        ("AI2", "ld_zero_percent"),
        ("ALGES", "ld_zero_percent"),
        ("ASDiv", "ld_zero_percent"),
    }
    assert all(cell.note for cell in cells)
    missing = {cell.row for cell in cells if cell.ours is None and cell.paper != "na"}
    assert missing == {"MathQA-C", "ALGES"}
    # In the same test, since what was measured of MathQA is kept.
    for figure in figures():
        number = re.findall(r"Figure (\d)", figure.title)[0]
        kept = (PICTURES / f"asdiv-figure{number}.svg").read_text(encoding="utf-8")
        assert captions(kept) == captions(figure.svg)
        assert re.findall(r">(\d+)<", kept) == re.findall(r">(\d+)<", figure.svg)


def test_each_basic_type_is_in_one_category() -> None:
    basic = {name for name, type_ in TYPES.items() if type_.category is Category.BASIC}
    assert not ADDING & MULTIPLYING
    assert basic - ADDING - MULTIPLYING == {"Number-Operation", "Sequential-Operation"}
    drawn = categories_by_grade("starter", "starter").svg
    by_grade = [len(load(f"starter[grade={grade}]")) for grade in range(1, 7)]
    assert all(f">{count}<" in drawn for count in by_grade)


def test_the_pictures_of_the_documentation_show_each_corpus() -> None:
    names = {1: asdiv.CORPORA, 4: asdiv.CORPORA, 5: SPLIT, 6: SPLIT, 7: SPLIT}
    for number, rows in names.items():
        found = captions((PICTURES / f"asdiv-figure{number}.svg").read_text(encoding="utf-8"))
        assert [caption.partition(":")[0] for caption in found] == list(rows)
