"""The index against counters: what rows and postings hold."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mwplab.text.similarity import Terms, as_sets, encode, index_terms, ngrams

texts = st.lists(st.lists(st.sampled_from("abcd"), max_size=10), min_size=1, max_size=8)
orders = st.integers(1, 5)


def row(terms: Terms, text: int, order: int) -> list[int]:
    at = text * terms.orders + order
    return [int(term) for term in terms.row_terms[terms.row_starts[at] : terms.row_starts[at + 1]]]


def posting(terms: Terms, term: int) -> list[int]:
    return [int(text) for text in terms.postings[terms.posting_starts[term] : terms.posting_starts[term + 1]]]


@given(texts, orders)
def test_common_terms_are_the_clipped_matches(corpus: list[list[str]], highest: int) -> None:
    terms = index_terms(encode(corpus), highest)
    for order in range(highest):
        counts = [Counter(ngrams(text, order + 1)) for text in corpus]
        rows = [set(row(terms, text, order)) for text in range(len(corpus))]
        for one in range(len(corpus)):
            for other in range(one):
                assert len(rows[one] & rows[other]) == (counts[one] & counts[other]).total()


@given(texts, orders)
def test_postings_are_the_rows_turned_round(corpus: list[list[str]], highest: int) -> None:
    terms = index_terms(encode(corpus), highest)
    turned: dict[int, list[int]] = {}
    for text in range(len(corpus)):
        for order in range(highest):
            for term in row(terms, text, order):
                turned.setdefault(term, []).append(text)
    assert turned == {term: posting(terms, term) for term in range(len(terms.posting_starts) - 1)}


@given(texts, orders)
def test_rows_begin_with_the_rarest_and_leave_out_what_nobody_shares(
    corpus: list[list[str]], highest: int
) -> None:
    terms = index_terms(encode(corpus), highest)
    frequency = np.diff(terms.posting_starts)
    assert (frequency >= 2).all()
    for text in range(len(corpus)):
        for order in range(highest):
            found = [frequency[term] for term in row(terms, text, order)]
            assert found == sorted(found)


@given(texts, texts, orders)
def test_queries_are_in_no_posting(asking: list[list[str]], asked: list[list[str]], highest: int) -> None:
    terms = index_terms(encode([*asking, *asked]), highest, queries=len(asking))
    assert (terms.postings >= len(asking)).all()
    for order in range(highest):
        for one, text in enumerate(asking):
            for other, pooled in enumerate(asked, len(asking)):
                both = Counter(ngrams(text, order + 1)) & Counter(ngrams(pooled, order + 1))
                assert len(set(row(terms, one, order)) & set(row(terms, other, order))) == both.total()


@given(texts)
def test_sets_hold_each_token_once(corpus: list[list[str]]) -> None:
    encoded = as_sets(encode(corpus))
    assert encoded.lengths.tolist() == [len(set(text)) for text in corpus]


@given(texts)
def test_groups_share_no_term(corpus: list[list[str]]) -> None:
    assert len(index_terms(encode(corpus, groups=range(len(corpus))), 2).postings) == 0


def test_memory_is_two_small_integers_for_each_shared_term() -> None:
    corpus = [[f"{word % 50}" for word in range(start, start + 40)] for start in range(500)]
    terms = index_terms(encode(corpus), 4)
    assert len(terms.row_terms) == len(terms.postings) == 500 * (40 + 39 + 38 + 37)
    assert terms.row_terms.itemsize == terms.postings.itemsize == 4
