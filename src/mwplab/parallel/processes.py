"""Worker processes on this machine, by joblib."""

from __future__ import annotations

import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import takewhile
from multiprocessing import resource_tracker
from typing import Any

from mwplab.errors import ParallelError
from mwplab.parallel.work import DIED, NOT_SENT, RETRIES, Failure, Item, Numbered, Output, numbered


def cores() -> int:
    """Return the number of cores this process may use.

    >>> cores() >= 1
    True
    """
    import joblib

    return int(joblib.cpu_count())


def by_processes(
    function: Callable[[Item], Output], items: Mapping[int, Item], jobs: int
) -> Numbered[Output]:
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    left = dict(items)
    _try_sending(function, next(iter(left.values()), None))
    for attempt in range(RETRIES + 1):
        try:
            for place, output in _by_joblib(function, left, jobs):
                del left[place]
                yield place, output
            return
        except TerminatedWorkerError as error:
            if attempt == RETRIES:
                raise ParallelError(DIED.format(f"one of {jobs} worker processes")) from error


def _by_joblib(function: Callable[[Item], Output], items: Mapping[int, Item], jobs: int) -> Numbered[Output]:
    from joblib import Parallel, delayed

    class Patient(Parallel):  # type: ignore[misc]
        def dispatch_one_batch(self, iterator: Iterator[Any]) -> bool:
            with _interrupt_held():  # the first batch starts the workers
                return bool(super().dispatch_one_batch(iterator))

    failed = threading.Event()
    # After an error nothing new begins, but what is under way ends: workers killed at it confuse joblib.
    waiting = takewhile(lambda _: not failed.is_set(), list(items.items()))
    engine = Patient(n_jobs=jobs, backend="loky", return_as="generator_unordered")
    try:
        for place, output in engine(delayed(numbered)(function, *pair) for pair in waiting):
            if isinstance(output, Failure):
                failed.set()
            yield place, output
    except pickle.PicklingError as error:
        raise ParallelError(NOT_SENT.format(error)) from error


def _try_sending(function: Callable[[Item], Output], item: Item | None) -> None:
    """Fail where work cannot be sent: once workers have begun, threads of joblib trip over each other."""
    from joblib.externals.loky.backend.reduction import dumps

    try:
        # Arrays are handed over beside the rest and dropped here, so that large ones are not copied.
        pickle.dumps((function, item), protocol=5, buffer_callback=lambda _: None)
    except Exception:  # joblib can send what pickle cannot, such as functions within functions
        try:
            dumps((function, item))
        except Exception as error:  # an object may raise anything when it is taken apart
            raise ParallelError(NOT_SENT.format(error)) from error


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
