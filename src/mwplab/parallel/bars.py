"""A progress bar on stderr, for work that takes a while."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

BAR_DELAY = 2.0  # seconds before a progress bar appears


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
