"""Pretrained things, each behind one door; torch and transformers are imported when a door is opened.

pretrained   encoders by short name, by path, or by their name on the Hugging Face hub
sentences    texts to vectors, by an encoder
"""

from __future__ import annotations

from mwplab.models.pretrained import Encoder, load_encoder
from mwplab.models.sentences import embed

__all__ = ["Encoder", "embed", "load_encoder"]
