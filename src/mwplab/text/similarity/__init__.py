"""How alike two texts are, and which of many is nearest: for measures, curation and duplicate checks.

Bleu          sentence BLEU of token sequences, in the smoothings of NLTK and sacreBLEU
Jaccard       the share of common members of two sets
shingles      the n-grams within sentences, as a set for Jaccard
nearest       for each text of a corpus the most similar other one, exactly
nearest_among for each text the most similar one of another corpus
keeping       finished blocks of searches on disk, so that one that was broken off goes on from there
Rough         how much of a corpus of millions a search looks at; its recall is measured
mean_jaccard  the mean over all pairs of a corpus, exactly
index_terms   n-grams as integers, by text and by n-gram
choose        a subset whose members have little in common, greedily; `improve` swaps members for better ones
"""

from __future__ import annotations

from mwplab.text.similarity.bleu import SMOOTHINGS, Bleu, ngrams
from mwplab.text.similarity.jaccard import Jaccard, shingles
from mwplab.text.similarity.kept import keeping
from mwplab.text.similarity.overlap import Overlap, mean_jaccard
from mwplab.text.similarity.rough import Rough
from mwplab.text.similarity.search import Neighbours, Similarity, nearest, nearest_among
from mwplab.text.similarity.subset import Subset, Weighted, choose, improve, weigh
from mwplab.text.similarity.terms import Encoded, Terms, as_sets, encode, index_terms

__all__ = [
    "SMOOTHINGS",
    "Bleu",
    "Encoded",
    "Jaccard",
    "Neighbours",
    "Overlap",
    "Rough",
    "Similarity",
    "Subset",
    "Terms",
    "Weighted",
    "as_sets",
    "choose",
    "encode",
    "improve",
    "index_terms",
    "keeping",
    "mean_jaccard",
    "nearest",
    "nearest_among",
    "ngrams",
    "shingles",
    "weigh",
]
