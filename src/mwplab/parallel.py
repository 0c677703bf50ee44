"""Map a function over many items: in this process, on all cores, or on a Ray cluster.

joblib does the work. Results come in the order of the items and are the same whatever the engine, provided
that the function is pure; chance arrives with the item (``Random(f"{seed}:{problem.id}")``).
"""

from __future__ import annotations

import copy
import logging
import os
import pickle
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import Any, TypeVar

from mwplab.errors import MissingDependency, ParallelError

Item = TypeVar("Item")
Output = TypeVar("Output")

FEW = 16  # fewer items than this are not worth the start of worker processes, unless jobs are asked for
BAR_DELAY = 2.0  # seconds before a progress bar appears

_DIED = "{} ended without an answer, perhaps for lack of memory; try fewer jobs"

_in_worker = False
_cluster: str | None = None


def map_many(
    function: Callable[[Item], Output],
    items: Iterable[Item],
    *,
    jobs: int | None = None,
    cluster: str | None = None,
    description: str = "",
    progress: bool | None = None,
) -> list[Output]:
    """Return the function's value for each item, in order.

    ``jobs`` is the number of processes: 1 stays in this process, None means one per core, or this process for
    fewer than 16 items, so a few long tasks say ``jobs=cores()``. ``cluster`` is ``local-ray`` or
    ``ray://host:port``. ``progress`` shows a bar on stderr after two seconds; None means on a terminal only.
    The first error met ends the work and is raised as it was; so is Ctrl-C, once the workers have ended.

    >>> map_many(abs, [3, -2, -1], jobs=1)
    [3, 2, 1]
    """
    work = list(items)
    if jobs is not None and jobs < 1:
        raise ParallelError(f"cannot work with {jobs} jobs; give 1 or more, or leave it out for one per core")
    if cluster is not None:
        _check_cluster(cluster)
    if jobs is None and cluster is None:
        jobs = cores() if len(work) >= FEW else 1
    shown = False if _in_worker else progress
    with progress_bar(len(work), description, shown=shown) as show:
        if jobs == 1 or len(work) < 2 or _in_worker:
            return _map_here(function, work, show)
        if cluster is None:
            return _map_processes(function, work, min(jobs or cores(), len(work)), show)
        return _map_ray(function, work, jobs, cluster, show)


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


def _map_here(
    function: Callable[[Item], Output], items: list[Item], show: Callable[[int], None]
) -> list[Output]:
    outputs = []
    for item in items:
        outputs.append(function(item))
        show(len(outputs))
    return outputs


def _map_processes(
    function: Callable[[Item], Output], items: list[Item], jobs: int, show: Callable[[int], None]
) -> list[Output]:
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    try:
        return _map_joblib(function, items, show, n_jobs=jobs, backend="loky")
    except TerminatedWorkerError as error:
        raise ParallelError(_DIED.format(f"one of {jobs} worker processes")) from error


def _map_ray(
    function: Callable[[Item], Output],
    items: list[Item],
    jobs: int | None,
    cluster: str,
    show: Callable[[int], None],
) -> list[Output]:
    ray = _connect(cluster)
    size = min(jobs or sys.maxsize, int(ray.cluster_resources().get("CPU", 1)), len(items))
    if size == 1:
        return _map_here(function, items, show)  # as joblib would, which has no pool of one
    try:
        return _map_joblib(function, items, show, n_jobs=size, backend="ray")
    except ray.exceptions.RayActorError as error:
        raise ParallelError(_DIED.format(f"a worker of the cluster {cluster!r}")) from error
    except KeyboardInterrupt:
        ray.shutdown()
        raise


def _map_joblib(
    function: Callable[[Item], Output], items: list[Item], show: Callable[[int], None], **options: Any
) -> list[Output]:
    from joblib import Parallel, delayed

    class Watched(Parallel):  # type: ignore[misc]
        """joblib calls these whatever the backend: one to send a batch of items, one when a batch is done."""

        def dispatch_one_batch(self, iterator: Iterator[Any]) -> bool:
            with _interrupt_held():  # the first batch starts the workers
                return bool(super().dispatch_one_batch(iterator))

        def print_progress(self) -> None:
            show(self.n_completed_tasks)

    try:
        outputs: list[Output] = Watched(**options)(delayed(_work)(function, item) for item in items)
    except pickle.PicklingError as error:
        raise ParallelError(f"the work cannot be sent to another process: {error}; use jobs=1") from error
    return outputs


def _work(function: Callable[[Item], Output], item: Item) -> Output:
    global _in_worker
    _in_worker = True  # so that what the function maps in turn stays in this worker
    try:
        return function(item)
    except Exception as error:
        if _travels(error):
            raise
        raise ParallelError(f"{type(error).__name__} in a worker process: {error}") from None


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
        from ray.util.joblib import register_ray
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
    register_ray()  # type: ignore[no-untyped-call]
    return ray
