"""spaCy as a backend: real pipelines made here, and a stand-in for the second version."""

from __future__ import annotations

import importlib
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from mwplab.errors import MissingDependency
from mwplab.text.analysis import Arc, Layer, analyse, normalise
from mwplab.text.analysis.spacy_pipeline import SpacyPipeline

spacy = import_module("spacy")

TEXT = "Ann  gave him 3 red kites."
TAGS = {"Ann": "RB", "gave": "VBD", "him": "PRP", "3": "CD", "red": "JJ", "kites": "NNS", ".": "."}
HEADS = {"Ann": "gave", "him": "gave", "3": "kites", "red": "kites", "kites": "gave", ".": "gave"}
LABELS = {"Ann": "nsubj", "him": "dative", "3": "nummod", "red": "amod", "kites": "dobj", ".": "punct"}


def teach(document: Any) -> Any:
    """Annotate a document as a trained pipeline would, by looking each word up."""
    places = {token.text: token for token in document}
    for token in document:
        token.tag_ = TAGS.get(token.text, "NN")
        token.pos_ = {"RB": "PROPN", "NNS": "NOUN", "NN": "NOUN", "PRP": "PRON"}.get(token.tag_, "X")
        token.lemma_ = {"gave": "give", "kites": "kite"}.get(token.text, token.text)
        token.dep_ = LABELS.get(token.text, "ROOT" if token.text == "gave" else "dep")
        token.head = places.get(HEADS.get(token.text, token.text), token)
    return document


@pytest.fixture
def pipelines(tmp_path: Path) -> Path:
    """A blank pipeline and one that knows the sentence above, saved as models are."""
    blank = spacy.blank("en")
    blank.to_disk(tmp_path / "blank")
    name = "mwplab_test_teacher"
    spacy.language.Language.component(name, func=teach)
    blank.add_pipe(name)
    blank.meta["version"] = "1.2.3"
    blank.to_disk(tmp_path / "taught")
    return tmp_path


def test_a_blank_pipeline_says_what_it_lacks(pipelines: Path) -> None:
    backend = SpacyPipeline(model=str(pipelines / "blank"))
    assert backend.lacks == set(Layer) - {Layer.STOP_WORDS}
    [found] = backend.analyse([TEXT])
    assert found.stop_words == (False, False, True, False, False, False, False)
    with pytest.raises(MissingDependency, match="gives no tags; choose one that does"):
        _ = found.tags


def test_what_a_pipeline_finds_is_handed_on(pipelines: Path) -> None:
    backend = SpacyPipeline(model=str(pipelines / "taught"))
    assert backend.lacks == set()
    [found, empty] = analyse([TEXT, ""], backend)
    assert found.words == ("Ann", "gave", "him", "3", "red", "kites", ".")
    assert [token.start for token in found.tokens] == [0, 5, 10, 14, 16, 20, 25]
    assert found.tags == tuple(TAGS.values())
    assert found.lemmas == ("ann", "give", "him", "3", "red", "kite", ".")
    assert found.person_names == (True, *[False] * 6)
    assert found.dependencies[0] == Arc(1, "nsubj")
    assert found.dependencies[1] == Arc(1, "ROOT")
    assert found.dependencies[4] == Arc(5, "amod")
    assert [span.of(TEXT) for span in found.noun_phrases] == ["Ann", "him", "3 red kites"]
    assert normalise(found) == ("<name>", "give", "<number>", "red", "kite")
    assert empty.words == ()


GOLD = [
    ("Ann gave him 3 red kites .", "NNP VBD PRP CD JJ NNS .", "2 2 2 6 6 2 2"),
    ("The farmer sold 12 eggs .", "DT NN VBD CD NNS .", "2 3 3 5 3 3"),
    ("How many eggs did she keep ?", "WRB JJ NNS VBD PRP VB .", "2 3 6 6 6 6 6"),
]
"""Sentences with the tag of each word and the number of the word that it hangs on, from 1."""

GOLD_LABELS = [
    "nsubj ROOT dative nummod amod dobj punct",
    "det nsubj ROOT nummod dobj punct",
    "advmod amod dobj aux nsubj ROOT punct",
]


def train(*, nouns: bool) -> Any:
    """Return a small pipeline with a tagger and a parser that were trained until they know `GOLD`."""
    pipeline = spacy.blank("en")
    embedding = {
        "@architectures": "spacy.HashEmbedCNN.v2",
        "width": 16,
        "depth": 1,
        "embed_size": 128,
        "window_size": 1,
        "maxout_pieces": 2,
        "subword_features": False,
        "pretrained_vectors": None,
    }
    tagger = {"@architectures": "spacy.Tagger.v2", "tok2vec": embedding}
    parser = {
        "@architectures": "spacy.TransitionBasedParser.v2",
        "state_type": "parser",
        "extra_state_tokens": False,
        "hidden_width": 16,
        "maxout_pieces": 2,
        "use_upper": True,
        "tok2vec": embedding,
    }
    pipeline.add_pipe("tagger", config={"model": tagger})
    pipeline.add_pipe("parser", config={"model": parser, "min_action_freq": 1})
    examples = [
        import_module("spacy.training").Example.from_dict(
            spacy.tokens.Doc(pipeline.vocab, words=words.split()),
            {
                "tags": tags.split(),
                "heads": [int(head) - 1 for head in heads.split()],
                "deps": labels.split(),
            },
        )
        for (words, tags, heads), labels in zip(GOLD, GOLD_LABELS, strict=True)
    ]
    spacy.util.fix_random_seed(0)
    optimizer = pipeline.initialize(lambda: examples)
    optimizer.learn_rate = 0.02
    for _ in range(40):
        pipeline.update(examples, sgd=optimizer)
    if nouns:
        ruler = pipeline.add_pipe("attribute_ruler")
        for tag, kind in {"NN": "NOUN", "NNS": "NOUN", "NNP": "PROPN", "PRP": "PRON"}.items():
            ruler.add([[{"TAG": tag}]], {"POS": kind})
    return pipeline


def test_a_trained_parser_is_handed_on_as_it_was_taught(tmp_path: Path) -> None:
    train(nouns=True).to_disk(tmp_path / "trained")
    model = f"spacy(model='{tmp_path / 'trained'}')"
    texts = [words for words, _, _ in GOLD]
    found = analyse(texts, model, needs=[Layer.DEPENDENCIES, Layer.NOUN_PHRASES], jobs=2)
    for one, (_, tags, heads), labels in zip(found, GOLD, GOLD_LABELS, strict=True):
        assert one.tags == tuple(tags.split())
        assert [arc.head + 1 for arc in one.dependencies] == [int(head) for head in heads.split()]
        assert [arc.label for arc in one.dependencies] == labels.split()
    phrases = [[span.of(one.text) for span in one.noun_phrases] for one in found]
    assert phrases == [["Ann", "him", "3 red kites"], ["The farmer", "12 eggs"], ["How many eggs", "she"]]
    with pytest.raises(MissingDependency, match="gives no lemmas"):
        analyse(texts, model, needs=[Layer.LEMMAS])


def test_a_parser_that_is_not_told_which_words_are_nouns_claims_no_phrases(tmp_path: Path) -> None:
    train(nouns=False).to_disk(tmp_path / "trained")
    backend = SpacyPipeline(model=str(tmp_path / "trained"))
    assert backend.lacks == {Layer.LEMMAS, Layer.NOUN_PHRASES}


def test_the_name_holds_model_and_version_and_reads_back(pipelines: Path) -> None:
    model = str(pipelines / "taught")
    backend = SpacyPipeline(model=model, version="1.2.3")
    assert backend.name == f"spacy(model='{model}', version='1.2.3')"
    assert analyse(["Ann"], backend.name)[0].backend == backend.name
    with pytest.raises(MissingDependency, match=r"needs version 9.9 of .* but version 1\.2\.3 is installed"):
        SpacyPipeline(model=model, version="9.9")


def test_a_model_under_another_name_is_found_by_its_module(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("mwplab_test_mirror")
    module.load = lambda: spacy.blank("en")  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "mwplab_test_mirror", module)
    assert SpacyPipeline(model="mwplab_test_mirror").name.startswith("spacy(model=mwplab_test_mirror")


def test_a_missing_model_says_how_to_get_it() -> None:
    with pytest.raises(MissingDependency, match="python -m spacy download en_core_web_none"):
        SpacyPipeline(model="en_core_web_none")


def test_missing_spacy_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(MissingDependency, match="pip install spacy"):
        SpacyPipeline()


def test_pronouns_of_the_second_version_get_their_own_lemma(monkeypatch: pytest.MonkeyPatch) -> None:
    def token(place: int, text: str, tag: str, lemma: str) -> SimpleNamespace:
        found = SimpleNamespace(text=text, lower_=text.lower(), tag_=tag, lemma_=lemma, dep_="", ent_type_="")
        found.i, found.idx, found.is_space = place, 3 * place, False
        return found

    class Document(list[SimpleNamespace]):
        text = "He ran"

    class Pipeline:
        def __init__(self) -> None:
            self.meta = {"version": "2.2.5"}

        def __call__(self, text: str) -> Document:
            return Document([token(0, "He", "PRP", "-PRON-"), token(1, "ran", "VBD", "run")])

        def pipe(self, texts: list[str]) -> list[Document]:
            return [self(text) for text in texts]

    old = SimpleNamespace(load=lambda model: Pipeline())
    real = importlib.import_module
    monkeypatch.setattr(
        "mwplab.text.analysis.spacy_pipeline.import_module",
        lambda name: old if name == "spacy" else real(name),
    )
    backend = SpacyPipeline(model="en_core_web_sm")
    [found] = backend.analyse(["He ran"])
    assert found.lemmas == ("he", "run")
    assert backend.lacks == {Layer.DEPENDENCIES, Layer.NOUN_PHRASES}
