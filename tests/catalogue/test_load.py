"""From names to datasets, with files that are there, absent or not what was published."""

from __future__ import annotations

from pathlib import Path

import pytest

import mwplab
from mwplab.catalogue import datasets, entry_of, find, load, parse_name
from mwplab.catalogue.folder import VARIABLE, Folder
from mwplab.curate.folds import make_folds
from mwplab.errors import DataError, UnknownName
from mwplab.records import write_jsonl
from mwplab.records.taxonomy import TYPES, Category, problem_type


def test_the_package_offers_load_and_find_in_one_line() -> None:
    assert mwplab.load("starter")["addition-01"] == mwplab.find("starter/addition-01")


def test_a_selection_notes_its_step_and_its_input() -> None:
    part = load("starter[type=Ratio]")
    assert {problem.type for problem in part} == {"Ratio"}
    assert part.recipe.steps == ("select(type=Ratio)",)
    assert part.recipe.inputs == (f"starter@1.0#{load('starter').fingerprint}",)


def test_a_file_is_a_dataset_too(tmp_path: Path) -> None:
    write_jsonl(load("starter[grade=1]"), tmp_path / "mine.jsonl")
    assert load(tmp_path / "mine.jsonl").problems == load("starter[grade=1]").problems


def test_a_file_has_parts_as_a_dataset_has(tmp_path: Path) -> None:
    folded = make_folds(load("starter"), 3)
    write_jsonl(folded, tmp_path / "mine: 1.JSONL")
    part = load(f"{tmp_path}/mine: 1.JSONL:fold1/train[grade<=2]")
    expected = [problem.id for problem in folded.split("fold1/train") if (problem.grade or 9) <= 2]
    assert [problem.id for problem in part] == expected
    with pytest.raises(UnknownName, match="fold9"):
        load(f"{tmp_path}/mine: 1.JSONL:fold9/train")
    with pytest.raises(DataError, match=r"nowhere\.jsonl"):
        load("nowhere.jsonl:fold0/train")


def test_a_problem_is_no_dataset() -> None:
    with pytest.raises(
        UnknownName, match="'starter' is one, and 'starter/addition-01' would be a problem of it"
    ):
        load("starter/addition-01")


def test_an_unknown_edition_names_those_there_are() -> None:
    with pytest.raises(UnknownName, match=r"no edition of starter named '7'; there are: 1.0"):
        load("starter@7")


def test_an_unknown_split_and_an_unknown_key_are_named() -> None:
    with pytest.raises(UnknownName, match=r"no split of starter@1\.0 named 'dev'"):
        load("starter:dev")
    with pytest.raises(UnknownName, match="no problem named 'adition-01'; did you mean 'addition-01'"):
        find("starter/adition-01")


def test_absent_data_is_answered_with_the_command_that_gets_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.setattr("mwplab.catalogue.folder.cache_folder", lambda: tmp_path / "cache")
    with pytest.raises(
        DataError, match=r"svamp@1.0 is not on this machine .* get it with: mwp data get svamp"
    ):
        load("svamp")


def test_a_tampered_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "svamp").mkdir()
    (tmp_path / "svamp/SVAMP.json").write_text("[]")
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with pytest.raises(DataError, match="is not the published file"):
        load("svamp")


@pytest.mark.parametrize("name", list(datasets))
def test_every_entry_has_a_card_that_says_what_it_is(name: str) -> None:
    entry = datasets.make(name)
    card = entry.card
    assert card.title
    assert card.licence
    assert card.citation
    assert card.category
    assert card.annotation
    assert card.counts["problems"] > 0
    assert all(len(digest) == 64 for digest in entry.checksums.values())
    assert entry_of(parse_name(entry.full_name)) is entry


@pytest.mark.realdata
@pytest.mark.parametrize("name", list(datasets))
def test_every_dataset_has_as_many_problems_as_its_card_says(name: str) -> None:
    dataset = load(name)
    assert len(dataset) == dataset.card.counts["problems"]
    assert all(problem.text and problem.id.startswith(f"{dataset.name}/") for problem in dataset)


@pytest.mark.realdata
@pytest.mark.parametrize("name", [name for name in datasets if datasets.make(name).checksums])
def test_a_reader_touches_only_files_with_a_checksum(name: str) -> None:
    entry = datasets.make(name)
    assert Folder(entry.full_name, entry.checksums).is_complete()


def test_the_taxonomy_has_24_types_in_three_categories() -> None:
    assert len(TYPES) == 24
    assert {one.category for one in TYPES.values()} == set(Category)
    assert problem_type("Least Common Multiple") is TYPES["LCM"]
    with pytest.raises(UnknownName, match="no problem type named 'Additon'; did you mean 'Addition'"):
        problem_type("Additon")
