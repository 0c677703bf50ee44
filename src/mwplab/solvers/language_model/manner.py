"""How a model is asked: everything about it that decides the predictions."""

from __future__ import annotations

from dataclasses import dataclass

from mwplab.errors import SpecError
from mwplab.solvers.language_model.examples import Rule
from mwplab.solvers.language_model.prompts import Prompt


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How a model is asked."""

    model: str
    """Its name, as requests carry it."""

    prompt: Prompt
    """The template."""

    shots: int = 0
    """How many worked problems are shown first."""

    examples: Rule = Rule.RANDOM
    """How these are drawn from the training problems."""

    samples: int = 1
    """How many replies are drawn and put to the vote."""

    temperature: float | None = 0.0
    """How much chance plays."""

    max_tokens: int = 0
    """How long a reply may be; 0: as long as the prompt says."""

    stop: tuple[str, ...] = ()
    """Texts that end a reply, besides those of the prompt."""

    reask: int = 0
    """How often a model is asked again whose reply cannot be read."""

    last_number: bool = False
    """Whether the last number of a reply counts where nothing says which one is the answer."""

    seed: int = 0
    """Where chance starts."""

    limit_field: str = "max_tokens"
    """What the server calls the length of a reply."""

    def __post_init__(self) -> None:
        for name, least in (("shots", 0), ("samples", 1), ("reask", 0), ("max_tokens", 0)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise SpecError(f"the option {name!r} is {value!r}; give a whole number from {least} on")
        if not all(isinstance(one, str) and one for one in self.stop):
            raise SpecError(f"the option 'stop' is {list(self.stop)!r}; give texts that end a reply")
        if self.temperature is not None and not 0 <= self.temperature < 100:
            raise SpecError(f"the option 'temperature' is {self.temperature!r}; give a number from 0 on")
        if self.samples > 1 and self.temperature == 0:
            raise SpecError(f"{self.samples} samples at temperature 0 are all alike; add temperature=0.7")
