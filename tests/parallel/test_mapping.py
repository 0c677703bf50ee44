from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback
import tracemalloc
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwplab.errors import DataError, MissingDependency, ParallelError
from mwplab.parallel import bars, cores, map_many, mapping, progress_bar
from mwplab.parallel.processes import _try_sending
from mwplab.parallel.work import in_worker

HERE: dict[str, Any] = {"jobs": 1}
PROCESSES: dict[str, Any] = {"jobs": 2}
RAY: dict[str, Any] = {"cluster": "local-ray", "jobs": 2}
ENGINES = [
    pytest.param(engine, id=name) for name, engine in [("here", HERE), ("processes", PROCESSES), ("ray", RAY)]
]


pytestmark = pytest.mark.usefixtures("own_ray")


class Awkward(Exception):
    """Its class is called with other arguments than it keeps, so it cannot be sent to another process."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def cube(number: int) -> int:
    return number**3


def fail_at_seven(number: int) -> int:
    if number == 7:
        raise DataError("file 7 is broken")
    return number


def fail_awkwardly(number: int) -> int:
    raise Awkward(number, number)


def divide(number: int) -> float:
    return 1 / (number - 3)


def die(number: int) -> int:
    os._exit(3)


def sum_in_turn(number: int) -> tuple[int, bool]:
    return sum(map_many(cube, range(number), jobs=2)), in_worker()


def process(number: int) -> int:
    time.sleep(0.01)
    return os.getpid()


@pytest.mark.parametrize("engine", ENGINES)
def test_results_are_in_order_and_the_same_with_every_engine(engine: dict[str, Any]) -> None:
    items = list(range(3000, 0, -1))
    assert map_many(cube, items, **engine) == [number**3 for number in items]


@pytest.mark.parametrize("engine", ENGINES)
def test_closures_and_slow_first_items_keep_the_order(engine: dict[str, Any]) -> None:
    def late_first(number: int) -> str:
        time.sleep(0.1 if number == 0 else 0)
        return f"<{number}>"

    assert map_many(late_first, range(20), **engine) == [f"<{number}>" for number in range(20)]


@settings(max_examples=20)
@given(st.lists(st.text(max_size=5), max_size=40))
def test_processes_agree_with_plain_map(items: list[str]) -> None:
    assert map_many(str.upper, items, jobs=2) == [item.upper() for item in items]


@pytest.mark.parametrize("engine", ENGINES)
def test_error_surfaces_as_it_was(engine: dict[str, Any]) -> None:
    with pytest.raises(DataError) as caught:
        map_many(fail_at_seven, range(20), **engine)
    assert type(caught.value) is DataError
    assert str(caught.value) == "file 7 is broken"
    with pytest.raises(ZeroDivisionError, match="division by zero") as met:
        map_many(divide, range(20), **engine)
    where = "".join(traceback.format_exception(met.value))
    assert "in divide\n" in where


@pytest.mark.parametrize("engine", ENGINES[1:])
def test_error_that_cannot_travel_is_told(engine: dict[str, Any]) -> None:
    with pytest.raises(ParallelError, match="Awkward in a worker process: 4 and 4"):
        map_many(fail_awkwardly, [4, 4], **engine)


@pytest.mark.parametrize("engine", ENGINES[1:])
def test_dead_worker_is_told_and_the_next_call_works(engine: dict[str, Any]) -> None:
    with pytest.raises(
        ParallelError, match="ended without an answer, perhaps for lack of memory; try fewer jobs"
    ):
        map_many(die, range(4), **engine)
    assert map_many(cube, range(4), **engine) == [0, 1, 8, 27]


@pytest.mark.parametrize("engine", ENGINES[1:])
def test_killed_worker_loses_nothing(engine: dict[str, Any], tmp_path: Path) -> None:
    flag = tmp_path / "killed"

    def die_once(number: int) -> int:
        if number == 11 and not flag.exists():
            flag.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number**3

    assert map_many(die_once, range(40), **engine) == [number**3 for number in range(40)]
    assert flag.exists()


class Shelf(dict[int, int]):
    """Keeps values in memory."""

    def read(self, place: int) -> int | None:
        return self.get(place)

    def write(self, place: int, output: int) -> None:
        assert place not in self
        self[place] = output


@pytest.mark.parametrize("engine", ENGINES)
def test_finished_values_are_kept_and_not_computed_again(engine: dict[str, Any]) -> None:
    shelf = Shelf({2: 222})
    with pytest.raises(DataError):
        map_many(fail_at_seven, range(40), keep=shelf, **engine)
    assert 7 not in shelf
    assert all(output in (place, 222) for place, output in shelf.items())
    # Two workers have at most four items before them, so three were finished before the seventh began.
    assert len(shelf) >= (7 if engine is HERE else 4)
    expected = [222 if place == 2 else shelf.get(place, place**3) for place in range(40)]
    assert map_many(cube, range(40), keep=shelf, **engine) == expected
    assert map_many(die, range(40), keep=shelf, **engine) == expected


def test_work_that_cannot_be_sent_is_told() -> None:
    locks = [threading.Lock(), threading.Lock()]
    with pytest.raises(
        ParallelError, match=r"cannot be sent to another process: cannot pickle .*; use jobs=1"
    ):
        map_many(id, locks, jobs=2)


def test_large_arrays_are_not_copied_to_see_whether_they_can_be_sent() -> None:
    array = np.zeros(4_000_000)
    tracemalloc.start()
    try:
        _try_sending(partial(np.take, array), 0)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < array.nbytes / 4


@pytest.mark.parametrize("engine", ENGINES)
def test_map_within_a_map_stays_in_its_worker(engine: dict[str, Any]) -> None:
    there = engine is not HERE
    assert map_many(sum_in_turn, [2, 3, 4], **engine) == [(1, there), (9, there), (36, there)]
    assert not in_worker()


@pytest.mark.parametrize(
    ("count", "jobs", "expected"),
    [(40, 1, "this"), (1, 2, "this"), (mapping.FEW - 1, None, "this"), (2, 2, "others"), (40, 2, "others")],
)
def test_few_items_stay_in_this_process(count: int, jobs: int | None, expected: str) -> None:
    used = set(map_many(process, range(count), jobs=jobs))
    assert (used == {os.getpid()}) == (expected == "this")
    assert (os.getpid() in used) == (expected == "this")


def test_default_uses_every_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mapping, "cores", lambda: 2)
    used = set(map_many(process, range(60)))
    assert len(used) == 2
    assert os.getpid() not in used


def test_cores_are_within_what_the_machine_has() -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)


def test_nothing_maps_to_nothing() -> None:
    assert map_many(cube, [], jobs=4) == []


@pytest.mark.parametrize("jobs", [0, -1])
def test_jobs_are_at_least_one(jobs: int) -> None:
    with pytest.raises(ParallelError, match=f"cannot work with {jobs} jobs"):
        map_many(cube, range(3), jobs=jobs)


@pytest.mark.parametrize(
    "cluster", ["ray", "ray://", "ray://host", "ray://:1", "http://host:1", "ray://host:port"]
)
def test_cluster_has_an_address(cluster: str) -> None:
    with pytest.raises(ParallelError, match="write 'local-ray' or an address such as 'ray://head:10001'"):
        map_many(cube, range(3), cluster=cluster)


def test_missing_ray_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingDependency, match=r"a Ray cluster needs the package 'ray'.*mwplab\[cluster\]"):
        map_many(cube, range(3), cluster="local-ray")


def test_bar_appears_on_stderr_after_its_delay(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bars, "BAR_DELAY", 0.05)
    map_many(process, range(30), jobs=2, description="counting", progress=True)
    output = capfd.readouterr()
    assert output.out == ""
    assert "counting" in output.err
    assert "30/30" in output.err


def test_quick_work_shows_no_bar(capfd: pytest.CaptureFixture[str]) -> None:
    map_many(cube, range(30), jobs=1, description="counting", progress=True)
    assert capfd.readouterr() == ("", "")


def test_bar_needs_a_terminal_unless_asked_for(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bars, "BAR_DELAY", 0.0)
    with progress_bar(3, "counting") as show:
        show(3)
        time.sleep(0.05)
    assert capfd.readouterr() == ("", "")


def test_bar_ends_when_the_work_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bars, "BAR_DELAY", 0.0)
    before = set(threading.enumerate())
    with pytest.raises(DataError, match="file 7 is broken"), progress_bar(3, "counting", shown=True):
        fail_at_seven(7)
    assert wait_until(lambda: set(threading.enumerate()) <= before, 5)


INTERRUPTED = """
import signal, time
from mwplab.parallel import map_many

signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job is started without it

def nap(number):
    if number == 0:
        open({flag!r}, "w").close()
    time.sleep(0.2)

map_many(nap, range(10_000), **{engine!r})
"""


def group_members(group: int) -> list[str]:
    """Return the command lines of a process group, those already ended left out."""
    members = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, _, owner = (folder / "stat").read_text().rpartition(")")[2].split()[:3]
            if int(owner) == group and state != "Z":
                members.append((folder / "cmdline").read_text())
        except (FileNotFoundError, ProcessLookupError):
            continue
    return members


def wait_until(true: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not true() and time.monotonic() < deadline:
        time.sleep(0.05)
    return true()


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="reads the process table of Linux")
@pytest.mark.parametrize("engine", ENGINES)
def test_interrupt_ends_every_process_and_is_told_once(engine: dict[str, Any], tmp_path: Path) -> None:
    flag = tmp_path / "working"
    program = tmp_path / "program.py"
    program.write_text(INTERRUPTED.format(flag=str(flag), engine=engine))
    running = subprocess.Popen(
        [sys.executable, str(program)], start_new_session=True, stderr=subprocess.PIPE, text=True
    )
    assert wait_until(flag.exists, 60)
    assert len(group_members(running.pid)) >= (1 if engine is HERE else 3)
    os.killpg(running.pid, signal.SIGINT)
    _, told = running.communicate(timeout=15)
    assert running.returncode == -signal.SIGINT
    assert told.count("KeyboardInterrupt") == told.count("Traceback") == 1
    assert wait_until(lambda: not group_members(running.pid), 5), group_members(running.pid)


def free_ports(count: int) -> list[int]:
    """Return ports that nobody uses, no two alike."""
    with ExitStack() as stack:
        probes = [stack.enter_context(socket.socket()) for _ in range(count)]
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [int(probe.getsockname()[1]) for probe in probes]


@pytest.mark.slow
def test_cluster_elsewhere_gives_the_same_results(tmp_path: Path) -> None:
    port, own, agent = free_ports(3)
    head = [
        str(Path(sys.executable).with_name("ray")),
        *("start", "--head", "--block", "--num-cpus=2", "--include-dashboard=false"),
        *(f"--port={own}", f"--ray-client-server-port={port}", f"--dashboard-agent-listen-port={agent}"),
    ]
    program = tmp_path / "program.py"
    program.write_text(
        "from mwplab.parallel import map_many\n"
        f"print(map_many(lambda number: number**3, range(50), cluster='ray://127.0.0.1:{port}'))\n"
    )
    log = tmp_path / "head.log"
    with log.open("w") as output:
        running = subprocess.Popen(head, stdout=output, stderr=output)
    try:
        # The port is open before the head is ready to serve it.
        assert wait_until(lambda: "Ray runtime started" in log.read_text(), 60), log.read_text()
        for _ in range(5):
            done = subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=120)
            # On a busy machine the head may lose the server process that it starts for each client, and says
            # so in several ways.
            if "cannot reach the cluster" not in done.stderr:
                break
        assert done.stdout == f"{[number**3 for number in range(50)]}\n", done.stderr
    finally:
        running.terminate()
        running.wait(timeout=30)


def test_ray_that_is_late_is_started_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    tries: list[int] = []

    def late(**_: object) -> None:
        tries.append(1)
        raise Exception("the node is late\nit timed out")  # as Ray does

    monkeypatch.setattr(ray, "init", late)
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    with pytest.raises(ParallelError, match=r"did not start on this machine \(it timed out\); try again"):
        map_many(cube, range(3), **RAY)
    assert len(tries) == 2


@pytest.mark.slow
def test_unreachable_cluster_is_told() -> None:
    with pytest.raises(ParallelError, match=r"cannot reach the cluster 'ray://.*check the address"):
        map_many(cube, range(3), cluster=f"ray://127.0.0.1:{free_ports(1)[0]}")
    assert map_many(cube, range(3), **RAY) == [0, 1, 8]
