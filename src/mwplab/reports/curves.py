"""The course of a training: loss and accuracy by epoch."""

from __future__ import annotations

from collections.abc import Sequence

from mwplab.reports.plots import BAR, INK, SERIES, drawing, new_fields, svg_text


@drawing()
def training_curves(epochs: Sequence[tuple[int, float, float | None]], *, chosen: int, title: str) -> str:
    """Return loss and accuracy of each epoch as lines, the epoch whose weights were kept marked.

    >>> training_curves([(1, 3.2, 0.1), (2, 1.1, 0.4)], chosen=2, title="gts").startswith("<svg")
    True
    """
    figure, fields = new_fields(5.2, 3.6, title, rows=2, columns=1)
    numbers = [epoch for epoch, _, _ in epochs]
    seen = [(epoch, accuracy) for epoch, _, accuracy in epochs if accuracy is not None]
    fields[0].plot(numbers, [loss for _, loss, _ in epochs], color=BAR, linewidth=1.4)
    fields[0].set_ylabel("training loss", fontsize=8, color=INK)
    fields[1].plot([epoch for epoch, _ in seen], [value for _, value in seen], color=SERIES[1], linewidth=1.4)
    fields[1].set_ylabel("accuracy", fontsize=8, color=INK)
    fields[1].set_ylim(0, 1)
    fields[1].set_xlabel("epoch", fontsize=8, color=INK)
    for field in fields:
        field.set_xlim(0.5, max(numbers, default=1) + 0.5)
        field.axvline(chosen, color=INK, linewidth=0.8, linestyle=(0, (3, 2)))
    return svg_text(figure)
