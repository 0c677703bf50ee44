"""What every test shares: which marks run here, and how hypothesis behaves."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import settings

# No deadline: the machine may be busy, and a slow example is not a wrong one.
settings.register_profile("mwplab", deadline=None)
settings.load_profile("mwplab")

NO_DATA = "the published datasets are not here; name their folder in MWPLAB_DATA"


def real_data() -> Path | None:
    """Return the folder of the published datasets, where there is one."""
    folder = os.environ.get("MWPLAB_DATA")
    return Path(folder) if folder and Path(folder).is_dir() else None


@pytest.fixture(scope="session")
def data_directory() -> Path:
    """The folder of the published datasets, for tests marked ``realdata``."""
    folder = real_data()
    assert folder is not None, NO_DATA
    return folder


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the tests marked slow as well")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    reasons = {
        "realdata": None if real_data() else NO_DATA,
        "gpu": None if shutil.which("nvidia-smi") else "there is no GPU here",
        "slow": None if config.getoption("--slow") else "slow; runs with --slow",
    }
    for item in items:
        for mark, reason in reasons.items():
            if reason and item.get_closest_marker(mark):
                item.add_marker(pytest.mark.skip(reason=reason))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = [report for report in terminalreporter.getreports("skipped") if "realdata" in report.keywords]
    if skipped:
        terminalreporter.write_line(f"{len(skipped)} tests on real data did not run: {NO_DATA}.")
