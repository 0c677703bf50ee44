"""The real link-parser for the tests that ask it."""

from __future__ import annotations

from collections.abc import Callable

import pytest


@pytest.fixture(scope="session")
def link_parser(debian_program: Callable[..., str]) -> str:
    """The program that parses with link grammar."""
    return debian_program("link-parser", packages=["link-grammar", "link-grammar-dictionaries-en"])
