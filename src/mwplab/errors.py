"""Everything that can go wrong, as a tree.

MwplabError
├── SpecError             a spec text such as "name(option=1)" cannot be read
├── UnknownName           a name is not registered, or a problem, split or field does not exist
├── EquationError
│   ├── ParseError        a text is not an equation in the expected notation
│   ├── TooLarge          an equation is beyond the bounds of length, depth or magnitude
│   ├── EvaluationError   an expression has no value: division by zero, an unknown, a word
│   └── SolveError
│       ├── NoSolution    the equations contradict each other
│       ├── Underdetermined  the equations leave the asked value open
│       └── Unsolvable    beyond what elimination, factoring or the time limit settles
├── AnswerError           a text is not an answer
├── RecordError           a record cannot be read, written, or breaks a rule of its kind
├── DataError             a dataset's files are missing, partial or not what was published
├── NoVariant             a problem cannot be changed as asked
├── NotRun                a probe does not suit a solver or its problems
├── StatisticsError       a figure cannot be computed from what was given
├── ModelError            a model cannot be asked, taught, or not as told
│   ├── CapReached        what a run may cost is spent
│   └── LostWay           a training came to a loss that is no number
├── MissingDependency     an optional package is not installed
└── ParallelError         work on many cores or a cluster cannot be done as asked

Every message is a full sentence: what was met, where, and what would do instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class MwplabError(Exception):
    """The root of all errors that mwplab raises on purpose."""


class SpecError(MwplabError):
    """A spec text cannot be read."""


class UnknownName(MwplabError):
    """A name that nobody registered.

    >>> str(UnknownName.among("measure", "acuracy", ["accuracy", "length"]))
    "no measure named 'acuracy'; did you mean 'accuracy'?"
    >>> str(UnknownName.among("fold", "9", ["fold0", "fold1"]))
    "no fold named '9'; there are: fold0, fold1"
    """

    @classmethod
    def among(cls, kind: str, name: str, known: Iterable[str]) -> UnknownName:
        """Return the error that names the nearest known name, or a few of them."""
        names = list(known)
        close = get_close_matches(name, names, n=1, cutoff=0.6)
        if close:
            return cls(f"no {kind} named {name!r}; did you mean {close[0]!r}?")
        if not names:
            return cls(f"no {kind} named {name!r}; there are none")
        shown = ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")
        return cls(f"no {kind} named {name!r}; there are: {shown}")


class EquationError(MwplabError):
    """The root of what can go wrong with equations."""


class ParseError(EquationError):
    """A text is not an equation in the expected notation."""


class TooLarge(EquationError):
    """An equation is beyond the bounds of length, depth or magnitude."""


class EvaluationError(EquationError):
    """An expression has no value."""


class SolveError(EquationError):
    """A system has no usable solution."""


class NoSolution(SolveError):
    """The equations contradict each other."""


class Underdetermined(SolveError):
    """The equations leave the asked value open."""


class Unsolvable(SolveError):
    """Beyond what elimination, factoring or the time limit settles."""


class AnswerError(MwplabError):
    """A text is not an answer."""


class RecordError(MwplabError):
    """A record cannot be read or written, or breaks a rule of its kind."""


class DataError(MwplabError):
    """A dataset's files are missing, partial or not what was published."""


class NoVariant(MwplabError):
    """A problem cannot be changed as asked; the message says why."""


class NotRun(MwplabError):
    """A probe does not suit a solver or its problems; the message says why."""


class StatisticsError(MwplabError):
    """A figure cannot be computed from what was given: nothing, unequal lengths, no variation."""


class ModelError(MwplabError):
    """A model cannot be asked, taught, or not as told."""


class CapReached(ModelError):
    """What a run may cost is spent; what was answered is kept, and a higher cap goes on from there."""


class LostWay(ModelError):
    """A training came to a loss, weights or gradients that are no numbers, with nothing to keep before."""


class MissingDependency(MwplabError):
    """An optional package is not installed.

    >>> str(MissingDependency.of("ray", extra="cluster", purpose="a Ray cluster"))
    "a Ray cluster needs the package 'ray'; install it with: pip install 'mwplab[cluster]'"
    """

    @classmethod
    def of(cls, package: str, *, extra: str, purpose: str) -> MissingDependency:
        """Return the error that says which extra brings the package."""
        return cls(f"{purpose} needs the package {package!r}; install it with: pip install 'mwplab[{extra}]'")


class ParallelError(MwplabError):
    """Work on many cores or a cluster cannot be done as asked."""
