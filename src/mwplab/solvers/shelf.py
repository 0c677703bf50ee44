"""Every solver by name."""

from __future__ import annotations

from functools import partial

from mwplab.registry import Registry
from mwplab.solvers.baselines.chance import Chance
from mwplab.solvers.baselines.majority import Majority
from mwplab.solvers.baselines.nearest import Nearest
from mwplab.solvers.baselines.oracle import OracleTemplate
from mwplab.solvers.language_model.kinds import MODELS
from mwplab.solvers.neural.kinds import KINDS
from mwplab.solvers.neural.solver import Neural
from mwplab.solvers.solver import Solver

solvers: Registry[Solver] = Registry("solver", entry_point_group="mwplab.solvers")
solvers.add("majority", Majority)
solvers.add("nearest", Nearest)
solvers.add("random", Chance)
solvers.add("oracle-template", OracleTemplate)
for model, factory in MODELS.items():
    solvers.add(model, factory)
for kind in KINDS:
    solvers.add(kind, partial(Neural, kind))
