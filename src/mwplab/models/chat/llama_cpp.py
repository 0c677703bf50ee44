"""A GGUF file answered by llama.cpp in this process, through the bindings of xllamacpp: no server needed."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from mwplab.errors import DataError, MissingDependency, SpecError
from mwplab.models.chat.cache import ResponseCache
from mwplab.models.chat.local import LocalModel, fingerprint
from mwplab.models.chat.messages import ChatRequest, Reply
from mwplab.models.chat.prices import PriceTable
from mwplab.models.chat.responses import Fault, read_completion_data

MAGIC = b"GGUF"
"""How such a file begins."""


class LlamaCppModel(LocalModel):
    """A model in a GGUF file; it is loaded when it is first asked something that is not in the cache."""

    def __init__(
        self,
        path: str,
        *,
        context: int = 4096,
        threads: int | None = None,
        concurrency: int = 4,
        cache: ResponseCache | None = None,
        prices: PriceTable | None = None,
        cap: float | None = None,
        offline: bool = False,
    ) -> None:
        self.path = Path(path).expanduser()
        if not self.path.is_file():
            raise DataError(f"there is no file {path!r}; give the path of a model in the GGUF form")
        with self.path.open("rb") as file:
            if file.read(4) != MAGIC:
                raise DataError(f"{path!r} is no model in the GGUF form; it does not begin with 'GGUF'")
        for name, value, least in (("context", context, 128), ("concurrency", concurrency, 1)):
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise SpecError(f"the option {name!r} is {value!r}; give a whole number from {least} on")
        self.label = f"{self.path.name}#{fingerprint([self.path])}"
        super().__init__(
            f"gguf:{self.label}?context={context}", cache=cache, prices=prices, cap=cap, offline=offline
        )
        self.context = context
        self.threads = threads
        self.batch = concurrency
        self._server: Any = None

    def generate(self, requests: Sequence[ChatRequest]) -> list[Reply]:
        """Answer a few requests side by side."""
        self._load()
        with ThreadPoolExecutor(len(requests)) as pool:
            return list(pool.map(self._answer, requests))

    def _answer(self, request: ChatRequest) -> Reply:
        found = read_completion_data(self._server.handle_chat_completions(request.body()), request)
        return Reply(failure=found.reason, refused=True) if isinstance(found, Fault) else found

    def _load(self) -> None:
        if self._server is not None:
            return
        try:
            import xllamacpp
        except ImportError as error:
            raise MissingDependency.of("xllamacpp", extra="gguf", purpose="a model in a GGUF file") from error
        options = xllamacpp.CommonParams()
        options.model.path = str(self.path)
        options.n_parallel = self.batch
        options.n_ctx = self.context * self.batch
        options.verbosity = 0
        if self.threads is not None:
            options.cpuparams.n_threads = options.cpuparams_batch.n_threads = self.threads
        try:
            self._server = xllamacpp.Server(options)
        except Exception as error:  # a broken file raises nearly anything
            raise DataError(f"{str(self.path)!r} cannot be loaded by llama.cpp: {error}") from error

    def __getstate__(self) -> dict[str, object]:
        # What was loaded stays in its process; another one loads for itself.
        return {**self.__dict__, "_server": None}
