"""Every solver by name."""

from __future__ import annotations

from mwplab.registry import Registry
from mwplab.solvers.baselines.chance import Chance
from mwplab.solvers.baselines.majority import Majority
from mwplab.solvers.baselines.nearest import Nearest
from mwplab.solvers.baselines.oracle import OracleTemplate
from mwplab.solvers.solver import Solver

solvers: Registry[Solver] = Registry("solver", entry_point_group="mwplab.solvers")
solvers.add("majority", Majority)
solvers.add("nearest", Nearest)
solvers.add("random", Chance)
solvers.add("oracle-template", OracleTemplate)
