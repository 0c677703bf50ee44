"""One function over many items, whatever the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from mwplab.errors import ParallelError
from mwplab.parallel.bars import progress_bar
from mwplab.parallel.cluster import by_ray, check_cluster
from mwplab.parallel.processes import by_processes, cores
from mwplab.parallel.work import Failure, Item, Numbered, Output, in_worker

FEW = 16  # fewer items than this are not worth the start of worker processes, unless jobs are asked for


class Keep(Protocol[Output]):
    """Where finished values are kept, so that work which was broken off goes on from there."""

    def read(self, place: int) -> Output | None:
        """Return the value of the item at this place, or none where it is not kept."""

    def write(self, place: int, output: Output) -> None:
        """Keep a value, whole or not at all."""


def map_many(
    function: Callable[[Item], Output],
    items: Iterable[Item],
    *,
    jobs: int | None = None,
    cluster: str | None = None,
    description: str = "",
    progress: bool | None = None,
    keep: Keep[Output] | None = None,
) -> list[Output]:
    """Return the function's value for each item, in order.

    ``jobs`` is the number of processes: 1 stays in this process, None means one per core, or this process for
    fewer than 16 items, so a few long tasks say ``jobs=cores()``. ``cluster`` is ``local-ray`` or
    ``ray://host:port``. ``progress`` shows a bar on stderr after two seconds; None means on a terminal only.
    ``keep`` holds what was finished before, and gets each value as it comes. The first error met is
    raised as it was, once what other workers have under way is finished and kept; so is Ctrl-C, at once.

    >>> map_many(abs, [3, -2, -1], jobs=1)
    [3, 2, 1]
    """
    work = dict(enumerate(items))
    if jobs is not None and jobs < 1:
        raise ParallelError(f"cannot work with {jobs} jobs; give 1 or more, or leave it out for one per core")
    if cluster is not None:
        check_cluster(cluster)
    if jobs is None and cluster is None:
        jobs = cores() if len(work) >= FEW else 1
    outputs: dict[int, Output] = {}
    for place in work:
        if keep is not None and (kept := keep.read(place)) is not None:
            outputs[place] = kept
    left = {place: item for place, item in work.items() if place not in outputs}
    with progress_bar(len(work), description, shown=False if in_worker() else progress) as show:
        show(len(outputs))
        found: Numbered[Output]
        if jobs == 1 or len(left) < 2 or in_worker():
            found = ((place, function(item)) for place, item in left.items())
        elif cluster is None:
            found = by_processes(function, left, min(jobs or cores(), len(left)))
        else:
            found = by_ray(function, left, jobs, cluster, portions=keep is None)
        failures = []
        for place, output in found:
            if isinstance(output, Failure):
                failures.append(output)
                continue
            if keep is not None:
                keep.write(place, output)
            outputs[place] = output
            show(len(outputs))
    if failures:
        raise failures[0].error
    return [outputs[place] for place in work]
