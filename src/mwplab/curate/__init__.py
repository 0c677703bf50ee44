"""Datasets made from datasets.

admission   new problems admitted, sent back or refused by what they add to a collection
arithmetic  the arithmetic parts of ASDiv and MathQA, by the rules of ASDiv's paper
clean       folds and parts between which nothing is repeated
deduplicate each text once
families    which problems are variants of one seed, where a release does not say so
first       the first problems
folds       k folds at random, by type or by seed; a held-out test part
grammatical only problems whose every sentence a grammar accepts
mixing      several datasets as one, their equations written alike
low_overlap a part whose problems have few words or templates in common
recipe      how a curated dataset says how it was made, and is made again: curations, remake
reconcile   equivalent templates merged to one, equations rewritten
seeds       few problems that stand for many
"""

from mwplab.curate.admission import Decision, Gate, Ruling
from mwplab.curate.arithmetic import AsdivA, MathqaConsistent
from mwplab.curate.clean import CleanSplits
from mwplab.curate.deduplicate import Deduplicate, Same
from mwplab.curate.families import Families
from mwplab.curate.first import First
from mwplab.curate.folds import folding, hold_out, holding_out, make_folds
from mwplab.curate.grammatical import Grammatical
from mwplab.curate.low_overlap import LowOverlap, Minimise, Overlaps, Reduced
from mwplab.curate.mixing import Mix
from mwplab.curate.recipe import curations, remake, take_step
from mwplab.curate.reconcile import Reconcile, Reconciled, TemplateClass, reconcile
from mwplab.curate.seeds import Seeds

__all__ = [
    "AsdivA",
    "CleanSplits",
    "Decision",
    "Deduplicate",
    "Families",
    "First",
    "Gate",
    "Grammatical",
    "LowOverlap",
    "MathqaConsistent",
    "Minimise",
    "Mix",
    "Overlaps",
    "Reconcile",
    "Reconciled",
    "Reduced",
    "Ruling",
    "Same",
    "Seeds",
    "TemplateClass",
    "curations",
    "hold_out",
    "make_folds",
    "reconcile",
    "remake",
    "take_step",
]

curations.add("first", First)
curations.add("families", Families)
curations.add("folds", folding)
curations.add("hold-out", holding_out)
curations.add("clean-splits", CleanSplits)
curations.add("grammatical", Grammatical)
curations.add("low-overlap", LowOverlap)
curations.add("deduplicate", Deduplicate)
curations.add("admit", Gate)
curations.add("seeds", Seeds)
curations.add("asdiv-a", AsdivA)
curations.add("mathqa-consistent", MathqaConsistent)
curations.add("mix", Mix)
curations.add("reconcile", Reconcile)
