"""What tokens cost, from a table that people edit, and the cap on what a run may cost.

currency = "USD"

[models."large-model-1"]
input = 2.50     # for a million tokens read
output = 10.00   # for a million tokens written
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_config_path

from mwplab.errors import CapReached, DataError
from mwplab.records.files import reading

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """What a million tokens of one model cost."""

    input: float
    """Those read."""

    output: float
    """Those written."""

    def of(self, tokens_in: int, tokens_out: int) -> float:
        """Return the cost of so many tokens.

        >>> Price(2.5, 10).of(1000, 500)
        0.0075
        """
        return (tokens_in * self.input + tokens_out * self.output) / MILLION


@dataclass(frozen=True, slots=True)
class PriceTable:
    """The prices of models by name."""

    prices: Mapping[str, Price] = field(default_factory=dict, hash=False)
    """Model name to price; a model that is not there costs nothing that is known."""

    currency: str = ""
    """What the numbers are, ``USD``."""

    @classmethod
    def read(cls, path: Path | None = None) -> PriceTable:
        """Return the table in a file, by default the user's own, which may be missing."""
        place = user_config_path("mwplab") / "prices.toml" if path is None else path
        if path is None and not place.exists():
            return cls()
        with reading(place):
            text = place.read_text(encoding="utf-8")
        try:
            data = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise DataError(f"{str(place)!r} is no TOML: {error}") from error
        models, currency = data.get("models", {}), data.get("currency", "")
        if not isinstance(models, dict) or not isinstance(currency, str):
            raise DataError(f"{str(place)!r} should have a currency and a table [models.NAME] for each model")
        return cls({name: _price(name, entry, place) for name, entry in models.items()}, currency)

    def price(self, model: str) -> Price | None:
        """Return what a model costs, where the table knows."""
        return self.prices.get(model)


def _price(name: str, entry: object, place: Path) -> Price:
    values = [entry.get(side) for side in ("input", "output")] if isinstance(entry, dict) else []
    known = [float(one) for one in values if isinstance(one, int | float) and not isinstance(one, bool)]
    if len(known) != 2 or not all(0 <= one < float("inf") for one in known):
        raise DataError(
            f"{str(place)!r}: the price of {name!r} needs input and output, each a number from 0 on, "
            "for a million tokens"
        )
    return Price(*known)


class Ledger:
    """What a run has cost, what is under way, and how much it may be.

    A request is sent if even its worst case fits under the cap, or if nothing else is under way and the cap
    is not yet reached: so the cap is passed by one request at most, and every request that fits is made.
    """

    def __init__(self, cap: float | None = None, currency: str = "") -> None:
        self.cap = cap
        self.currency = currency
        self.spent = 0.0
        self.reserved = 0.0
        self.running = 0

    def try_reserve(self, worst: float) -> bool:
        """Set aside what a request may cost; false where it has to wait for others to end.

        >>> ledger = Ledger(cap=1.0)
        >>> ledger.try_reserve(0.7), ledger.try_reserve(0.7)
        (True, False)
        >>> ledger.settle(0.7, 0.2)
        >>> ledger.try_reserve(0.7)
        True
        """
        if self.cap is not None:
            fits = self.spent + self.reserved + worst <= self.cap
            if not fits and self.running:
                return False
            # Sums of prices are a little off, which must not buy another request.
            if not fits and self.spent * (1 + 1e-9) >= self.cap:
                raise CapReached(
                    f"the cap of {self.cap:g} {self.currency}".rstrip()
                    + f" is reached: {self.spent:.6g} is spent; what was answered is kept, "
                    "and the same run with a higher cap goes on from there"
                )
        self.reserved += worst
        self.running += 1
        return True

    def settle(self, worst: float, cost: float) -> None:
        """Book what a request did cost in place of what it might."""
        self.running -= 1
        self.reserved = self.reserved - worst if self.running else 0.0
        self.spent += cost
