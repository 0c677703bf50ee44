"""Questions to predictions.

solver     what a solver is                     shelf   every solver by name
baselines/ those that do not read               stored  a solver in a folder
"""

from mwplab.solvers.baselines.oracle import Oracle, gold_templates
from mwplab.solvers.shelf import solvers
from mwplab.solvers.solver import Solver
from mwplab.solvers.stored import load_solver, save_solver, stored_spec

__all__ = ["Oracle", "Solver", "gold_templates", "load_solver", "save_solver", "solvers", "stored_spec"]
