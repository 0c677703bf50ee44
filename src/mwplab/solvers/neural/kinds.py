"""The kinds of neural solvers, by name; the modules of their models are imported when one is built."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mwplab.solvers.neural.batch import Embedder, Model
    from mwplab.solvers.neural.encoding import GraphMaker


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of model, and what it wants of its data."""

    name: str
    """As solvers are named."""

    module: str
    """Where its model is, in this package."""

    model: str
    """The class of the model; that of its sizes has the same name and ``Config``."""

    numbered: bool
    """Whether each quantity has a word of its own (``number0``), or all one, told apart by their places."""

    contextual: bool = True
    """Whether a pretrained encoder may read words in their context, or gives its table of vectors only."""

    graphs: str = ""
    """The function of the module that makes graphs of words, where the model reads such."""

    def build(self, embedder: Embedder, **sizes: Any) -> Model:
        """Return a model with fresh weights."""
        module = import_module(f"{__package__}.{self.module}")
        config = getattr(module, f"{self.model}Config")(**sizes)
        model: Model = getattr(module, self.model)(config, embedder)
        return model

    def graph_maker(self) -> GraphMaker | None:
        """Return what makes this kind's graphs."""
        if not self.graphs:
            return None
        found: GraphMaker = getattr(import_module(f"{__package__}.{self.module}"), self.graphs)
        return found


KINDS = {
    kind.name: kind
    for kind in (
        Kind("seq2seq", "seq2seq", "Seq2Seq", numbered=True),
        Kind("constrained", "constrained", "Constrained", numbered=True, contextual=False),
        Kind("gts", "gts", "Gts", numbered=False),
        Kind("graph2tree", "graph2tree", "Graph2Tree", numbered=False, graphs="word_graphs"),
    )
}
"""Every kind by its name."""
