"""Forms by name, files by suffix."""

from __future__ import annotations

from pathlib import Path

import pytest

from mwplab.catalogue import load
from mwplab.errors import DataError, UnknownName
from mwplab.records import Form, export, import_file

STARTER = load("starter")


@pytest.mark.parametrize("form", Form)
def test_every_form_is_written_and_read_back(form: Form, tmp_path: Path) -> None:
    path = tmp_path / ("starter" if form is Form.HF else f"starter.{form.value}")
    export(STARTER, form, path)
    found = import_file(path)
    assert found.problems == STARTER.problems
    assert found.fingerprint == STARTER.fingerprint
    assert found.card.canary == STARTER.card.canary != ""
    if form is not Form.CSV:
        assert found == STARTER


@pytest.mark.parametrize("name", ["mine.xlsx", "mine", "mine.pickle"])
def test_other_files_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="no reader for files named"):
        import_file(tmp_path / name)


@pytest.mark.parametrize("form", [Form.JSONL, Form.CSV, Form.PARQUET])
def test_a_missing_file_is_a_data_error(form: Form, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there is no file"):
        import_file(tmp_path / f"nowhere.{form.value}")
