"""The real link-parser for the tests that ask it."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest

PACKAGES = ("link-grammar", "link-grammar-dictionaries-en")


@pytest.fixture(scope="session")
def link_parser() -> str:
    """The program; Debian's is installed where it is missing and may be."""
    if shutil.which("link-parser") is None and shutil.which("apt-get") and os.geteuid() == 0:
        for words in (["update"], ["install", "--yes", "--no-install-recommends", *PACKAGES]):
            subprocess.run(["apt-get", "--quiet", *words], check=False, capture_output=True, timeout=600)
    found = shutil.which("link-parser")
    if found is None:
        pytest.skip("there is no link-parser here and it cannot be installed")
    return found
