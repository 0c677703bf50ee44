"""Neural solvers as `solvers` knows them; torch is imported when one learns or answers."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from mwplab.errors import DataError
from mwplab.records import Prediction, Problem, Question
from mwplab.solvers.baselines.pattern import not_fitted
from mwplab.solvers.neural.fitting import fit_together, need_torch
from mwplab.solvers.neural.settings import make_settings

if TYPE_CHECKING:
    from mwplab.models import Encoder
    from mwplab.solvers.neural.learning import Begun
    from mwplab.solvers.neural.trained import Trained


class Neural:
    """A neural network that writes the equation; options that are not given are as tuned for its kind.

    >>> Neural("seq2seq", hidden=64).settings.hidden
    64
    """

    def __init__(
        self,
        kind: str,
        *,
        hidden: int | None = None,
        layers: int | None = None,
        dropout: float | None = None,
        embedding: int | None = None,
        epochs: int | None = None,
        batch: int | None = None,
        learning_rate: float | None = None,
        schedule: str | None = None,
        warmup: float | None = None,
        weight_decay: float | None = None,
        averaging: float | None = None,
        clip: float | None = None,
        minimum_count: int | None = None,
        word_dropout: float | None = None,
        held_out: float | None = None,
        patience: int | None = None,
        encoder: str | None = None,
        freeze: bool | None = None,
        encoder_learning_rate: float | None = None,
        padded_root: bool | None = None,
        beam: int | None = None,
        alternatives: int | None = None,
        plausible: float | None = None,
        attention: bool | None = None,
        precision: str | None = None,
        device: str | None = None,
        seed: int | None = None,
    ) -> None:
        options = {name: given for name, given in locals().items() if name not in ("self", "kind")}
        self.kind = kind
        self.settings = make_settings(kind, options)
        self.sizes = {name: options[name] for name in ("hidden", "layers", "embedding") if options[name]}
        self.folder: Path | None = None
        self.trained: Trained | None = None
        self._encoder: Encoder | None = None

    @property
    def batch(self) -> int:
        """Return how many questions are best asked at once."""
        return 64

    @property
    def is_trained(self) -> bool:
        """Tell whether it can answer."""
        return self.trained is not None

    @property
    def on_gpu(self) -> bool:
        """Tell whether it learns on a GPU."""
        need_torch(self.kind)
        from mwplab.models.pretrained import choose_device

        return choose_device(self.settings.device or None).startswith("cuda")

    @property
    def encoder_label(self) -> str:
        """Return exactly which pretrained encoder is used; empty where words are learnt from scratch."""
        if self.trained is not None:
            return self.trained.learnt.encoder
        encoder = self._opened_encoder()
        return "" if encoder is None else encoder.label

    def resume_in(self, folder: Path) -> None:
        """Keep training in a folder, so that one that was stopped is taken up there."""
        self.folder = folder

    def forget_progress(self) -> None:
        """Remove what was kept of the training, and nothing else that lies in its folder."""
        if self.folder is not None:
            from mwplab.solvers.neural.resuming import FILE

            (self.folder / FILE).unlink(missing_ok=True)
            with suppress(OSError):  # something of somebody else's is in it, or it was never made
                self.folder.rmdir()

    def fit(self, train: Sequence[Problem], valid: Sequence[Problem] | None = None) -> None:
        """Train; ``valid`` chooses the best epoch, in place of a part of the training problems."""
        fit_together([self], [train], [valid])

    def solve(self, questions: Sequence[Question]) -> list[Prediction]:
        """Return one prediction per question, in order."""
        if self.trained is None:
            raise not_fitted(self.kind)
        return self.trained.solve(questions)

    def save(self, folder: Path) -> None:
        """Write weights, vocabulary and symbols."""
        if self.trained is None:
            raise not_fitted(self.kind)
        self.trained.save(folder)

    def load(self, folder: Path) -> None:
        """Read weights, vocabulary and symbols."""
        need_torch(self.kind)
        from mwplab.solvers.neural.trained import load_trained

        try:
            encoder = self._opened_encoder()
        except DataError as error:
            raise DataError(
                f"the solver in {str(folder)!r} reads with an encoder that is not there any more: {error}; "
                "its spec in solver.json says where"
            ) from error
        self.trained = load_trained(folder, self.kind, self.settings, encoder, self.sizes)
        self.forget()

    def begin(self, train: Sequence[Problem], valid: Sequence[Problem] | None) -> Begun:
        """Return this solver's training, ready to run."""
        need_torch(self.kind)
        from mwplab.solvers.neural.learning import begin

        return begin(
            self.kind, self.settings, train, valid, encoder=self._opened_encoder(), folder=self.folder
        )

    def end(self, begun: Begun) -> None:
        """Take what came of the training."""
        from mwplab.solvers.neural.trained import Trained

        training = begun.training
        learnt = replace(
            begun.learnt,
            history=tuple(training.history),
            chosen=training.best[1] if training.best else len(training.history),
            notes=tuple(filter(None, [training.note])),
            lost=bool(training.lost),
        )
        self.trained = Trained(learnt, training.model, self.settings, self._encoder)

    def forget(self) -> None:
        """Let go of the encoder: its model has it now, and who learns anew begins with a fresh one."""
        self._encoder = None

    def _opened_encoder(self) -> Encoder | None:
        if not self.settings.encoder:
            return None
        need_torch(self.kind)
        from mwplab.solvers.neural.learning import open_encoder

        if self._encoder is None:
            self._encoder = open_encoder(self.settings)
        return self._encoder
