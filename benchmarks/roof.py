"""A device's clock, and how fast it multiplies large matrices: the roof over all other work."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import torch

from mwplab.solvers.neural.products import make_product
from mwplab.solvers.neural.settings import Precision


def device_name(device: str) -> str:
    """Return what the numbers were measured on."""
    return torch.cuda.get_device_name(device) if device.startswith("cuda") else "CPU, one thread"


def clock(device: str) -> float:
    """Return seconds: of this process's own work on a CPU; on a GPU of the wall, once it has caught up."""
    if device.startswith("cuda"):
        torch.cuda.synchronize()
        return time.perf_counter()
    return time.process_time()


def matrix_rate(device: str, precision: Precision, size: int = 2048) -> float:
    """Return the operations a second of a large matrix product, the best of several."""
    work: Callable[[], object]
    if device.startswith("cuda"):
        size = 8192
        kind = torch.bfloat16 if precision is Precision.BF16 else torch.float32
        one, other = (torch.randn(size, size, device=device, dtype=kind) for _ in range(2))
        work = partial(torch.mm, one, other)
    else:
        made = make_product(torch.randn(size, size), None, precision)
        work = partial(made, made.round(torch.rand(size, size)))
    best = float("inf")
    for _ in range(8):
        start = clock(device)
        work()
        best = min(best, clock(device) - start)
    return 2 * size**3 / best
