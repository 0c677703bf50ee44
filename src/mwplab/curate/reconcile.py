"""Equivalent templates merged, within datasets and across them, and every problem's equations rewritten.

People write one thing in many ways: ``x + y = A; x - y = B``, ``y = A - x; x = B + y``. A solver that learns
templates sees two rare ones where there is one common one. Here each class of equivalent templates gets one
representative, the form that most problems have, and the equations of all others are written in that form.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mwplab.curate.rewriting import rewrite, source
from mwplab.equations.equivalence import as_written, template_equivalence
from mwplab.equations.equivalence import reconcile as number_classes
from mwplab.equations.nodes import Expr, Leaf, Unknown, map_system
from mwplab.equations.templates import Derivation, Template
from mwplab.errors import RecordError
from mwplab.records import Dataset, Problem
from mwplab.spec import Spec

EXAMPLES = 3
"""Problems that a class names as examples, of different forms where there are some."""

NAMES = {"x0": "x", "x1": "y", "x2": "z"}
"""What the unknowns of a form are called, in order of appearance."""


@dataclass(frozen=True, slots=True)
class TemplateClass:
    """Templates that are the same up to names, order and algebra."""

    template: Template
    """The representative: the form that most problems have, of several the shortest."""

    forms: tuple[tuple[Template, int], ...]
    """Every form with its number of problems, the representative first."""

    datasets: tuple[tuple[str, int], ...]
    """Every dataset that has the class, with its number of problems."""

    examples: tuple[str, ...]
    """Ids of a few problems."""

    @property
    def members(self) -> int:
        """Return how many problems have a template of this class."""
        return sum(count for _, count in self.forms)


@dataclass(frozen=True, slots=True)
class Kept:
    """A problem whose equations stay as they are."""

    problem: str
    """Its id."""

    reason: str
    """Why they could not be rewritten."""


@dataclass(frozen=True, slots=True)
class Reconciled:
    """Datasets with one template for each class."""

    datasets: tuple[Dataset, ...]
    """Those that were given, with their equations rewritten."""

    classes: tuple[TemplateClass, ...]
    """The classes, the largest first."""

    kept: tuple[Kept, ...]
    """The problems with equations that could not be rewritten."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A problem with its template, names in order of appearance."""

    dataset: str
    """What the dataset is called."""

    problem: Problem
    """The problem."""

    derivation: Derivation
    """The template in its form, with the quantities that fill it."""

    annotated: bool
    """Whether it is the derivation that the problem came with."""

    @property
    def form(self) -> Template:
        """Return the template."""
        return self.derivation.template


def reconcile(datasets: Sequence[Dataset]) -> Reconciled:
    """Return the datasets with equivalent templates merged; the new equations have the same answers.

    A problem's template is that of its derivation, or of its equations where it has none. A problem stays as
    it is and is listed where sameness cannot be told, or where the new equations would answer otherwise.

    >>> from mwplab.equations import parse
    >>> systems = ["x = q0 - q1", "x + q0 = q1", "x = q0 - q1", "x = q0 + q1"]
    >>> problems = [Problem(id=f"a/{place}", equations=parse(each)) for place, each in enumerate(systems)]
    >>> found = reconcile([Dataset(name="a", problems=tuple(problems))])
    >>> [(str(one.template), one.members) for one in found.classes]
    [('x = A - B', 3), ('x = A + B', 1)]
    >>> str(found.datasets[0]["1"].equations)
    'x = q1 - q0'
    """
    labels = labelled(datasets)
    entries = [_entry(label, problem) for label, one in zip(labels, datasets, strict=True) for problem in one]
    groups = _groups([entry for entry in entries if entry is not None])
    classes = {number: _class(group) for number, group in groups.items()}
    targets = {form: _Target(form, found.template) for found in classes.values() for form, _ in found.forms}
    made = [None if entry is None else targets[entry.form].rewrite(entry) for entry in entries]
    kept = [one for one in made if isinstance(one, Kept)]
    waiting = iter(made)
    rewritten = [
        tuple(new if isinstance(new := next(waiting), Problem) else problem for problem in dataset)
        for dataset in datasets
    ]
    return Reconciled(
        datasets=tuple(
            one.derive(new, _step(place, datasets))
            for place, (one, new) in enumerate(zip(datasets, rewritten, strict=True))
        ),
        classes=tuple(sorted(classes.values(), key=lambda one: (-one.members, str(one.template)))),
        kept=tuple(kept),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconcile:
    """Writes the equations of a dataset that come to the same in one form."""

    beside: tuple[str, ...] = ()
    """The datasets that had a say in the form; with any, the step cannot be taken for one dataset alone."""

    def __call__(self, dataset: Dataset) -> Dataset:
        """Return the dataset with its equations rewritten."""
        if self.beside:
            others = ", ".join(map(str, self.beside))
            raise RecordError(
                f"{dataset.name} was reconciled together with {others}; mix them to do so again"
            )
        return reconcile([dataset]).datasets[0]


def _step(place: int, datasets: Sequence[Dataset]) -> str:
    beside = tuple(one.full_name for other, one in enumerate(datasets) if other != place)
    return str(Spec("reconcile", {"beside": beside} if beside else {}))


def labelled(datasets: Sequence[Dataset]) -> list[str]:
    """Return what each of several datasets is called: its name, with the edition where two have one name.

    >>> labelled([Dataset(name="a", edition="1"), Dataset(name="b", edition="1")])
    ['a', 'b']
    """
    names = Counter(dataset.name for dataset in datasets)
    return [dataset.name if names[dataset.name] == 1 else dataset.full_name for dataset in datasets]


def written(derivation: Derivation) -> Derivation:
    """Return a derivation with the names of slots and unknowns in order of appearance.

    >>> from mwplab.equations import parse
    >>> found = written(Derivation(Template(parse("n - B = A * m")), (4, 7)))
    >>> str(found.template), found.alignment
    ('x - A = B * y', (7, 4))
    """
    system, order = as_written(derivation.template)

    def rename(leaf: Leaf) -> Expr:
        return Unknown(NAMES.get(leaf.name, leaf.name)) if isinstance(leaf, Unknown) else leaf

    alignment = tuple(derivation.alignment[slot] for slot in order)
    return Derivation(Template(map_system(system, rename)), alignment, derivation.equivalent)


def _entry(dataset: str, problem: Problem) -> Entry | None:
    found = source(problem)
    if found is None:
        return None
    return Entry(dataset, problem, written(found), found is problem.derivation)


def _groups(entries: Sequence[Entry]) -> dict[int, list[Entry]]:
    """Return the problems of each class."""
    forms = list(dict.fromkeys(entry.form for entry in entries))
    numbers = dict(zip(forms, number_classes(forms), strict=True))
    groups: dict[int, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(numbers[entry.form], []).append(entry)
    return groups


def _class(entries: Sequence[Entry]) -> TemplateClass:
    counts = Counter(entry.form for entry in entries)
    forms = sorted(counts, key=lambda form: (-counts[form], *_length(str(form))))
    first = {entry.form: entry.problem.id for entry in reversed(entries)}
    examples = [*(first[form] for form in forms), *(entry.problem.id for entry in entries)]
    return TemplateClass(
        template=forms[0],
        forms=tuple((form, counts[form]) for form in forms),
        datasets=tuple(Counter(entry.dataset for entry in entries).items()),
        examples=tuple(dict.fromkeys(examples))[:EXAMPLES],
    )


def _length(text: str) -> tuple[int, bool, str]:
    """Return what forms that are equally common are sorted by: short ones first, then those solved for x."""
    return len(text), not text.startswith("x ="), text


class _Target:
    """How a form becomes the representative of its class."""

    def __init__(self, form: Template, representative: Template) -> None:
        found = template_equivalence(form, representative)
        self.representative = representative
        self.renaming = found.renaming
        self.reason = found.reason

    def rewrite(self, entry: Entry) -> Problem | Kept:
        """Return the problem with the representative in place of its template."""
        if self.renaming is None:
            return Kept(entry.problem.id, self.reason)
        places = dict(zip(self.renaming, entry.derivation.alignment, strict=True))
        alignment = tuple(places[slot] for slot in range(len(places)))
        derivation = replace(entry.derivation, template=self.representative, alignment=alignment)
        problem = rewrite(entry.problem, derivation)
        if problem is None:
            reason = f"{derivation.system} does not give the values of {entry.problem.equations}"
            return Kept(entry.problem.id, reason)
        return replace(problem, derivation=derivation) if entry.annotated else problem
