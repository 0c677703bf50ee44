"""Numbers on their way to a GPU and back, while the processor and other trainings go on."""

from __future__ import annotations

from collections.abc import Generator

import torch
from torch import Tensor


def on_device(tensor: Tensor, device: torch.device) -> Tensor:
    """Return a tensor of the processor on a device; what is done there later in the same stream can read it.

    >>> on_device(torch.arange(3), torch.device("cpu")).tolist()
    [0, 1, 2]
    """
    # From other memory than pinned one a copy waits for all that its stream has still to do.
    return tensor.pin_memory().to(device, non_blocking=True) if device.type == "cuda" else tensor


def on_processor(tensor: Tensor) -> Tensor:
    """Return a copy in the memory of the processor, which is there when `reached` says so.

    >>> on_processor(torch.arange(3)).tolist()
    [0, 1, 2]
    """
    place = torch.empty(tensor.shape, dtype=tensor.dtype, pin_memory=tensor.is_cuda)
    return place.copy_(tensor, non_blocking=True)


def reached(device: torch.device) -> Generator[None, None, None]:
    """Wait in pieces until a device has done all that the current stream was told so far.

    >>> list(reached(torch.device("cpu")))
    []
    """
    if device.type == "cuda":
        done = torch.cuda.current_stream().record_event()
        while not done.query():
            yield
