"""What a solver exploits: a battery of probes, each of which asks it something that tells.

bench     what it learns from and is asked       learner   trained once for all probes
settings  what all runs share                    probe     what a probe is, and the registry
changed   question removed, words shuffled, other numbers, Easy and Hard
irrelevant one number more that nobody needs
parts     by quantities, operators, types; categories and variations removed
training  majority template, across corpora, the test corpus added to training
attending what it attends to                     continuing  does a model know the text?
battery   all of it, and one report
"""

from mwplab.runs.probe.attending import AttentionProbe
from mwplab.runs.probe.battery import probe, write_battery
from mwplab.runs.probe.changed import (
    EasyAndHard,
    QuestionRemovedProbe,
    ResampledNumbersProbe,
    ShuffledWordsProbe,
)
from mwplab.runs.probe.continuing import Continuation
from mwplab.runs.probe.irrelevant import IrrelevantInformationProbe
from mwplab.runs.probe.parts import (
    CategoriesRemoved,
    OperatorParts,
    QuantityParts,
    TypeParts,
    VariationsRemoved,
)
from mwplab.runs.probe.probe import Probe, probes
from mwplab.runs.probe.settings import Settings
from mwplab.runs.probe.training import AddedToTraining, CrossCorpus, MajorityTemplate

__all__ = ["Probe", "Settings", "probe", "probes", "write_battery"]

probes.add("question-removed", QuestionRemovedProbe)
probes.add("easy-and-hard", EasyAndHard)
probes.add("shuffled-words", ShuffledWordsProbe)
probes.add("resampled-numbers", ResampledNumbersProbe)
probes.add("add-irrelevant-information", IrrelevantInformationProbe)
probes.add("continuation", Continuation)
probes.add("majority-template", MajorityTemplate)
probes.add("quantities", QuantityParts)
probes.add("operators", OperatorParts)
probes.add("types", TypeParts)
probes.add("categories", CategoriesRemoved)
probes.add("variations", VariationsRemoved)
probes.add("cross-corpus", CrossCorpus)
probes.add("added-to-training", AddedToTraining)
probes.add("attention", AttentionProbe)
