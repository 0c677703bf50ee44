"""The language models that can be named: on a server, from a Hugging Face folder, in a GGUF file.

Options that decide the predictions stand in signatures; those that only say how and where the work is done
(`UNSIGNED`: key, concurrency, cache, cap, offline and the like) do not, so that a run is taken up again with
a higher cap, or replayed with the server off, as the same run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from mwplab.errors import UnknownName
from mwplab.models.chat import PriceTable, ResponseCache
from mwplab.solvers.language_model.examples import Rule
from mwplab.solvers.language_model.manner import Manner
from mwplab.solvers.language_model.prompts import load_prompt
from mwplab.solvers.language_model.solver import LanguageModel


def chat(
    *,
    base_url: str,
    model: str,
    prompt: str = "chain-of-thought",
    shots: int = 0,
    examples: str = Rule.RANDOM,
    samples: int = 1,
    temperature: float | None = 0.0,
    max_tokens: int = 0,
    stop: Sequence[str] = (),
    reask: int = 0,
    last_number: bool = False,
    seed: int = 0,
    limit_field: str = "max_tokens",
    key: str = "OPENAI_API_KEY",
    concurrency: int = 16,
    timeout: float = 120.0,
    retries: int = 6,
    pause: float = 0.5,
    cache: str | None = None,
    prices: str | None = None,
    cap: float | None = None,
    offline: bool = False,
) -> LanguageModel:
    """Ask a model on a server that speaks OpenAI's form: vLLM, llama.cpp, Ollama, hosted services."""
    from mwplab.models.chat.client import ChatClient

    asking = Manner(
        model=model,
        prompt=load_prompt(prompt),
        shots=shots,
        examples=_rule(examples),
        samples=samples,
        temperature=temperature,
        max_tokens=max_tokens,
        stop=tuple(stop),
        reask=reask,
        last_number=last_number,
        seed=seed,
        limit_field=limit_field,
    )
    client = ChatClient(
        base_url,
        key=key,
        concurrency=concurrency,
        timeout=timeout,
        retries=retries,
        pause=pause,
        cache=_cache(cache),
        prices=_prices(prices),
        cap=cap,
        offline=offline,
    )
    return LanguageModel(client, asking, signed={"base_url": client.server}, batch=4 * concurrency)


def hf(
    *,
    path: str,
    prompt: str = "chain-of-thought",
    shots: int = 0,
    examples: str = Rule.RANDOM,
    samples: int = 1,
    temperature: float | None = 0.0,
    max_tokens: int = 0,
    stop: Sequence[str] = (),
    reask: int = 0,
    last_number: bool = False,
    seed: int = 0,
    device: str | None = None,
    batch: int = 16,
    cache: str | None = None,
    prices: str | None = None,
    cap: float | None = None,
    offline: bool = False,
) -> LanguageModel:
    """Ask a Hugging Face model on this machine, from a folder or by its name on the hub."""
    from mwplab.models.chat.hugging_face import HuggingFaceModel

    model = HuggingFaceModel(
        path,
        device=device,
        batch=batch,
        cache=_cache(cache),
        prices=_prices(prices),
        cap=cap,
        offline=offline,
    )
    asking = Manner(
        model=model.label,
        prompt=load_prompt(prompt),
        shots=shots,
        examples=_rule(examples),
        samples=samples,
        temperature=temperature,
        max_tokens=max_tokens,
        stop=tuple(stop),
        reask=reask,
        last_number=last_number,
        seed=seed,
    )
    return LanguageModel(model, asking, signed={"path": model.label}, batch=4 * batch)


def gguf(
    *,
    path: str,
    prompt: str = "chain-of-thought",
    shots: int = 0,
    examples: str = Rule.RANDOM,
    samples: int = 1,
    temperature: float | None = 0.0,
    max_tokens: int = 0,
    stop: Sequence[str] = (),
    reask: int = 0,
    last_number: bool = False,
    seed: int = 0,
    context: int = 4096,
    threads: int | None = None,
    concurrency: int = 4,
    cache: str | None = None,
    prices: str | None = None,
    cap: float | None = None,
    offline: bool = False,
) -> LanguageModel:
    """Ask a GGUF file on this machine through llama.cpp, without a server."""
    from mwplab.models.chat.llama_cpp import LlamaCppModel

    model = LlamaCppModel(
        path,
        context=context,
        threads=threads,
        concurrency=concurrency,
        cache=_cache(cache),
        prices=_prices(prices),
        cap=cap,
        offline=offline,
    )
    asking = Manner(
        model=model.label,
        prompt=load_prompt(prompt),
        shots=shots,
        examples=_rule(examples),
        samples=samples,
        temperature=temperature,
        max_tokens=max_tokens,
        stop=tuple(stop),
        reask=reask,
        last_number=last_number,
        seed=seed,
    )
    return LanguageModel(model, asking, signed={"path": model.label}, batch=4 * concurrency)


MODELS: Mapping[str, Callable[..., LanguageModel]] = {"chat": chat, "hf": hf, "gguf": gguf}
"""Name to factory."""


def _rule(name: str) -> Rule:
    if name not in list(Rule):
        raise UnknownName.among("rule for drawing examples", name, Rule)
    return Rule(name)


def _cache(folder: str | None) -> ResponseCache:
    return ResponseCache(None if folder is None else Path(folder).expanduser())


def _prices(path: str | None) -> PriceTable:
    return PriceTable.read(None if path is None else Path(path).expanduser())
