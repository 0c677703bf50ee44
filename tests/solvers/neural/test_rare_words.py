"""Rare words taken for unknown ones in training: which, how often, and what it teaches."""

from __future__ import annotations

import re
from collections import Counter

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from mwplab.solvers.neural.kinds import KINDS
from mwplab.solvers.neural.rare_words import chances, leave_out
from mwplab.solvers.neural.training import train_many
from mwplab.solvers.neural.words import NUMBER, PADDING, UNKNOWN
from tests.solvers.neural.made import begun

MANY = 4000


@pytest.mark.parametrize("kind", list(KINDS))
def test_the_chance_of_a_word_falls_with_its_count(kind: str) -> None:
    made = begun(kind, word_dropout=3.0)
    language, data = made.learnt.language, made.training.data
    problems = [one for one in data.words.tolist() if one[0] != PADDING]
    counts = Counter(word for words in problems for word in words)
    found = chances(data, 3.0).tolist()
    words = dict(enumerate(language.vocabulary.words, start=UNKNOWN + 1))
    for id, word in words.items():
        quantity = word == NUMBER or re.fullmatch(r"number\d+", word) is not None
        assert found[id] == pytest.approx(0.0 if quantity else 3.0 / (3.0 + counts[id])), word
    assert found[PADDING] == found[UNKNOWN] == 0.0


@given(st.lists(st.integers(0, 9), min_size=1, max_size=12), st.integers(0, 2**32))
def test_a_word_is_left_out_everywhere_in_its_text_or_nowhere(words: list[int], seed: int) -> None:
    torch.manual_seed(seed)
    known = torch.tensor([0.0, 0.0] + [0.5] * 8)
    [found] = leave_out(torch.tensor([words]), known).tolist()
    became = {word: {new for old, new in zip(words, found, strict=True) if old == word} for word in words}
    for word, forms in became.items():
        assert forms in ({word}, {UNKNOWN})
        assert word > UNKNOWN or forms == {word}


def test_a_word_is_left_out_as_often_as_its_chance_says() -> None:
    torch.manual_seed(0)
    texts = torch.tensor([[2, 3, 4, 3]]).expand(MANY, -1)
    found = leave_out(texts, torch.tensor([0.0, 0.0, 0.2, 0.7, 1.0]))
    shares = (found == UNKNOWN).double().mean(0).tolist()
    assert shares == pytest.approx([0.2, 0.7, 1.0, 0.7], abs=0.03)
    both = ((found[:, 0] == UNKNOWN) & (found[:, 1] == UNKNOWN)).double().mean()
    assert float(both) == pytest.approx(0.2 * 0.7, abs=0.03)  # one word's chance is not another's


@pytest.mark.parametrize(("share", "learnt"), [(0.0, False), (5.0, True)])
def test_what_an_unknown_word_means_is_learnt_though_training_has_none(share: float, learnt: bool) -> None:
    made = begun("gts", word_dropout=share, epochs=2, weight_decay=0.0)
    assert not (made.training.data.words[:-1] == UNKNOWN).any()
    table = made.training.model.embedder.by_word
    assert table is not None
    before = table[UNKNOWN].detach().clone()
    train_many([made.training], progress=False)
    assert (table[UNKNOWN] != before).any() == learnt


def test_words_are_left_out_in_training_only_and_the_data_stays() -> None:
    made = begun("gts", word_dropout=50.0, epochs=1)
    before = made.training.data.words.clone()
    read = (
        [one.words.clone() for _, one in made.training.validation.batches] if made.training.validation else []
    )
    train_many([made.training], progress=False)
    assert torch.equal(made.training.data.words, before)
    assert made.training.validation is not None
    assert read
    for old, (_, new) in zip(read, made.training.validation.batches, strict=True):
        assert torch.equal(old, new.words)
