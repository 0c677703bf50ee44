"""Problems to variants.

perturbation  what a perturbation is, and the registry    apply     the variants of a whole dataset
question      the question taken away                     words     the words in any order
numbers       other numbers, the answer computed anew     sense     what new numbers must not change
irrelevant    a number more that nobody needs             asides    what comes with it
told          a story taken apart                         renumbering  references led to other places
surfaces      numbers of a size and kind, as they are written
"""

from mwplab.perturb.apply import Perturbed, Skipped, perturb
from mwplab.perturb.irrelevant import IrrelevantInformation
from mwplab.perturb.numbers import ResampledNumbers
from mwplab.perturb.perturbation import Perturbation, perturbations, spec_of
from mwplab.perturb.question import QuestionRemoved
from mwplab.perturb.words import ShuffledWords

__all__ = [
    "IrrelevantInformation",
    "Perturbation",
    "Perturbed",
    "QuestionRemoved",
    "ResampledNumbers",
    "ShuffledWords",
    "Skipped",
    "perturb",
    "perturbations",
    "spec_of",
]

perturbations.add(QuestionRemoved.name, QuestionRemoved)
perturbations.add(IrrelevantInformation.name, IrrelevantInformation)
perturbations.add(ShuffledWords.name, ShuffledWords)
perturbations.add(ResampledNumbers.name, ResampledNumbers)
