from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from mwplab.errors import MissingDependency, SpecError, UnknownName
from mwplab.registry import Registry
from mwplab.spec import Spec

GROUP = "mwplab_test.lamps"


@dataclass(frozen=True)
class Lamp:
    colour: str = "white"
    watts: int = 40


def make_spotlight(*, angle: float) -> Lamp:
    return Lamp(colour=f"narrow {angle}")


def make_anything(**options: object) -> Lamp:
    return Lamp(colour=str(sorted(options)))


@pytest.fixture
def lamps() -> Registry[Lamp]:
    registry: Registry[Lamp] = Registry("lamp", entry_point_group=GROUP)
    registry.add("table-lamp", Lamp)
    registry.add("spotlight", make_spotlight)
    registry.add("anything", make_anything)
    return registry


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path with a distribution that brings two lamps, one of them broken."""
    (tmp_path / "lantern_plugin.py").write_text("def Lantern(oil='olive'):\n    return ('lantern', oil)\n")
    information = tmp_path / "lantern_plugin-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: lantern-plugin\nVersion: 1.0\n")
    lines = [f"[{GROUP}]", "lantern = lantern_plugin:Lantern", "broken = lantern_plugin:Missing"]
    (information / "entry_points.txt").write_text("\n".join(lines) + "\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield information
    sys.modules.pop("lantern_plugin", None)


MADE = [
    ("table-lamp", Lamp()),
    ("table-lamp()", Lamp()),
    ("table-lamp(watts=60, colour=red)", Lamp("red", 60)),
    ("spotlight(angle=1.5)", Lamp("narrow 1.5")),
    ("anything(b=1, a=2)", Lamp("['a', 'b']")),
]

REFUSED = [
    ("table-lmap", UnknownName, "no lamp named 'table-lmap'; did you mean 'table-lamp'?"),
    ("zzz", UnknownName, "no lamp named 'zzz'; there are: table-lamp, spotlight, anything"),
    ("table-lamp(color=red)", SpecError, "'table-lamp' has no option 'color'; did you mean 'colour'?"),
    ("table-lamp(zzz=1)", SpecError, "its options are: colour, watts"),
    ("spotlight", SpecError, r"'spotlight' needs the option 'angle', as in spotlight\(angle='...'\)"),
    ("table-lamp(", SpecError, "expected an option name at column 12"),
]


@pytest.mark.parametrize(("spec", "lamp"), MADE)
def test_spec_makes_what_it_names(lamps: Registry[Lamp], spec: str, lamp: Lamp) -> None:
    assert lamps.make(spec) == lamps.make(Spec.parse(spec)) == lamp


@pytest.mark.parametrize(("spec", "error", "message"), REFUSED)
def test_bad_spec_says_what_would_do_instead(
    lamps: Registry[Lamp], spec: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        lamps.make(spec)


def test_names_keep_the_order_of_adding(lamps: Registry[Lamp]) -> None:
    assert lamps.names() == list(lamps) == ["table-lamp", "spotlight", "anything"]
    assert len(lamps) == 3
    assert "spotlight" in lamps
    assert "lantern" not in lamps


def test_factory_of_a_name_is_what_was_added(lamps: Registry[Lamp]) -> None:
    assert lamps.factory("table-lamp") is Lamp


def test_factory_without_options_says_so() -> None:
    candles: Registry[Lamp] = Registry("candle")
    candles.add("plain", lambda: Lamp("yellow"))
    with pytest.raises(SpecError, match="the candle 'plain' has no option 'wick'; it has no options"):
        candles.make("plain(wick=1)")


@pytest.mark.parametrize("name", ["Table", "table_lamp", "table lamp", "", "-lamp"])
def test_name_is_lower_case_with_hyphens(lamps: Registry[Lamp], name: str) -> None:
    with pytest.raises(SpecError, match="is not a name"):
        lamps.add(name, Lamp)


def test_name_is_taken_once(lamps: Registry[Lamp]) -> None:
    with pytest.raises(SpecError, match="there is already a lamp named 'spotlight'"):
        lamps.add("spotlight", Lamp)


def test_error_of_a_factory_surfaces_as_it_is(lamps: Registry[Lamp]) -> None:
    def fail() -> Lamp:
        raise ZeroDivisionError("no power")

    lamps.add("broken", fail)
    with pytest.raises(ZeroDivisionError, match="no power"):
        lamps.make("broken")


@pytest.mark.usefixtures("installed")
def test_plugin_is_listed_without_being_imported_and_made_on_demand(lamps: Registry[Lamp]) -> None:
    assert lamps.names() == ["table-lamp", "spotlight", "anything", "broken", "lantern"]
    assert "lantern" in lamps
    assert "lantern_plugin" not in sys.modules
    assert str(lamps.make("lantern(oil=whale)")) == "('lantern', 'whale')"
    assert lamps.names().count("lantern") == 1


@pytest.mark.usefixtures("installed")
def test_built_in_name_is_made_without_looking_for_plugins(lamps: Registry[Lamp]) -> None:
    lamps.make("table-lamp")
    assert lamps._plugins is None


@pytest.mark.usefixtures("installed")
def test_options_of_a_plugin_are_checked(lamps: Registry[Lamp]) -> None:
    with pytest.raises(SpecError, match=r"the lamp 'lantern' has no option 'oli'; did you mean 'oil'\?"):
        lamps.make("lantern(oli=1)")


@pytest.mark.usefixtures("installed")
def test_broken_plugin_names_its_package(lamps: Registry[Lamp]) -> None:
    with pytest.raises(
        MissingDependency, match="the lamp 'broken' of the package 'lantern-plugin' cannot be imported"
    ):
        lamps.make("broken")


def test_plugin_cannot_take_a_built_in_name(lamps: Registry[Lamp], installed: Path) -> None:
    (installed / "entry_points.txt").write_text(f"[{GROUP}]\nspotlight = lantern_plugin:Lantern\n")
    with pytest.raises(SpecError, match="the package 'lantern-plugin' brings a lamp named 'spotlight'"):
        lamps.names()


@pytest.mark.usefixtures("installed")
def test_registry_without_a_group_has_no_plugins() -> None:
    assert list(Registry[Lamp]("lamp")) == []


@pytest.mark.slow
def test_plugin_installed_by_pip_is_found(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "lantern_pip.py").write_text("def Lantern(oil='olive'):\n    return oil\n")
    (source / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n'
        '[project]\nname = "lantern-pip"\nversion = "1.0"\n'
        f'[project.entry-points."{GROUP}"]\nlantern = "lantern_pip:Lantern"\n'
        '[tool.hatch.build.targets.wheel]\ninclude = ["lantern_pip.py"]\n'
    )
    target = tmp_path / "target"
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--target",
        str(target),
        str(source),
    ]
    subprocess.run(pip, check=True, timeout=120)
    program = (
        f"import sys; sys.path.insert(0, {str(target)!r})\n"
        "from mwplab.registry import Registry\n"
        f"print(Registry('lamp', entry_point_group={GROUP!r}).make('lantern(oil=palm)'))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "palm\n"
