"""Datasets made from datasets.

folds       k folds at random, by type or by seed; a held-out test part
reconcile   equivalent templates merged to one, equations rewritten
"""

from mwplab.curate.folds import hold_out, make_folds
from mwplab.curate.reconcile import Reconciled, TemplateClass, reconcile

__all__ = ["Reconciled", "TemplateClass", "hold_out", "make_folds", "reconcile"]
