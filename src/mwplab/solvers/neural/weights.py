"""Tensors in a file, as safetensors: nothing in such a file is ever run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

from mwplab.errors import DataError
from mwplab.records.files import reading, replacing


def write_tensors(path: Path, tensors: Mapping[str, Tensor], head: Mapping[str, str]) -> None:
    """Write tensors with a few texts, whole or not at all."""
    plain = {name: tensor.detach().cpu().contiguous().clone() for name, tensor in tensors.items()}
    with replacing(path) as draft:
        draft.write_bytes(save(plain, dict(head)))  # safetensors' own file is closed to all but its owner


def read_tensors(path: Path) -> tuple[dict[str, Tensor], dict[str, str]]:
    """Return the tensors and texts of a file."""
    with _opened(path) as file:
        return {name: file.get_tensor(name) for name in file.keys()}, dict(file.metadata() or {})  # noqa: SIM118


def read_shapes(path: Path) -> dict[str, tuple[int, ...]]:
    """Return the shape of each tensor of a file, from its head alone."""
    with _opened(path) as file:
        return {name: tuple(file.get_slice(name).get_shape()) for name in file.keys()}  # noqa: SIM118


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    with reading(path):
        try:
            with safe_open(str(path), framework="pt") as file:
                yield file
        except SafetensorError as error:
            raise DataError(f"{str(path)!r} is not a whole safetensors file: {error}") from error
