"""The door to any language model: the cache is asked first, then whoever answers."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from mwplab.errors import ModelError, SpecError
from mwplab.models.chat.cache import ResponseCache
from mwplab.models.chat.messages import ChatRequest, Reply
from mwplab.models.chat.prices import Ledger, PriceTable
from mwplab.models.chat.rehearsal import current_rehearsal

Keep = Callable[[ChatRequest, Reply], None]
"""Called with each reply as it comes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What requests will cost, about, before any is sent."""

    requests: int
    """How many different ones there are."""

    cached: int
    """How many of these are in the cache."""

    tokens_in: int
    """Tokens to be read for the others, about."""

    tokens_out: int
    """Tokens to be written for the others at most."""

    cost: float | None
    """What these cost at most; none where the price table does not know a model."""

    currency: str = ""
    """Of the price table."""

    def __str__(self) -> str:
        """Return the estimate in words.

        >>> str(Estimate(requests=50, cached=10, tokens_in=4000, tokens_out=20480, cost=None))
        '50 requests, 10 of them in the cache; about 4,000 tokens in, at most 20,480 out; no price is known'
        """
        price = "no price is known" if self.cost is None else f"at most {self.cost:.4g} {self.currency}"
        return (
            f"{self.requests:,} requests, {self.cached:,} of them in the cache; about {self.tokens_in:,} "
            f"tokens in, at most {self.tokens_out:,} out; {price.rstrip()}"
        )


class ChatModel(ABC):
    """Answers requests, each once: replies are kept on disk and shared between runs."""

    def __init__(
        self,
        server: str,
        *,
        cache: ResponseCache | None = None,
        prices: PriceTable | None = None,
        cap: float | None = None,
        offline: bool = False,
    ) -> None:
        if cap is not None and not 0 <= cap < float("inf"):
            raise SpecError(f"the option 'cap' is {cap!r}; give what a run may cost, such as 0.50")
        self.server = server
        self.cache = ResponseCache() if cache is None else cache
        self.prices = PriceTable() if prices is None else prices
        self.ledger = Ledger(cap, self.prices.currency)
        self.offline = offline
        self._booked: set[bytes] = set()

    @abstractmethod
    def ask(self, requests: Sequence[ChatRequest], keep: Keep) -> None:
        """Have every request answered, or named as failed, and hand each reply over as it comes."""

    def complete_many(self, requests: Sequence[ChatRequest]) -> list[Reply]:
        """Return one reply per request, in order; equal requests are asked once.

        A request that was not answered, whatever was tried, has a reply that says why. Where the whole run
        cannot go on (no server, no key, the cap) an error is raised, and what was answered is kept.
        """
        names = {request: request.canonical(self.server) for request in requests}
        self._check_prices(names)
        replies: dict[ChatRequest, Reply] = {}
        for request, name in names.items():
            found = self.cache.get(name)
            if found is not None:
                replies[request] = self._booked_once(name, request, found)
        missing = [request for request in names if request not in replies]
        if (rehearsed := current_rehearsal()) is not None:
            rehearsed.note(self, names)
            replies |= dict.fromkeys(missing, Reply(failure="this is a rehearsal, in which nothing is sent"))
            return [replies[request] for request in requests]
        if missing and self.offline:
            raise ModelError(
                f"{len(missing)} of {len(names)} requests are not in the cache {str(self.cache.folder)!r}, "
                "and the model is offline; leave offline out to ask them"
            )

        def keep(request: ChatRequest, reply: Reply) -> None:
            if not reply.failure:
                reply = self.cache.put(names[request], reply)
                self._booked.add(_key(names[request]))
            replies[request] = self._priced(request, reply)

        if missing:
            self.cache.make_ready()
            self.ask(missing, keep)
        return [replies[request] for request in requests]

    def estimate(self, requests: Sequence[ChatRequest]) -> Estimate:
        """Return what requests will cost, about; nothing is sent."""
        unique = set(requests)
        new = [one for one in unique if self.cache.get(one.canonical(self.server)) is None]
        priced = [(one, self.prices.price(one.model)) for one in new]
        costs = [
            None if price is None else price.of(one.about_tokens_in, one.max_tokens) for one, price in priced
        ]
        return Estimate(
            requests=len(unique),
            cached=len(unique) - len(new),
            tokens_in=sum(one.about_tokens_in for one in new),
            tokens_out=sum(one.max_tokens for one in new),
            cost=None if None in costs else sum(one for one in costs if one is not None),
            currency=self.prices.currency,
        )

    def worst_cost(self, request: ChatRequest) -> float:
        """Return what a request can cost at most."""
        price = self.prices.price(request.model)
        return 0.0 if price is None else price.of(request.most_tokens_in, request.max_tokens)

    def cost(self, request: ChatRequest, reply: Reply) -> float:
        """Return what a reply cost."""
        price = self.prices.price(request.model)
        return 0.0 if price is None else price.of(reply.tokens_in, reply.tokens_out)

    def _priced(self, request: ChatRequest, reply: Reply) -> Reply:
        cost = self.cost(request, reply)
        return replace(reply, cost=cost) if cost else reply

    def _booked_once(self, name: str, request: ChatRequest, reply: Reply) -> Reply:
        """Return a reply from the cache with its cost, which counts towards the cap the first time."""
        priced = self._priced(request, reply)
        if _key(name) not in self._booked:
            self._booked.add(_key(name))
            self.ledger.spent += priced.cost
        return priced

    def _check_prices(self, requests: Iterable[ChatRequest]) -> None:
        if self.ledger.cap is None:
            return
        for request in requests:
            if self.prices.price(request.model) is None:
                raise ModelError(
                    f"a cap needs prices, and there is none for {request.model!r}; give its price in a file "
                    "as docs/models.md shows, or leave the cap out"
                )


def _key(canonical: str) -> bytes:
    return hashlib.sha256(canonical.encode()).digest()
