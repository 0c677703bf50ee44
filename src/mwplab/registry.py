"""Names to factories: the one door by which built-ins and plugins enter a room.

A plugin is a distribution with an entry point in the registry's group:

    [project.entry-points."mwplab.measures"]
    readability = "my_package.readability:Readability"

Entry points are listed when a name is asked for that is not built in, and imported when it is made.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import MISSING, fields
from difflib import get_close_matches
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from mwplab.errors import MissingDependency, SpecError, UnknownName
from mwplab.spec import Spec

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T")


class Registry(Generic[T]):
    """The factories of one kind of thing, by name.

    >>> rulers: Registry[range] = Registry("ruler")
    >>> def make_ruler(length: int = 3) -> range:
    ...     return range(length)
    >>> rulers.add("plain-ruler", make_ruler)
    >>> rulers.make("plain-ruler(length=5)")
    range(0, 5)
    >>> "plain-ruler" in rulers, rulers.names()
    (True, ['plain-ruler'])
    """

    def __init__(self, kind: str, *, entry_point_group: str | None = None) -> None:
        self.kind = kind
        self.entry_point_group = entry_point_group
        self._factories: dict[str, Callable[..., T]] = {}
        self._plugins: dict[str, EntryPoint] | None = None

    def add(self, name: str, factory: Callable[..., T]) -> None:
        """Register a factory, whose keyword parameters are the options."""
        if Spec(name).name in self._factories:
            raise SpecError(f"there is already a {self.kind} named {name!r}; choose another name")
        self._factories[name] = factory

    def factory(self, name: str) -> Callable[..., T]:
        """Return the factory of a name; a plugin's is imported now."""
        if name not in self._factories:
            plugin = self._listed_plugins().get(name)
            if plugin is None:
                raise UnknownName.among(self.kind, name, self.names())
            self._factories[name] = self._imported(plugin)
        return self._factories[name]

    def make(self, spec: str | Spec) -> T:
        """Make what a spec names, with its options checked against the factory's parameters."""
        wanted = Spec.parse(spec) if isinstance(spec, str) else spec
        factory = self.factory(wanted.name)
        self._check(wanted, factory)
        return factory(**wanted.options)

    def names(self) -> list[str]:
        """Return the built-in names in the order they were added, then those of plugins by name."""
        return list(dict.fromkeys([*self._factories, *self._listed_plugins()]))

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def __contains__(self, name: object) -> bool:
        return name in self._factories or name in self._listed_plugins()

    def __len__(self) -> int:
        return len(self.names())

    def _listed_plugins(self) -> Mapping[str, EntryPoint]:
        if self._plugins is None:
            found = entry_points(group=self.entry_point_group) if self.entry_point_group else ()
            plugins: dict[str, EntryPoint] = {}
            for plugin in sorted(found, key=lambda entry: entry.name):
                if Spec(plugin.name).name in {*self._factories, *plugins}:
                    taken = f"{_origin(plugin)} brings a {self.kind} named {plugin.name!r}, which exists"
                    raise SpecError(f"{taken}; uninstall the package or have it choose another name")
                plugins[plugin.name] = plugin
            self._plugins = plugins
        return self._plugins

    def _imported(self, plugin: EntryPoint) -> Callable[..., T]:
        try:
            return cast(Callable[..., T], plugin.load())
        except (ImportError, AttributeError) as error:
            what = f"the {self.kind} {plugin.name!r} of {_origin(plugin)}"
            raise MissingDependency(f"{what} cannot be imported from {plugin.value!r}: {error}") from error

    def _check(self, spec: Spec, factory: Callable[..., T]) -> None:
        parameters = inspect.signature(factory).parameters.values()
        known = [one.name for one in parameters if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)]
        if not any(one.kind is one.VAR_KEYWORD for one in parameters):
            for option in spec.options:
                if option not in known:
                    raise SpecError(
                        f"the {self.kind} {spec.name!r} has no option {option!r}; {_instead(option, known)}"
                    )
        missing = [
            one.name
            for one in parameters
            if one.name in known and one.default is one.empty and one.name not in spec.options
        ]
        if missing:
            example = Spec(spec.name, {**spec.options, **dict.fromkeys(missing, "...")})
            raise SpecError(f"the {self.kind} {spec.name!r} needs the option {missing[0]!r}, as in {example}")


def check_kinds(made: DataclassInstance, *, but: Collection[str] = ()) -> None:
    """Refuse an option of another kind than its default: a word for a number, ``yes`` for ``True``.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Ruler:
    ...     length: float = 30.0
    >>> check_kinds(Ruler(length=20))
    >>> check_kinds(Ruler(length="long"))
    Traceback (most recent call last):
    mwplab.errors.SpecError: the option 'length' cannot be 'long'; give a number
    """
    for one in fields(made):
        if one.name in but or one.default is None or one.default is MISSING:
            continue
        found = getattr(made, one.name)
        kind = next((kind for kind in _KINDS if isinstance(one.default, kind)), None)
        if kind is None:
            continue
        fits = isinstance(found, int | float if kind is float else kind)
        if not fits or isinstance(found, bool) != (kind is bool):
            raise SpecError(f"the option {one.name!r} cannot be {found!r}; give {_KINDS[kind]}")


_KINDS: dict[type, str] = {
    bool: "True or False",
    int: "a whole number",
    float: "a number",
    str: "a word",
    tuple: "a list",
}


def _origin(plugin: EntryPoint) -> str:
    return f"the package {plugin.dist.name!r}" if plugin.dist else "an installed package"


def _instead(option: str, known: list[str]) -> str:
    close = get_close_matches(option, known, n=1)
    if close:
        return f"did you mean {close[0]!r}?"
    return f"its options are: {', '.join(known)}" if known else "it has no options"
