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
