"""Made-up worlds for simulation: outcomes whose truth is known, in groups that are alike inside."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def grouped_outcomes(
    rng: np.random.Generator, *, groups: int, share: float, likeness: float, largest: int = 9
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int64]]:
    """Outcomes of groups of 1 to ``largest`` items with a beta-distributed share each, and their groups."""
    strength = (1 - likeness) / likeness
    shares = rng.beta(share * strength, (1 - share) * strength, size=groups)
    numbers = np.repeat(np.arange(groups), rng.integers(1, largest + 1, size=groups))
    return rng.random(len(numbers)) < shares[numbers], numbers
