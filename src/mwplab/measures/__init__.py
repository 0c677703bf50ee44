"""Problems or rows summed up.

measure      what a measure is, and the registry         take       a measure of a dataset, with its signature
overlap      lexical and template overlap, their mean    templates  equation templates, in four readings
diversity    lexicon and syntactic diversity             patterns   problems with one sentence pattern
counts       operators, numbers, words, types, grades    leakage    test problems met in training
consistency  one finding per contradiction               agreement  the share of problems without one
cues         words that a solver attends to, and how often they mislead it
profile      types, grades, operators, numbers and length in one record
"""

from mwplab.measures.agreement import Consistency
from mwplab.measures.consistency import check, check_problem
from mwplab.measures.counts import (
    GradeDistribution,
    Length,
    Numbers,
    Operators,
    TypeDistribution,
    Vocabulary,
)
from mwplab.measures.diversity import LexiconDiversity, SyntacticDiversity
from mwplab.measures.leakage import Leakage
from mwplab.measures.measure import AgainstTraining, Measure, Part, Summary, measures
from mwplab.measures.overlap import LexicalOverlap, Overlap, TemplateOverlap
from mwplab.measures.patterns import SentencePatterns
from mwplab.measures.profile import Profile, profile
from mwplab.measures.take import Measured, take
from mwplab.measures.templates import EquationTemplates

__all__ = [
    "AgainstTraining",
    "Consistency",
    "EquationTemplates",
    "GradeDistribution",
    "Leakage",
    "Length",
    "LexicalOverlap",
    "LexiconDiversity",
    "Measure",
    "Measured",
    "Numbers",
    "Operators",
    "Overlap",
    "Part",
    "Profile",
    "SentencePatterns",
    "Summary",
    "SyntacticDiversity",
    "TemplateOverlap",
    "TypeDistribution",
    "Vocabulary",
    "check",
    "check_problem",
    "measures",
    "profile",
    "take",
]

measures.add("lexical-overlap", LexicalOverlap)
measures.add("template-overlap", TemplateOverlap)
measures.add("overlap", Overlap)
measures.add("lexicon-diversity", LexiconDiversity)
measures.add("syntactic-diversity", SyntacticDiversity)
measures.add("sentence-patterns", SentencePatterns)
measures.add("equation-templates", EquationTemplates)
measures.add("operators", Operators)
measures.add("numbers", Numbers)
measures.add("vocabulary", Vocabulary)
measures.add("length", Length)
measures.add("type-distribution", TypeDistribution)
measures.add("grade-distribution", GradeDistribution)
measures.add("consistency", Consistency)
measures.add("leakage", Leakage)
