"""Names of datasets, parts and problems."""

from __future__ import annotations

import pytest

from mwplab.catalogue.names import DatasetName, selector
from mwplab.equations import parse
from mwplab.errors import SpecError, UnknownName
from mwplab.records import Problem

KNOWN = ["svamp", "mawps", "mawps/addsub", "asdiv-a", "dolphin1878"]

CASES = [
    ("svamp", DatasetName("svamp")),
    ("svamp/chal-1", DatasetName("svamp", key="chal-1")),
    ("mawps/addsub", DatasetName("mawps/addsub")),
    ("mawps/addsub/12", DatasetName("mawps/addsub", key="12")),
    ("mawps/12", DatasetName("mawps", key="12")),
    ("mawps@2373", DatasetName("mawps", edition="2373")),
    ("svamp@1.0+fixes", DatasetName("svamp", edition="1.0", fixes=True)),
    ("svamp+fixes", DatasetName("svamp", fixes=True)),
    ("svamp@1.0/chal-1", DatasetName("svamp", edition="1.0", key="chal-1")),
    ("asdiv-a:fold0/train", DatasetName("asdiv-a", split="fold0/train")),
    ("asdiv-a[grade<=4]", DatasetName("asdiv-a", selection="grade<=4")),
    (
        "asdiv-a:fold0/test[grade<=4,type=Sum]",
        DatasetName("asdiv-a", split="fold0/test", selection="grade<=4,type=Sum"),
    ),
    ("dolphin1878/algebra.com.117", DatasetName("dolphin1878", key="algebra.com.117")),
    ("svamp/chal-1~reorder-2", DatasetName("svamp", key="chal-1~reorder-2")),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_a_name_reads_as_expected(text: str, expected: DatasetName) -> None:
    assert DatasetName.parse(text, KNOWN) == expected


def test_a_misspelt_dataset_is_answered_with_the_nearest_name() -> None:
    with pytest.raises(UnknownName, match="no dataset named 'svmap'; did you mean 'svamp'"):
        DatasetName.parse("svmap", KNOWN)


@pytest.mark.parametrize("text", ["", "@1.0", "svamp:", "svamp[", "svamp]["])
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(SpecError, match="is not the name of a dataset"):
        DatasetName.parse(text, KNOWN)


PROBLEM = Problem(
    id="a/7",
    question="Two and 3?",
    type="Ratio",
    grade=4,
    equations=parse("x = 2 * 3 + 1"),
    extra={"level": 2},
)

CONDITIONS = [
    ("grade<=4", True),
    ("grade<4", False),
    ("grade!=4", False),
    ("type=ratio", True),
    ("type='Ratio'", True),
    ("operators=2", True),
    ("unknowns>=2", False),
    ("quantities=0", True),
    ("level>1", True),
    ("grade>=3, type=Ratio", True),
    ("grade>=3, type=Sum", False),
    ("key=7", True),
]


@pytest.mark.parametrize(("selection", "expected"), CONDITIONS)
def test_a_selection_tests_fields_and_what_follows_from_them(selection: str, expected: bool) -> None:
    assert selector(selection)(PROBLEM) is expected


def test_a_missing_value_is_never_selected() -> None:
    assert not selector("grade<=4")(Problem(id="a/1"))


def test_a_field_nobody_has_is_named() -> None:
    with pytest.raises(UnknownName, match="no field of a/7 named 'grdae'; did you mean 'grade'"):
        selector("grdae=4")(PROBLEM)


@pytest.mark.parametrize(
    ("selection", "message"), [("grade", "is not a condition"), ("grade<=four", "compares with a number")]
)
def test_a_bad_condition_is_refused(selection: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        selector(selection)(PROBLEM)
