"""The language models that can be named: on a server, from a Hugging Face folder, in a GGUF file.

Each kind opens a door to its model, with options of its own; how it is asked (`_asking`) and where replies
are kept and paid for (`_keeping`) are options of all. Those that decide the predictions stand in signatures;
those that only say how and where the work is done (`UNSIGNED`: key, concurrency, cache, cap, offline and the
like) do not, so that a run is taken up again with a higher cap, or replayed with the server off, as the same
run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Any

from mwplab.errors import SpecError, UnknownName
from mwplab.models.chat import ChatModel, PriceTable, ResponseCache
from mwplab.solvers.language_model.examples import Rule
from mwplab.solvers.language_model.manner import Manner
from mwplab.solvers.language_model.prompts import load_prompt
from mwplab.solvers.language_model.solver import LanguageModel
from mwplab.spec import Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """A model that can be asked, and what a solver needs to know of it."""

    model: ChatModel
    """Who answers."""

    name: str
    """What requests call the model."""

    signed: Mapping[str, Value]
    """What signatures say of it in place of its options."""

    batch: int
    """How many questions are handed over together."""

    limit_field: str = "max_tokens"
    """What the server calls the length of a reply."""


def _asking(
    door: Door,
    *,
    prompt: str = "chain-of-thought",
    shots: int = 0,
    examples: str = Rule.RANDOM,
    samples: int = 1,
    temperature: float | None = 0.0,
    max_tokens: int = 0,
    stop: str | tuple[str, ...] = (),
    reask: int = 0,
    last_number: bool = False,
    seed: int = 0,
) -> LanguageModel:
    """Return the solver that asks through a door in a manner."""
    if examples not in list(Rule):
        raise UnknownName.among("rule for drawing examples", examples, [rule.value for rule in Rule])
    manner = Manner(
        model=door.name,
        prompt=load_prompt(prompt),
        shots=shots,
        examples=Rule(examples),
        samples=samples,
        temperature=temperature,
        max_tokens=max_tokens,
        stop=(stop,) if isinstance(stop, str) else stop,
        reask=reask,
        last_number=last_number,
        seed=seed,
        limit_field=door.limit_field,
    )
    return LanguageModel(door.model, manner, signed=door.signed, batch=door.batch)


def _keeping(
    *, cache: str | None = None, prices: str | None = None, cap: float | None = None, offline: bool = False
) -> dict[str, Any]:
    """Return where replies are kept and what they may cost, as every model takes it."""
    return {
        "cache": ResponseCache(None if cache is None else Path(cache).expanduser()),
        "prices": PriceTable.read(None if prices is None else Path(prices).expanduser()),
        "cap": cap,
        "offline": offline,
    }


def _kind(open_door: Callable[..., Door]) -> Callable[..., LanguageModel]:
    """Return the factory of a kind of model: its own options, and those of all kinds."""
    asked, kept, own = (_options(part) for part in (_asking, _keeping, open_door))
    known = {**own, **asked, **kept}

    @wraps(open_door)
    def make(**options: Any) -> LanguageModel:
        for name, value in options.items():
            if name != "key":  # it may be the key itself, which no error repeats
                _check_kind(name, value, str(known[name].annotation))

        def those(names: Mapping[str, Parameter]) -> dict[str, Any]:
            return {name: value for name, value in options.items() if name in names}

        return _asking(open_door(**those(own), **_keeping(**those(kept))), **those(asked))

    make.__signature__ = Signature([*known.values()])  # type: ignore[attr-defined]
    return make


def _options(function: Callable[..., object]) -> dict[str, Parameter]:
    found = signature(function).parameters
    return {name: one for name, one in found.items() if one.kind is Parameter.KEYWORD_ONLY}


_KINDS: Mapping[str, tuple[tuple[type, ...], str]] = {
    "str": ((str,), "a text, in quotes"),
    "int": ((int,), "a whole number"),
    "float": ((int, float), "a number"),
    "bool": ((bool,), "True or False"),
    "None": ((type(None),), "None"),
    "tuple[str, ...]": ((tuple,), "a list of texts"),
}
"""What an option may be, by its annotation."""


def _check_kind(name: str, value: object, annotation: str) -> None:
    """Refuse an option of another kind than it is declared with: a word for a number, 1 for True."""
    allowed = [_KINDS[part] for part in annotation.split(" | ")]
    kinds = {kind for some, _ in allowed for kind in some}
    if not isinstance(value, tuple(kinds)) or (isinstance(value, bool) and bool not in kinds):
        raise SpecError(
            f"the option {name!r} is {value!r}; give {' or '.join(words for _, words in allowed)}"
        )


@_kind
def chat(
    *,
    base_url: str,
    model: str,
    limit_field: str = "max_tokens",
    key: str = "OPENAI_API_KEY",
    concurrency: int = 16,
    timeout: float = 120.0,
    retries: int = 6,
    pause: float = 0.5,
    **keeping: Any,
) -> Door:
    """Ask a model on a server that speaks OpenAI's form: vLLM, llama.cpp, Ollama, hosted services."""
    from mwplab.models.chat.client import ChatClient

    client = ChatClient(
        base_url,
        key=key,
        concurrency=concurrency,
        timeout=timeout,
        retries=retries,
        pause=pause,
        **keeping,
    )
    signed = {"base_url": client.server}
    return Door(model=client, name=model, signed=signed, batch=4 * concurrency, limit_field=limit_field)


@_kind
def hf(*, path: str, device: str | None = None, batch: int = 16, **keeping: Any) -> Door:
    """Ask a Hugging Face model on this machine, from a folder or by its name on the hub."""
    from mwplab.models.chat.hugging_face import HuggingFaceModel

    model = HuggingFaceModel(path, device=device, batch=batch, **keeping)
    return Door(model=model, name=model.label, signed={"path": model.label}, batch=4 * batch)


@_kind
def gguf(
    *, path: str, context: int = 4096, threads: int | None = None, concurrency: int = 4, **keeping: Any
) -> Door:
    """Ask a GGUF file on this machine through llama.cpp, without a server."""
    from mwplab.models.chat.llama_cpp import LlamaCppModel

    model = LlamaCppModel(path, context=context, threads=threads, concurrency=concurrency, **keeping)
    return Door(model=model, name=model.label, signed={"path": model.label}, batch=4 * concurrency)


MODELS: Mapping[str, Callable[..., LanguageModel]] = {"chat": chat, "hf": hf, "gguf": gguf}
"""Name to factory."""
