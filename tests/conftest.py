"""What every test shares: which marks run here, and how hypothesis behaves."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

# Libraries read these once, when the first test imports them; none may look for a network, and tests that run
# side by side take a core each: threads that wait for one another are many times slower.
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ.setdefault("OMP_NUM_THREADS", "1")

# No deadline: the machine may be busy, and a slow example is not a wrong one. Every run meets the same
# examples, so that a change is judged by what it changes; --explore draws new ones.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)
settings.load_profile("same")

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


@dataclass(frozen=True)
class Golden:
    """The kept texts of what people read, in ``tests/golden``."""

    folder: Path
    refresh: bool

    def check(self, name: str, text: str) -> None:
        """Compare a text with the kept one, or keep it when pytest was given ``--refresh-golden``."""
        kept = self.folder / name
        if self.refresh:
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(text, encoding="utf-8")
        assert kept.is_file(), f"there is no {kept.name} in tests/golden; keep this one with --refresh-golden"
        assert text == kept.read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def golden(request: pytest.FixtureRequest) -> Golden:
    return Golden(Path(__file__).parent / "golden", refresh=request.config.getoption("--refresh-golden"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--refresh-golden", action="store_true", help="keep what is shown now as tests/golden")
    parser.addoption("--explore", action="store_true", help="draw new examples for the property tests")
    parser.addoption("--slow", action="store_true", help="run the tests marked slow as well")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--explore"):
        settings.load_profile("explore")


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
    if skipped and not real_data():
        terminalreporter.write_line(f"{len(skipped)} tests on real data did not run: {NO_DATA}.")


@pytest.fixture(scope="session")
def debian_program() -> Callable[..., str]:
    """A function that finds a program; Debian's is installed where it is missing and may be."""

    def find(*names: str, packages: Sequence[str]) -> str:
        found = next(filter(None, map(shutil.which, names)), None)
        if found is None and shutil.which("apt-get") and os.geteuid() == 0:
            # Another worker of this run may be installing just now, so the lock is waited for.
            command = ["apt-get", "--quiet", "-o", "DPkg::Lock::Timeout=300"]
            for words in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
                subprocess.run([*command, *words], check=False, capture_output=True, timeout=900)
            found = next(filter(None, map(shutil.which, names)), None)
        if found is None:
            pytest.skip(f"there is no {names[0]} here and it cannot be installed")
        return found

    return find


@pytest.fixture(scope="session")
def chromium(debian_program: Callable[..., str]) -> str:
    """A real browser."""
    return debian_program("chromium", "chromium-browser", "google-chrome", packages=["chromium"])


@pytest.fixture(scope="session")
def own_ray() -> Iterator[None]:
    """One Ray for this process, with a token of its own instead of one in the home directory.

    Ray takes no second token in one process, and a second start after an end is refused as unauthorised.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_AUTH_MODE", "token")
        patch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
        yield
        if "ray" in sys.modules:
            sys.modules["ray"].shutdown()
