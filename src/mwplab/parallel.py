"""Map a function over many items: in this process, on all cores, or on a Ray cluster.

Results come in the order of the items and are the same whatever the engine, provided that the function is
pure; chance arrives with the item (``Random(f"{seed}:{problem.id}")``). A worker that dies takes nothing
along: what it had not finished is done again.
"""

from __future__ import annotations

import copy
import logging
import os
import pickle
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing import resource_tracker
from typing import Any, Protocol, TypeVar

from mwplab.errors import MissingDependency, MwplabError, ParallelError

Item = TypeVar("Item")
Output = TypeVar("Output")
Numbered = Generator[tuple[int, Output], None, None]
"""Values as they come, each with the place of its item."""

FEW = 16  # fewer items than this are not worth the start of worker processes, unless jobs are asked for
BAR_DELAY = 2.0  # seconds before a progress bar appears
RETRIES = 2  # how often what a dead worker left undone is tried again
SHARE = 16  # on a cluster each worker gets its items in so many portions, unless they are kept one by one

_DIED = "{} ended without an answer, perhaps for lack of memory; try fewer jobs"

_in_worker = False
_cluster: str | None = None


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
    ``keep`` holds what was finished before, and gets each value as it comes. The first error met ends the
    work and is raised as it was; so is Ctrl-C, once the workers have ended.

    >>> map_many(abs, [3, -2, -1], jobs=1)
    [3, 2, 1]
    """
    work = dict(enumerate(items))
    if jobs is not None and jobs < 1:
        raise ParallelError(f"cannot work with {jobs} jobs; give 1 or more, or leave it out for one per core")
    if cluster is not None:
        _check_cluster(cluster)
    if jobs is None and cluster is None:
        jobs = cores() if len(work) >= FEW else 1
    outputs: dict[int, Output] = {}
    for place in work:
        if keep is not None and (kept := keep.read(place)) is not None:
            outputs[place] = kept
    left = {place: item for place, item in work.items() if place not in outputs}
    with progress_bar(len(work), description, shown=False if _in_worker else progress) as show:
        show(len(outputs))
        found: Numbered[Output | _Failure]
        if jobs == 1 or len(left) < 2 or _in_worker:
            found = ((place, function(item)) for place, item in left.items())
        elif cluster is None:
            found = _by_processes(function, left, min(jobs or cores(), len(left)))
        else:
            found = _by_ray(function, left, jobs, cluster, portions=keep is None)
        with closing(found):  # an error ends the workers at once
            for place, output in found:
                if isinstance(output, _Failure):
                    raise output.error
                if keep is not None:
                    keep.write(place, output)
                outputs[place] = output
                show(len(outputs))
    return [outputs[place] for place in work]


def cores() -> int:
    """Return the number of cores this process may use.

    >>> cores() >= 1
    True
    """
    import joblib

    return int(joblib.cpu_count())


@contextmanager
def progress_bar(
    total: int, description: str = "", *, shown: bool | None = None
) -> Iterator[Callable[[int], None]]:
    """Show a bar on stderr once two seconds have passed; yields the function to call with the number done.

    >>> with progress_bar(10, "reading", shown=False) as show:
    ...     show(4)
    """
    if not (sys.stderr.isatty() if shown is None else shown):
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    bar = Progress(*columns, console=Console(stderr=True), transient=sys.stderr.isatty())
    task = bar.add_task(description, total=total)
    timer = threading.Timer(BAR_DELAY, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda done: bar.update(task, completed=done)
    finally:
        timer.cancel()
        timer.join()
        if bar.live.is_started:
            bar.stop()


@dataclass(frozen=True, slots=True)
class _Failure:
    """What a worker sends in place of a value, since an error raised there takes finished values along."""

    error: Exception


def _by_processes(
    function: Callable[[Item], Output], items: Mapping[int, Item], jobs: int
) -> Numbered[Output | _Failure]:
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    left = dict(items)
    for attempt in range(RETRIES + 1):
        try:
            with closing(_by_joblib(function, left, jobs)) as found:
                for place, output in found:
                    del left[place]
                    yield place, output
            return
        except TerminatedWorkerError as error:
            if attempt == RETRIES:
                raise ParallelError(_DIED.format(f"one of {jobs} worker processes")) from error


def _by_joblib(
    function: Callable[[Item], Output], items: Mapping[int, Item], jobs: int
) -> Numbered[Output | _Failure]:
    from joblib import Parallel, delayed

    class Patient(Parallel):  # type: ignore[misc]
        def dispatch_one_batch(self, iterator: Iterator[Any]) -> bool:
            with _interrupt_held():  # the first batch starts the workers
                return bool(super().dispatch_one_batch(iterator))

    engine = Patient(n_jobs=jobs, backend="loky", return_as="generator_unordered")
    found = engine(delayed(_numbered)(function, place, item) for place, item in list(items.items()))
    try:
        for numbered in found:  # noqa: UP028, yield from would close it before the warnings are held
            yield numbered
    except pickle.PicklingError as error:
        raise ParallelError(f"the work cannot be sent to another process: {error}; use jobs=1") from error
    finally:
        with warnings.catch_warnings():
            warnings.filterwarnings(
                "ignore", message=".*tasks"
            )  # that an error leaves work unused goes unsaid
            found.close()


def _by_ray(
    function: Callable[[Item], Output],
    items: Mapping[int, Item],
    jobs: int | None,
    cluster: str,
    *,
    portions: bool,
) -> Numbered[Output | _Failure]:
    ray = _connect(cluster)
    size = min(jobs or sys.maxsize, int(ray.cluster_resources().get("CPU", 1)), len(items))
    length = max(1, len(items) // (size * SHARE)) if portions else 1
    pairs = list(items.items())
    left = iter([pairs[start : start + length] for start in range(0, len(pairs), length)])
    try:
        shared = ray.put(function)  # goes to each machine once, with all that it holds
    except (TypeError, pickle.PicklingError) as error:
        raise ParallelError(f"the work cannot be sent to another process: {error}; use jobs=1") from error
    # Ray itself repeats what a dead worker left undone.
    task = ray.remote(num_cpus=1, max_retries=RETRIES)(_portion)
    waiting = [task.remote(shared, portion) for portion in islice(left, 2 * size)]
    try:
        while waiting:
            [done], waiting = ray.wait(waiting)
            waiting += [task.remote(shared, portion) for portion in islice(left, 1)]
            yield from ray.get(done)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.RayError as error:
        raise ParallelError(_DIED.format(f"a worker of the cluster {cluster!r}")) from error
    except KeyboardInterrupt:
        ray.shutdown()
        raise
    finally:
        if ray.is_initialized():
            for one in waiting:
                ray.cancel(one, force=True)


def _portion(
    function: Callable[[Item], Output], portion: list[tuple[int, Item]]
) -> list[tuple[int, Output | _Failure]]:
    return [_numbered(function, place, item) for place, item in portion]


def _numbered(function: Callable[[Item], Output], place: int, item: Item) -> tuple[int, Output | _Failure]:
    global _in_worker
    _in_worker = True  # so that what the function maps in turn stays in this worker
    try:
        return place, function(item)
    except Exception as error:
        if not isinstance(error, MwplabError):
            error.add_note(
                f"In a worker process:\n{traceback.format_exc()}"
            )  # a traceback itself stays behind
        if _travels(error):
            return place, _Failure(error)
        return place, _Failure(ParallelError(f"{type(error).__name__} in a worker process: {error}"))


def _travels(error: Exception) -> bool:
    # Copying rebuilds the error as unpickling does, by calling its class with its arguments.
    try:
        pickle.dumps(error)
        return type(copy.copy(error)) is type(error)
    except Exception:  # a constructor may raise anything
        return False


@contextmanager
def _interrupt_held() -> Iterator[None]:
    # A terminal sends Ctrl-C to every process. Workers inherit that it is held back, so only the parent, who
    # gets it when this ends, speaks of it.
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # before, because its start lets Ctrl-C through again (Python 3.11)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _check_cluster(cluster: str) -> None:
    address = cluster.removeprefix("ray://")
    host, _, port = address.rpartition(":")
    if cluster != "local-ray" and not (address != cluster and host and port.isdigit()):
        raise ParallelError(
            f"no cluster {cluster!r}; write 'local-ray' or an address such as 'ray://head:10001'"
        )


def _connect(cluster: str) -> Any:
    global _cluster
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError as error:
        raise MissingDependency.of("ray", extra="cluster", purpose="a Ray cluster") from error
    if ray.is_initialized() and _cluster not in (None, cluster):
        ray.shutdown()
    if not ray.is_initialized():
        # Without an address Ray looks for a cluster that someone else may have started on this machine.
        local = {"address": "local", "include_dashboard": False}
        place = local if cluster == "local-ray" else {"address": cluster}
        try:
            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", message="Ray Client connection timed out")  # said below
                ray.init(**place, log_to_driver=False, logging_level=logging.ERROR)
        except (ConnectionError, RuntimeError) as error:
            ray.shutdown()  # or the process stays a client of nothing, and starts no Ray of its own either
            reason = (str(error).strip() or type(error).__name__).splitlines()[-1]
            advice = "check the address and that RAY_AUTH_TOKEN is the cluster's"
            raise ParallelError(f"cannot reach the cluster {cluster!r} ({reason}); {advice}") from error
        _cluster = cluster
    return ray
