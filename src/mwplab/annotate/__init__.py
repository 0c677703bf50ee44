"""What people decide: derivations for problems that a machine cannot align alone.

sites       where equations take numbers from the text        is_ambiguous
candidates  the ways to align, the likeliest first            rank
queue       settled by machine, or left to people             queue, settle
decisions   one answer of one annotator; what stands of many  Decision, standing
log         answers in a file that is only appended to        Log, read_decisions
session     one annotator at work                             Session
scratch     derivations written by hand                       read_derivation
agreement   raw, kappa and alpha                              agreement
outcome     disputes, adjudication, the dataset that results  resolve, adjudicate, apply
times       seconds by mode                                   times, time_saved
relevance   which numbers are needed                          relevance
"""

from mwplab.annotate.agreement import Agreement, agreement
from mwplab.annotate.candidates import Candidate, Cost, Ranked, rank
from mwplab.annotate.decisions import Action, Decision, Mode, standing
from mwplab.annotate.log import Log, read_decisions
from mwplab.annotate.outcome import Dispute, Over, Resolution, adjudicate, apply, resolve
from mwplab.annotate.queue import Item, Left, Queue, queue, settle
from mwplab.annotate.relevance import relevance, relevance_rows, write_relevance
from mwplab.annotate.sameness import merge_classes, same_derivation
from mwplab.annotate.scratch import as_numbers, read_derivation, read_marks
from mwplab.annotate.session import Session
from mwplab.annotate.sites import Site, is_ambiguous, sites
from mwplab.annotate.times import Times, time_saved, times

__all__ = [
    "Action",
    "Agreement",
    "Candidate",
    "Cost",
    "Decision",
    "Dispute",
    "Item",
    "Left",
    "Log",
    "Mode",
    "Over",
    "Queue",
    "Ranked",
    "Resolution",
    "Session",
    "Site",
    "Times",
    "adjudicate",
    "agreement",
    "apply",
    "as_numbers",
    "is_ambiguous",
    "merge_classes",
    "queue",
    "rank",
    "read_decisions",
    "read_derivation",
    "read_marks",
    "relevance",
    "relevance_rows",
    "resolve",
    "same_derivation",
    "settle",
    "sites",
    "standing",
    "time_saved",
    "times",
    "write_relevance",
]
