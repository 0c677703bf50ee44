"""A tiny real encoder, made on the spot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789.,?!"
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *LETTERS, *(f"##{letter}" for letter in LETTERS)]


def tiny_bert(place: Path, positions: int = 512) -> Path:
    """Save a BERT with random weights, which reads letter by letter, as transformers saves one."""
    import torch
    from transformers import BertConfig, BertModel, BertTokenizer

    vocabulary = place / "vocab.txt"
    vocabulary.write_text("\n".join(WORDS), encoding="utf-8")
    torch.manual_seed(3)
    sizes: dict[str, Any] = {
        "hidden_size": 16,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 24,
    }
    config = BertConfig(vocab_size=len(WORDS), max_position_embeddings=positions, **sizes)
    BertModel(config).save_pretrained(place)  # type: ignore[no-untyped-call]
    BertTokenizer(str(vocabulary)).save_pretrained(place)
    return place
