"""The house around the code: packaging, records of decisions, versions, and what an import costs."""

from __future__ import annotations

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement

import mwplab

ROOT = Path(__file__).parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
HEAVY = [
    *("datasets", "fastapi", "jinja2", "joblib", "matplotlib", "numba", "numpy", "pyarrow", "ray"),
    *("requests", "sqlalchemy", "sympy", "torch"),
]
TEXT_FILES = {".cff", ".css", ".html", ".js", ".jsonl", ".md", ".py", ".svg", ".toml", ".txt", ""}


def pins() -> dict[str, str]:
    lines = (ROOT / "requirements" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.split("==") for line in lines if line and not line.startswith("#")]
    return {plain(name): version for name, version in pairs}


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def requirements(*extras: str) -> Iterator[Requirement]:
    """Yield the core's requirements and those of the extras, the extras named by them followed."""
    for text in [*PROJECT["project"]["dependencies"], *(text for extra in extras for text in EXTRAS[extra])]:
        requirement = Requirement(text)
        if requirement.name == "mwplab":
            yield from requirements(*requirement.extras)
        else:
            yield requirement


def text_files() -> Iterator[Path]:
    """Yield the project's own text files, without what tools and runs leave behind."""
    left_behind = {ROOT / name for name in ("build", "demo", "dist", "runs")}
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [
            name
            for name in folders
            if (name == ".ci" or not name.startswith((".", "__"))) and Path(folder, name) not in left_behind
        ]
        yield from (Path(folder, name) for name in names if Path(name).suffix in TEXT_FILES)


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_decision_has_its_three_parts(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == ["Context", "Decision", "Consequences"]
    assert text.startswith(f"# {page.stem[:4]}: ")


def test_decisions_are_numbered_without_gaps() -> None:
    assert [int(page.stem[:4]) for page in DECISIONS] == list(range(1, len(DECISIONS) + 1))


def test_core_has_no_torch_and_the_extras_exist() -> None:
    core = {requirement.name for requirement in requirements()}
    assert core.isdisjoint({"torch", "ray", "fastapi", "sqlalchemy", "transformers", "datasets"})
    assert {"neural", "nlp", "web", "cluster", "llm", "hf", "all", "dev"} <= EXTRAS.keys()
    everything = {
        requirement.name for extra in EXTRAS.keys() - {"dev", "all"} for requirement in requirements(extra)
    }
    assert {requirement.name for requirement in requirements("all")} == everything


def test_what_the_make_targets_install_is_pinned_within_its_range() -> None:
    pinned = pins()
    for requirement in requirements("dev"):
        version = pinned[plain(requirement.name)]
        assert version in requirement.specifier, f"{requirement} is pinned to {version}"
    assert pinned["torch"] in next(one for one in requirements("neural") if one.name == "torch").specifier


@pytest.mark.parametrize(
    "module", ["mwplab", "mwplab.spec", "mwplab.registry", "mwplab.parallel", "mwplab.cli"]
)
def test_import_brings_nothing_heavy(module: str) -> None:
    program = f"import sys, {module}; print(*(name for name in {HEAVY!r} if name in sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == []


def test_version_is_the_same_everywhere() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest is not None
    assert mwplab.__version__ == newest[1] == citation["version"] == importlib.metadata.version("mwplab")


def test_citation_has_what_its_format_requires() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= citation.keys()
    assert citation["cff-version"] == "1.2.0"
    assert citation["license"] == PROJECT["project"]["license"] == "Apache-2.0"
    assert citation["authors"] == PROJECT["project"]["authors"] == [{"name": "The mwplab authors"}]
    assert "Copyright 2026 The mwplab authors" in (ROOT / "LICENSE").read_text(encoding="utf-8")


def test_no_file_names_a_place_on_someones_machine() -> None:
    place = re.compile(r"(?<![\w.)}])/(?:root|home|work|tmp|opt|Users)/\w")
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for path in text_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if place.search(line)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("room", "source", "message"),
    [
        ("equations", "import mwplab.text", "mwplab.equations is not allowed to import mwplab.text"),
        ("text", "import mwplab.cli", "mwplab.text is not allowed to import mwplab.cli"),
        ("records", "import torch", "mwplab is not allowed to import torch"),
        ("records", "import typer", "mwplab is not allowed to import typer"),
        ("kitchen", "", "mwplab.kitchen"),
    ],
)
def test_import_contract_fails_the_build(room: str, source: str, message: str, tmp_path: Path) -> None:
    package = tmp_path / "mwplab"
    for name in ("cli", "equations", "records", "text", room):
        (package / name).mkdir(parents=True, exist_ok=True)
        (package / name / "__init__.py").touch()
    for name in ("__init__", "errors", "parallel", "registry", "spec", "version"):
        (package / f"{name}.py").touch()
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    lint = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    before = subprocess.run(lint, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
    (package / room / "__init__.py").write_text(source)
    after = subprocess.run(lint, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
    assert before.returncode == (1 if room == "kitchen" else 0), before.stdout
    assert after.returncode == 1
    assert message in after.stdout


def test_make_without_a_python_says_what_it_needs(tmp_path: Path) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    done = subprocess.run(
        ["make", "PYTHON=", ".venv/bin/python"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "mwplab needs Python 3.11 or newer" in done.stdout


def test_ci_runs_the_same_command_as_people_do() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert script.read_text(encoding="utf-8").rstrip().endswith("make test")


@pytest.mark.slow
def test_wheel_carries_every_file_of_the_package(tmp_path: Path) -> None:
    pip = f"-m pip wheel --quiet --no-deps --wheel-dir {tmp_path} {ROOT}".split()
    subprocess.run([sys.executable, *pip], check=True, timeout=120)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        shipped = {name for name in archive.namelist() if name.startswith("mwplab/")}
    source = {
        path
        for path in (ROOT / "src" / "mwplab").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert shipped == {path.relative_to(ROOT / "src").as_posix() for path in source}
