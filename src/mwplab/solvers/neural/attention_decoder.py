"""An LSTM that writes expressions symbol by symbol and looks at the words while it does."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, dropout, log_softmax

from mwplab.solvers.neural.batch import Batch, Decoded, ModelConfig, mean_loss
from mwplab.solvers.neural.halves import run_layer
from mwplab.solvers.neural.prefixes import SymbolMasks
from mwplab.solvers.neural.search import States, search


class AttentionDecoder(nn.Module):
    """An LSTM over the symbols written so far, with Luong's general attention over the words.

    Each state is compared with every word through one matrix; the words, weighted by how well they fit, and
    the state together say which symbol comes next. Attention is not fed back, so that training runs over all
    symbols of a target at once.
    """

    def __init__(self, config: ModelConfig, embedding: int) -> None:
        super().__init__()
        self.symbols = config.symbols
        self.layers = config.layers
        self.share = config.dropout
        # One more row than there are symbols: the sign to begin.
        self.embed = nn.Embedding(config.symbols.size + 1, embedding)
        widths = [embedding] + [config.hidden] * (config.layers - 1)
        self.cells = nn.ModuleList(nn.LSTM(width, config.hidden, batch_first=True) for width in widths)
        self.compare = nn.Linear(config.hidden, config.hidden, bias=False)
        self.join = nn.Linear(2 * config.hidden, config.hidden)
        self.choose = nn.Linear(config.hidden, config.symbols.size)

    def forward(
        self, inputs: Tensor, states: States, words: Tensor, mask: Tensor
    ) -> tuple[Tensor, Tensor, States]:
        """Return scores (batch, steps, symbols), attention (batch, steps, time), states behind the last step.

        ``inputs`` (batch, steps) are the symbols before those to be written, ``words`` (batch, time, hidden),
        ``states`` the hidden state and the cell of each layer, (batch, layers, hidden) each.
        """
        hidden, cell = states
        outputs = dropout(self.embed(inputs), self.share, self.training)  # (batch, steps, embedding)
        lasts: list[tuple[Tensor, Tensor]] = []
        for number, layer in enumerate(self.cells):
            if number:
                outputs = dropout(outputs, self.share, self.training)
            begin = hidden[:, number].unsqueeze(0).contiguous(), cell[:, number].unsqueeze(0).contiguous()
            outputs, last = run_layer(layer, outputs, begin)  # (batch, steps, hidden)
            lasts.append(last)
        fit = self.compare(outputs) @ words.transpose(1, 2)  # (batch, steps, time)
        look = fit.float().masked_fill(~mask[:, None], float("-inf")).softmax(2)
        context = look.to(words.dtype) @ words  # (batch, steps, hidden)
        joined = torch.tanh(self.join(torch.cat([context, outputs], 2)))
        scores = self.choose(dropout(joined, self.share, self.training)).float()
        after = tuple(torch.cat([last[part] for last in lasts]).transpose(0, 1) for part in (0, 1))
        return scores, look, after

    def loss(self, batch: Batch, states: States, words: Tensor) -> Tensor:
        """Return the mean loss of a batch, each symbol written after the right ones before it."""
        begin = torch.full_like(batch.targets[:, :1], self.symbols.size)
        inputs = torch.cat([begin, batch.targets[:, :-1]], 1)  # (batch, steps)
        scores, _, _ = self(inputs, states, words, batch.word_mask)
        known = self._known(batch)[:, None]
        losses = cross_entropy(
            scores.masked_fill(~known, float("-inf")).transpose(1, 2), batch.targets, reduction="none"
        )  # (batch, steps)
        return mean_loss(losses, batch)

    def decode(self, batch: Batch, states: States, words: Tensor, beam: int, limit: int) -> Decoded:
        """Return the best expressions."""
        step = AttentionStep(self, (words, batch.word_mask, self._known(batch)), beam)
        return search(step, states, SymbolMasks.of(self.symbols, batch), beam, limit)

    def _known(self, batch: Batch) -> Tensor:
        """Return (batch, symbols) bool, all symbols but the quantities that a text does not have."""
        rest = torch.ones(
            batch.present.shape[0], self.symbols.first_slot, dtype=torch.bool, device=batch.present.device
        )
        return torch.cat([rest, batch.present], 1)


class AttentionStep:
    """One step of the decoder for several expressions of each problem."""

    def __init__(self, decoder: AttentionDecoder, fixed: tuple[Tensor, ...], beam: int) -> None:
        self.decoder = decoder
        self.beam = beam
        # Words, their mask and the known symbols: a row per expression.
        self.fixed = tuple(part.repeat_interleave(beam, 0) for part in fixed) if beam > 1 else fixed

    def __call__(self, previous: Tensor, states: States) -> tuple[Tensor, Tensor, States]:
        """Return log-probabilities (rows, symbols), attention (rows, time) and the states."""
        words, mask, known = self.fixed
        scores, look, after = self.decoder(previous[:, None], states, words, mask)
        return log_softmax(scores[:, 0].masked_fill(~known, float("-inf")), 1), look[:, 0], after

    def keep(self, problems: Tensor) -> None:
        """Go on with some of the problems."""
        rows = (problems[:, None] * self.beam + torch.arange(self.beam, device=problems.device)).view(-1)
        self.fixed = tuple(part[rows] for part in self.fixed)
