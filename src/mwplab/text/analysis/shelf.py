"""Every backend by name, and how texts are analysed by one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache, partial
from typing import TypeVar

from mwplab.errors import MissingDependency
from mwplab.parallel import map_many
from mwplab.registry import Registry
from mwplab.text.analysis.backend import Backend
from mwplab.text.analysis.perceptron import Perceptron
from mwplab.text.analysis.record import Analysis, Layer
from mwplab.text.analysis.spacy_pipeline import SpacyPipeline

Output = TypeVar("Output")

backends: Registry[Backend] = Registry("analysis backend", entry_point_group="mwplab.analysis")
backends.add("perceptron", Perceptron)
backends.add("spacy", SpacyPipeline)

DEFAULT = "perceptron"
"""The backend where none is named: the same on every machine, so that numbers can be compared."""

BLOCK = 500  # texts sent to a process at a time


@lru_cache(maxsize=4)
def make_backend(spec: str = DEFAULT) -> Backend:
    """Return a backend by its spec, loaded once in each process.

    >>> make_backend("perceptron").name
    'perceptron'
    """
    return backends.make(spec)


def analyse(
    texts: Sequence[str],
    backend: str | Backend | None = None,
    *,
    needs: Collection[Layer] = (),
    jobs: int | None = None,
    cluster: str | None = None,
) -> list[Analysis]:
    """Return one analysis per text, in order.

    ``backend`` is a spec or a backend made before, which then stays in this process. ``needs`` names what the
    caller will ask for, so that a backend that lacks it is refused before the work and not after.

    >>> [found] = analyse(["How many cookies did Emily eat?"])
    >>> found.lemmas[2], found.person_names.index(True), found.backend
    ('cookie', 4, 'perceptron')
    >>> analyse(["Ann ran."], needs=[Layer.DEPENDENCIES])
    Traceback (most recent call last):
    mwplab.errors.MissingDependency: the backend 'perceptron' gives no dependencies; choose one that does
    """
    return map_analyses(_itself, texts, backend, needs=needs, jobs=jobs, cluster=cluster)


def map_analyses(
    function: Callable[[Analysis], Output],
    texts: Sequence[str],
    backend: str | Backend | None = None,
    *,
    needs: Collection[Layer] = (),
    jobs: int | None = None,
    cluster: str | None = None,
) -> list[Output]:
    """Return the function's value for the analysis of each text, without holding all analyses at once.

    The function is called where the text is analysed, so that only its values travel between processes.

    >>> from mwplab.text.analysis.normalise import normalise
    >>> map_analyses(normalise, ["Emily ate the cookies.", "Tom ate a fig."])
    [('<name>', 'eat', 'cookie'), ('<name>', 'eat', 'fig')]
    """
    chosen = make_backend(backend or DEFAULT) if isinstance(backend, str | None) else backend
    for layer in needs:
        if layer in chosen.lacks:
            raise MissingDependency(f"the backend {chosen.name!r} gives no {layer}; choose one that does")
    blocks = [texts[start : start + BLOCK] for start in range(0, len(texts), BLOCK)]
    if isinstance(backend, str | None):
        work = partial(_block, function, backend or DEFAULT)
        found = map_many(work, blocks, jobs=jobs, cluster=cluster, description="analysing")
    else:
        found = [list(map(function, chosen.analyse(block))) for block in blocks]
    return [output for block in found for output in block]


def _block(function: Callable[[Analysis], Output], spec: str, texts: Sequence[str]) -> list[Output]:
    return list(map(function, make_backend(spec).analyse(texts)))


def _itself(analysis: Analysis) -> Analysis:
    return analysis
