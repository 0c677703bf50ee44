"""A Ray cluster, started here for the occasion or reached by its address."""

from __future__ import annotations

import logging
import os
import pickle
import sys
import warnings
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

from mwplab.errors import MissingDependency, ParallelError
from mwplab.parallel.work import DIED, NOT_SENT, RETRIES, Failure, Item, Numbered, Output, numbered

LOCAL = "local-ray"  # what stands for a cluster on this machine
SHARE = 16  # each worker gets its items in so many portions, unless they are kept one by one

_cluster: str | None = None


def check_cluster(cluster: str) -> None:
    address = cluster.removeprefix("ray://")
    host, _, port = address.rpartition(":")
    if cluster != LOCAL and not (address != cluster and host and port.isdigit()):
        raise ParallelError(
            f"no cluster {cluster!r}; write {LOCAL!r} or an address such as 'ray://head:10001'"
        )


def by_ray(
    function: Callable[[Item], Output],
    items: Mapping[int, Item],
    jobs: int | None,
    cluster: str,
    *,
    portions: bool,
) -> Numbered[Output]:
    ray = _connect(cluster)
    size = min(jobs or sys.maxsize, int(ray.cluster_resources().get("CPU", 1)), len(items))
    length = max(1, len(items) // (size * SHARE)) if portions else 1
    pairs = list(items.items())
    left = iter([pairs[start : start + length] for start in range(0, len(pairs), length)])
    try:
        shared = ray.put(function)  # goes to each machine once, with all that it holds
    except (TypeError, pickle.PicklingError) as error:
        raise ParallelError(NOT_SENT.format(error)) from error
    # Ray itself repeats what a dead worker left undone.
    task = ray.remote(num_cpus=1, max_retries=RETRIES)(_portion)
    waiting = [task.remote(shared, portion) for portion in islice(left, 2 * size)]
    try:
        while waiting:
            [done], waiting = ray.wait(waiting)
            found = ray.get(done)
            yield from found
            if isinstance(found[-1][1], Failure):
                if portions:
                    return  # long ones may be under way, and nothing of them would be kept
                left = iter(())
            waiting += [task.remote(shared, portion) for portion in islice(left, 1)]
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.RayError as error:
        raise ParallelError(DIED.format(f"a worker of the cluster {cluster!r}")) from error
    except KeyboardInterrupt:
        ray.shutdown()
        raise
    finally:
        if ray.is_initialized():
            for one in waiting:
                ray.cancel(one, force=True)


def _portion(
    function: Callable[[Item], Output], portion: list[tuple[int, Item]]
) -> list[tuple[int, Output | Failure]]:
    """Return the values of a portion's items, up to the first that is a failure."""
    found = []
    for place, item in portion:
        found.append(numbered(function, place, item))
        if isinstance(found[-1][1], Failure):
            break
    return found


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
        try:
            _initialise(ray, cluster)
        except Exception as error:  # Ray raises plain ones too
            ray.shutdown()  # or the process stays a client of nothing, and starts no Ray of its own either
            if cluster != LOCAL:
                advice = "check the address and that RAY_AUTH_TOKEN is the cluster's"
                raise ParallelError(
                    f"cannot reach the cluster {cluster!r} ({_last_line(error)}); {advice}"
                ) from error
            _start_again(ray)
        _cluster = cluster
    return ray


def _initialise(ray: Any, cluster: str) -> None:
    # Without an address Ray looks for a cluster that someone else may have started on this machine.
    local = {"address": "local", "include_dashboard": False}
    place = local if cluster == LOCAL else {"address": cluster}
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Ray Client connection timed out")  # the error says so
        ray.init(**place, log_to_driver=False, logging_level=logging.ERROR)


def _start_again(ray: Any) -> None:
    """Start Ray on this machine once more: on a busy one its processes may be late, at first most of all."""
    try:
        _initialise(ray, LOCAL)
    except Exception as error:  # as above
        ray.shutdown()
        raise ParallelError(
            f"Ray did not start on this machine ({_last_line(error)}); try again when it is less busy"
        ) from error


def _last_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[-1]
