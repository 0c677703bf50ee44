"""A Hugging Face model that writes, on this machine: its chat template, batches, greedy or by chance."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mwplab.errors import DataError, MissingDependency
from mwplab.models.chat.cache import ResponseCache
from mwplab.models.chat.local import LocalModel, cut_at, fingerprint
from mwplab.models.chat.messages import ChatRequest, Reply
from mwplab.models.chat.prices import PriceTable
from mwplab.models.pretrained import choose_device

WEIGHTS = (".safetensors", ".json", ".model", ".txt", ".jinja")
"""Endings of the files that a model's fingerprint is made of."""


class HuggingFaceModel(LocalModel):
    """A causal model with its tokenizer; it is loaded when it is first asked something not in the cache.

    Weights are read from safetensors alone, and code that comes with a model is never run. A folder is known
    by a fingerprint of its files, a name on the hub by its revision where one is given: ``owner/name@1a2b``.
    """

    def __init__(
        self,
        path: str,
        *,
        device: str | None = None,
        batch: int = 16,
        cache: ResponseCache | None = None,
        prices: PriceTable | None = None,
        cap: float | None = None,
        offline: bool = False,
    ) -> None:
        folder = Path(path).expanduser()
        self.source = path
        self.options: dict[str, Any] = {"trust_remote_code": False}
        if folder.is_dir() or path.startswith((".", "/", "~")):
            if not (folder / "config.json").is_file():
                raise DataError(f"there is no model folder {path}; give one with config.json and its weights")
            self.source = str(folder)
            files = [one for one in folder.iterdir() if one.suffix in WEIGHTS]
            self.label = f"{folder.resolve().name}#{fingerprint(files)}"
            self.options |= {"local_files_only": True}
        else:
            self.source, _, revision = path.partition("@")
            self.label = path
            self.options |= {"revision": revision or "main"}
        super().__init__(f"hf:{self.label}", cache=cache, prices=prices, cap=cap, offline=offline)
        self.device = device
        self.batch = batch
        self._loaded: tuple[Any, Any] | None = None

    def generate(self, requests: Sequence[ChatRequest]) -> list[Reply]:
        """Answer a batch: greedy requests together, those with chance one by one, each from its own seed."""
        alike = len({(one.max_tokens, one.temperature) for one in requests}) == 1
        if alike and requests[0].temperature == 0:
            return self._generate(requests)
        return [reply for request in requests for reply in self._generate([request])]

    def _generate(self, requests: Sequence[ChatRequest]) -> list[Reply]:
        import torch

        tokenizer, model = self._load()
        texts = [self._written(tokenizer, request) for request in requests]
        inputs = tokenizer(texts, return_tensors="pt", padding=True, add_special_tokens=False)
        inputs = inputs.to(model.device)
        chance = requests[0].temperature
        options: dict[str, Any] = {"do_sample": False}
        if chance:
            options = {"do_sample": True, "temperature": chance, "top_k": 0, "top_p": 1.0}
        with torch.random.fork_rng(devices=[model.device] if model.device.type == "cuda" else []):
            torch.manual_seed(requests[0].seed or 0)
            with torch.inference_mode():
                written = model.generate(
                    input_ids=inputs["input_ids"],
                    attention_mask=inputs["attention_mask"],
                    max_new_tokens=requests[0].max_tokens,
                    pad_token_id=tokenizer.pad_token_id,
                    **options,
                )
        width = inputs["input_ids"].shape[1]
        lengths = inputs["attention_mask"].sum(dim=1).tolist()
        return [
            self._reply(tokenizer, row[width:].tolist(), length, request)
            for row, length, request in zip(written, lengths, requests, strict=True)
        ]

    def _reply(self, tokenizer: Any, tokens: list[int], length: int, request: ChatRequest) -> Reply:
        ends = {tokenizer.eos_token_id, tokenizer.pad_token_id}
        end = next((place for place, token in enumerate(tokens) if token in ends), None)
        kept = tokens if end is None else tokens[:end]
        text, stopped = cut_at(tokenizer.decode(kept, skip_special_tokens=True), request.stop)
        finish = "stop" if stopped or end is not None else "length"
        return Reply(text=text, finish=finish, tokens_in=int(length), tokens_out=len(kept))

    def _written(self, tokenizer: Any, request: ChatRequest) -> str:
        turns = request.body()["messages"]
        if tokenizer.chat_template:
            return str(tokenizer.apply_chat_template(turns, tokenize=False, add_generation_prompt=True))
        return "\n\n".join([*(one.content for one in request.messages), ""])

    def _load(self) -> tuple[Any, Any]:
        if self._loaded is None:
            place = choose_device(self.device)
            try:
                import transformers
            except ImportError as error:
                raise MissingDependency.of(
                    "transformers", extra="neural", purpose="a model from Hugging Face"
                ) from error
            try:
                tokenizer = transformers.AutoTokenizer.from_pretrained(
                    self.source, padding_side="left", **self.options
                )
                model: Any = transformers.AutoModelForCausalLM.from_pretrained(
                    self.source, use_safetensors=True, dtype="auto", **self.options
                )
            except Exception as error:  # a broken file raises nearly anything
                reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
                where = f"no model that writes could be loaded from {self.source}"
                raise DataError(f"{where} ({reason})") from error
            if tokenizer.pad_token_id is None:
                tokenizer.pad_token = tokenizer.eos_token
            self._loaded = tokenizer, model.eval().to(place)
        return self._loaded

    def __getstate__(self) -> dict[str, object]:
        # What was loaded stays in its process; another one loads for itself.
        return {**self.__dict__, "_loaded": None}
