"""Datasets for the Hugging Face library, with that library."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from mwplab.catalogue import load
from mwplab.errors import DataError, MissingDependency, RecordError
from mwplab.records import Card, Dataset, Problem
from mwplab.records.hub import from_hf, read_hf_folder, to_hf, write_hf_folder
from mwplab.records.page import FEATURES
from mwplab.records.rows import table_schema

STARTER = load("starter")
IDS = [problem.id for problem in STARTER]
PLAIN = replace(STARTER, splits={"train": tuple(IDS[20:]), "test": tuple(IDS[10:20])})
FOLDS = replace(
    STARTER,
    splits={"fold0/train": tuple(IDS[:200]), "fold0/test": tuple(IDS[200:]), "fold-1/test": tuple(IDS[:9])},
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The library, without a network and with a cache of its own."""
    patch = pytest.MonkeyPatch()
    patch.setenv("HF_HUB_OFFLINE", "1")
    patch.setenv("HF_HOME", str(tmp_path_factory.mktemp("hf")))
    try:
        import datasets
    finally:
        patch.undo()
    assert datasets.config.HF_HUB_OFFLINE
    datasets.disable_progress_bars()
    return datasets


def loaded(library: Any, folder: Path, *names: str) -> Any:
    return library.load_dataset(str(folder), *names, cache_dir=str(folder.with_name("cache")))


def test_a_dataset_without_splits_is_one_table(library: Any) -> None:
    table = to_hf(STARTER)
    assert isinstance(table, library.Dataset)
    assert table[0]["text"] == STARTER.problems[0].text
    assert from_hf(table, name="starter", edition="1.0") == Dataset(
        name="starter", edition="1.0", problems=STARTER.problems
    )


@pytest.mark.parametrize(
    "dataset", [PLAIN, replace(FOLDS, splits={"fold0/train": tuple(IDS[5:]), "dev": tuple(IDS[:7])})]
)
def test_splits_are_the_parts_of_a_dictionary_and_no_problem_is_lost(library: Any, dataset: Dataset) -> None:
    tables = to_hf(dataset)
    assert isinstance(tables, library.DatasetDict)
    found = from_hf(tables, name="starter")
    assert found.splits == dataset.splits
    assert set(found.problems) == set(dataset.problems)


def test_two_problems_with_one_id_are_refused(library: Any) -> None:
    one, other = (Dataset(name="a", problems=(Problem(id="a/1", body=body),)) for body in ("one", "other"))
    tables = library.DatasetDict({"train": to_hf(one), "test": to_hf(other)})
    with pytest.raises(RecordError, match="a: the splits have different problems with the id 'a/1'"):
        from_hf(tables, name="a")


def test_a_foreign_table_is_refused_with_its_row(library: Any) -> None:
    table = library.Dataset.from_dict({"prompt": ["What is 2 + 2?"]})
    with pytest.raises(RecordError, match="a, split 'unsplit', row 1: a Problem has no field 'prompt'"):
        from_hf(table, name="a")


def test_a_table_of_texts_and_answers_is_a_dataset(library: Any) -> None:
    table = library.Dataset.from_dict({"text": ["What is 2 + 2?"], "answer": ["4"]})
    assert str(from_hf(table, name="a").problems[0].answers[0]) == "4"


def test_the_library_loads_a_folder_without_splits(library: Any, tmp_path: Path) -> None:
    write_hf_folder(STARTER, tmp_path / "folder")
    tables = loaded(library, tmp_path / "folder")
    assert list(tables) == ["train"]
    assert from_hf(tables["train"], name="starter").problems == STARTER.problems
    assert read_hf_folder(tmp_path / "folder") == STARTER


def test_the_library_loads_plain_splits_by_default_and_the_whole_by_name(
    library: Any, tmp_path: Path
) -> None:
    write_hf_folder(PLAIN, tmp_path / "folder")
    tables = loaded(library, tmp_path / "folder")
    assert {name: len(table) for name, table in tables.items()} == {"train": 340, "test": 10}
    assert from_hf(tables, name="starter").splits == PLAIN.splits
    assert len(loaded(library, tmp_path / "folder", "all")["train"]) == 360
    assert read_hf_folder(tmp_path / "folder") == PLAIN


def test_the_library_loads_each_fold_by_name(library: Any, tmp_path: Path) -> None:
    write_hf_folder(FOLDS, tmp_path / "folder")
    names = library.get_dataset_config_names(str(tmp_path / "folder"))
    assert sorted(names) == ["default", "fold0", "fold_1"]
    fold = loaded(library, tmp_path / "folder", "fold0")
    assert list(fold["test"]["id"]) == list(FOLDS.splits["fold0/test"])
    assert len(loaded(library, tmp_path / "folder", "fold_1")["test"]) == 9
    assert read_hf_folder(tmp_path / "folder") == FOLDS


def test_the_page_tells_licence_citation_splits_features_and_the_canary(tmp_path: Path) -> None:
    write_hf_folder(PLAIN, tmp_path / "folder")
    page = (tmp_path / "folder" / "README.md").read_text()
    front = yaml.safe_load(page.split("---")[1])
    assert front["license"] == "apache-2.0"
    assert front["size_categories"] == ["n<1K"]
    assert front["language"] == ["en"]
    for told in (STARTER.card.citation, STARTER.fingerprint, STARTER.card.canary, STARTER.card.source):
        assert told in page
    assert "| default | test | 10 | data/default-test.parquet |" in page
    assert all(f"| {column} | " in page for column in table_schema().names)


def test_a_set_of_others_has_no_canary_of_ours(tmp_path: Path) -> None:
    write_hf_folder(Dataset(name="theirs"), tmp_path / "folder")
    assert "canary" not in (tmp_path / "folder" / "README.md").read_text().casefold()


def test_every_column_has_its_meaning() -> None:
    assert list(FEATURES) == table_schema().names


@pytest.mark.parametrize(
    ("licence", "written"),
    [("MIT", "mit"), ("", "unknown"), ("ask the authors\n: [", "other"), ("CC-BY-4.0", "cc-by-4.0")],
)
def test_any_card_gives_yaml_that_reads_back(tmp_path: Path, licence: str, written: str) -> None:
    title = 'a "title": 🦉\n--- # x'
    write_hf_folder(Dataset(name="mine", card=Card(title=title, licence=licence)), tmp_path / "f")
    front = (tmp_path / "f" / "README.md").read_text().removeprefix("---\n").split("\n---\n")[0]
    assert yaml.safe_load(front)["pretty_name"] == title
    assert yaml.safe_load(front)["license"] == written


@pytest.mark.parametrize(
    "split", ["../../etc/x", "a/b/c", "", "a b", "/train", "a/..", "all", "default/test"]
)
def test_a_split_whose_name_would_lead_astray_is_refused(tmp_path: Path, split: str) -> None:
    dataset = Dataset(name="mine", splits={split: ()})
    with pytest.raises(RecordError, match="for Hugging Face"):
        write_hf_folder(dataset, tmp_path / "folder")
    assert list(tmp_path.iterdir()) == []


def test_two_splits_with_one_name_for_the_library_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="the split 'a_b' needs another name for Hugging Face"):
        write_hf_folder(Dataset(name="mine", splits={"a-b": (), "a_b": ()}), tmp_path / "folder")


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    write_hf_folder(Dataset(name="mine"), tmp_path / "folder")
    with pytest.raises(DataError, match="folder' is there already; give a new folder, or an empty one"):
        write_hf_folder(Dataset(name="mine"), tmp_path / "folder")


def test_a_folder_of_others_is_a_data_error(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"there is no file .*all\.parquet"):
        read_hf_folder(tmp_path)


def test_without_the_library_the_error_says_which_extra_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(MissingDependency, match=r"pip install 'mwplab\[hf\]'"):
        to_hf(STARTER)


def test_neither_the_library_nor_pyarrow_is_imported_before_it_is_needed() -> None:
    code = "import sys, mwplab.records; print(sorted({'datasets', 'pyarrow', 'pandas'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
