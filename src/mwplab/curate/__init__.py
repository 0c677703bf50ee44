"""Datasets made from datasets.

folds   k folds at random, by type or by seed; a held-out test part
"""

from mwplab.curate.folds import hold_out, make_folds

__all__ = ["hold_out", "make_folds"]
