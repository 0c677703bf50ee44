"""Questions to predictions.

solver     what a solver is                     shelf   every solver by name
baselines/ those that do not read               stored  a solver in a folder
neural/    networks that write equations        language_model/   models that one talks to
"""

from mwplab.solvers.baselines.oracle import Oracle, gold_templates
from mwplab.solvers.neural.defaults import default_options
from mwplab.solvers.neural.fitting import fit_together
from mwplab.solvers.neural.solver import Neural
from mwplab.solvers.shelf import solvers
from mwplab.solvers.solver import Asking, Solver
from mwplab.solvers.stored import (
    Lessons,
    fingerprint,
    learnt_by,
    load_solver,
    mark,
    marks,
    save_solver,
    stored_lessons,
    stored_spec,
)

__all__ = [
    "Asking",
    "Lessons",
    "Neural",
    "Oracle",
    "Solver",
    "default_options",
    "fingerprint",
    "fit_together",
    "gold_templates",
    "learnt_by",
    "load_solver",
    "mark",
    "marks",
    "save_solver",
    "solvers",
    "stored_lessons",
    "stored_spec",
]
