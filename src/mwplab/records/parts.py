"""Which parts of a dataset are tested after training on which."""

from __future__ import annotations

from mwplab.records.dataset import Dataset


def tested_parts(dataset: Dataset) -> dict[str, tuple[str, str]]:
    """Return for each fold, and for the parts dev and test, the splits with its test and training problems.

    >>> tested_parts(Dataset(name="a", splits={"train": (), "test": (), "fold0/train": (), "fold0/test": ()}))
    {'fold0': ('fold0/test', 'fold0/train'), 'test': ('test', 'train')}
    """
    found = {fold: (f"{fold}/test", f"{fold}/train") for fold in dataset.folds}
    if "train" in dataset.splits:
        found |= {part: (part, "train") for part in ("dev", "test") if part in dataset.splits}
    return found
