"""Files written whole or not at all."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from mwplab.errors import DataError
from mwplab.records.files import replacing


def test_the_old_content_stays_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "one.txt"
    with replacing(path) as draft:
        draft.write_text("old")
    with replacing(path) as draft:
        draft.write_text("new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert list(path.parent.iterdir()) == [path]


def test_an_error_leaves_the_old_content_and_no_draft(tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text("old")
    with pytest.raises(KeyError, match="half"), replacing(path) as draft:
        stop_after(partial(draft.write_text, "half"))
    with pytest.raises(KeyError, match="half"), replacing(tmp_path / "folder") as draft:
        stop_after(draft.mkdir)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def stop_after(step: Callable[[], object]) -> None:
    step()
    raise KeyError("half")


def test_others_may_read_what_was_written(tmp_path: Path) -> None:
    plain, path = tmp_path / "plain.txt", tmp_path / "one.txt"
    plain.write_text("as the system has it")
    with replacing(path) as draft:
        draft.write_text("whole")
    assert path.stat().st_mode == plain.stat().st_mode


def test_a_place_that_cannot_be_written_is_a_data_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    path = tmp_path / "file" / "one.txt"
    with (
        pytest.raises(DataError, match=r"one\.txt' cannot be written: File exists"),
        replacing(path) as draft,
    ):
        draft.write_text("")
