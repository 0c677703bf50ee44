"""Texts to vectors: the mean over a text's tokens of what an encoder makes of them, scaled to length one.

The inner product of two vectors is then their cosine: near 1 for texts about the same thing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from mwplab.models.pretrained import Encoder, load_encoder
from mwplab.parallel import progress_bar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Vectors: TypeAlias = "NDArray[np.float32]"
"""One row per text."""


def embed(
    texts: Sequence[str],
    encoder: str | Encoder = "minilm",
    *,
    batch: int = 64,
    device: str | None = None,
    progress: bool | None = None,
) -> Vectors:
    """Return one vector per text, in order, by an encoder that is named or was loaded before.

    >>> two, three, other = embed(["Ada has two figs.", "Ada has three figs.", "A train left at noon."])
    >>> bool(two @ three > 0.9 > 0.5 > two @ other)
    True
    """
    chosen = _kept(encoder, device) if isinstance(encoder, str) else encoder
    import numpy as np
    import torch  # here, so that the line above says which package is missing

    vectors = np.zeros((len(texts), chosen.model.config.hidden_size), dtype=np.float32)
    read = (
        chosen.tokenizer(list(texts), truncation=True, max_length=chosen.max_tokens)["input_ids"]
        if texts
        else []
    )
    # Texts of one length together need the least padding.
    order = sorted(range(len(texts)), key=lambda place: (len(read[place]), place))
    with (
        progress_bar(len(texts), f"embedding with {chosen.label}", shown=progress) as show,
        torch.inference_mode(),
    ):
        for start in range(0, len(order), batch):
            places = order[start : start + batch]
            padded = chosen.tokenizer.pad(
                {"input_ids": [read[place] for place in places]}, return_tensors="pt"
            )
            vectors[places] = _pool(chosen, padded.to(chosen.model.device))
            show(start + len(places))
    return vectors


@lru_cache(maxsize=2)
def _kept(name: str, device: str | None) -> Encoder:
    return load_encoder(name, device=device)


def _pool(encoder: Encoder, padded: Mapping[str, Any]) -> Vectors:
    """Return the mean over each text's own tokens, scaled to length one."""
    states = encoder.model(**padded).last_hidden_state  # (batch, time, width)
    mask = padded["attention_mask"].unsqueeze(-1).to(states.dtype)  # (batch, time, 1)
    means = (states * mask).sum(1) / mask.sum(1).clamp(min=1)  # (batch, width)
    vectors: Vectors = (means / means.norm(dim=1, keepdim=True).clamp(min=1e-12)).cpu().numpy()
    return vectors
