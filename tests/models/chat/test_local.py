"""Models on this machine: a tiny real one made by the test, and files that are none."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

from mwplab.errors import CapReached, DataError, ModelError
from mwplab.models.chat import ChatRequest, Message, PriceTable, Reply, ResponseCache
from mwplab.models.chat.hugging_face import HuggingFaceModel
from mwplab.models.chat.llama_cpp import LlamaCppModel
from mwplab.models.chat.local import LocalModel
from mwplab.models.chat.prices import Price
from mwplab.runs.evaluate import evaluate

WORDS = [
    *"0123456789",
    "the",
    "answer",
    "is",
    "how",
    "many",
    "say",
    "user",
    "system",
    "a",
    "b",
    "c",
    ".",
    "?",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A causal model with two layers and random weights, as its authors would save it."""
    place = tmp_path_factory.mktemp("tiny")
    words = {word: number for number, word in enumerate(["<pad>", "<eos>", "<unk>", *WORDS])}
    tokenizer = Tokenizer(models.WordLevel(words, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    fast = PreTrainedTokenizerFast(  # type: ignore[no-untyped-call]
        tokenizer_object=tokenizer, pad_token="<pad>", eos_token="<eos>", unk_token="<unk>"
    )
    fast.chat_template = "{% for m in messages %}{{ m['role'] }} {{ m['content'] }} {% endfor %}answer"
    fast.save_pretrained(place)
    torch.manual_seed(4)
    config = LlamaConfig(
        vocab_size=len(words),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        max_position_embeddings=256,
        pad_token_id=0,
        eos_token_id=1,
        bos_token_id=None,
    )
    LlamaForCausalLM(config).save_pretrained(place)  # type: ignore[no-untyped-call]
    return place


def ask(text: str, **options: object) -> ChatRequest:
    fields: dict[str, object] = {"model": "tiny", "messages": (Message("user", text),), "max_tokens": 7}
    return ChatRequest(**(fields | options))  # type: ignore[arg-type]


def make(folder: Path, cache: Path, **options: object) -> HuggingFaceModel:
    return HuggingFaceModel(str(folder), device="cpu", cache=ResponseCache(cache), **options)  # type: ignore[arg-type]


def texts(replies: list[Reply]) -> list[str]:
    return [reply.text for reply in replies]


def test_a_batch_says_what_each_request_alone_would(folder: Path, tmp_path: Path) -> None:
    asked = [ask("how many a ?"), ask("say 7"), ask("how many a b c a b c ?"), ask("0 1 2")]
    together = make(folder, tmp_path / "a").complete_many(asked)
    alone = [make(folder, tmp_path / "b", batch=1).complete_many([one])[0] for one in asked]
    assert texts(together) == texts(alone)
    assert [(one.tokens_in, one.tokens_out) for one in together] == [
        (one.tokens_in, one.tokens_out) for one in alone
    ]
    assert len(set(texts(together))) > 1
    assert all(1 <= one.tokens_out <= 7 and one.finish in ("stop", "length") for one in together)


def test_chance_starts_at_the_seed_of_the_request(folder: Path, tmp_path: Path) -> None:
    drawn = [ask("say", temperature=1.5, seed=seed) for seed in range(5)]
    first = make(folder, tmp_path / "a").complete_many(drawn)
    again = make(folder, tmp_path / "b").complete_many(drawn[::-1])[::-1]
    assert texts(first) == texts(again)
    assert len(set(texts(first))) > 2


def test_replies_end_where_they_are_told_to(folder: Path, tmp_path: Path) -> None:
    (whole,) = make(folder, tmp_path).complete_many([ask("say 7")])
    second = whole.text.split()[1]
    (cut,) = make(folder, tmp_path).complete_many([ask("say 7", stop=(second,))])
    assert cut.text == whole.text[: whole.text.find(second)]
    assert cut.finish == "stop"


def test_a_folder_is_known_by_what_is_in_it_and_replayed_without_loading(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = make(folder, tmp_path / "cache")
    first.complete_many([ask("say 7")])
    other = tmp_path / folder.name
    other.mkdir()
    for path in folder.iterdir():
        (other / path.name).write_bytes(path.read_bytes())
    assert make(other, tmp_path / "cache").label == first.label
    monkeypatch.setattr(HuggingFaceModel, "_load", lambda self: pytest.fail("it was loaded"))
    replayed = make(other, tmp_path / "cache", offline=True)
    assert replayed.complete_many([ask("say 7")])[0].cached
    with pytest.raises(ModelError, match="not in the cache"):
        replayed.complete_many([ask("say 8")])
    (other / "config.json").write_text("{}")
    assert make(other, tmp_path / "cache").label != first.label


def test_a_local_model_is_evaluated_like_any_solver(folder: Path, tmp_path: Path) -> None:
    spec = f"hf(path='{folder}', device=cpu, max_tokens=5, prompt=direct, cache='{tmp_path}')"
    result = evaluate(spec, "starter", limit=6)
    assert len(result.rows) == 6
    assert f"path='{folder.name}#" in result.signature
    assert str(folder) not in result.signature
    assert all(row.prediction.usage and row.prediction.usage.tokens_out for row in result.rows)


class Echo(LocalModel):
    """Repeats what it is told."""

    batch = 4

    def generate(self, requests: Sequence[ChatRequest]) -> list[Reply]:
        return [Reply(text=one.messages[0].content, tokens_in=40, tokens_out=8) for one in requests]


def test_a_cap_holds_for_a_model_on_this_machine_too(tmp_path: Path) -> None:
    prices = PriceTable({"m": Price(1000.0, 10000.0)}, "EUR")  # 0.12 each, at most 0.18
    cache = ResponseCache(tmp_path / "cache")
    asked = [
        ChatRequest(model="m", messages=(Message("user", f"{number:02}"),), max_tokens=16)
        for number in range(40)
    ]
    for cap, kept in ((1.2, 10), (1.2, 10), (2.0, 17)):
        with pytest.raises(CapReached):
            Echo("here", cache=cache, prices=prices, cap=cap).complete_many(asked)
        assert len(cache) == kept
    replies = Echo("here", cache=cache, prices=prices, cap=9).complete_many(asked)
    assert [reply.text for reply in replies] == [one.messages[0].content for one in asked]


BROKEN = [b"", b"GGU", b"PK\x03\x04 not a model"]


@pytest.mark.parametrize("content", BROKEN)
def test_a_file_that_is_no_gguf_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(content)
    with pytest.raises(DataError, match="is no model in the GGUF form"):
        LlamaCppModel(str(path))


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"there is no file '.*none.gguf'"):
        LlamaCppModel(str(tmp_path / "none.gguf"))
    with pytest.raises(DataError, match="there is no model folder"):
        HuggingFaceModel(str(tmp_path / "none"))


def test_a_broken_model_is_named_when_it_is_first_asked(tmp_path: Path) -> None:
    (tmp_path / "model.gguf").write_bytes(b"GGUF" + b"\x00" * 100)
    with pytest.raises(DataError, match="cannot be loaded by llama"):
        LlamaCppModel(str(tmp_path / "model.gguf"), cache=ResponseCache(tmp_path)).complete_many([ask("say")])
    (tmp_path / "config.json").write_text('{"model_type": "llama"}')
    with pytest.raises(DataError, match="no model that writes could be loaded"):
        make(tmp_path, tmp_path / "cache").complete_many([ask("say")])
