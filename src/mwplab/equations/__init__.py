"""Numbers and trees: equations read, written and solved exactly.

nodes      the tree                  grammar    the notation for people      notations  those of the datasets
numbers    exact numbers             render     infix; also prefix, latex and a drawn tree
evaluate   the value of a tree       solve      the unknowns of a system
templates  template and derivation   matching   numbers referred to the quantities of a text
"""

from mwplab.equations.canonical import canonical
from mwplab.equations.evaluate import Value, approximate, evaluate
from mwplab.equations.grammar import parse, parse_expression
from mwplab.equations.latex import write_latex
from mwplab.equations.matching import Matched, match_numbers
from mwplab.equations.nodes import EquationSystem, Expr
from mwplab.equations.numbers import read_number, snap, write_number
from mwplab.equations.prefix import read_prefix, write_prefix
from mwplab.equations.render import render
from mwplab.equations.solve import Solution, answers, solve
from mwplab.equations.templates import Derivation, Template, count_operators, induce, unknowns

__all__ = [
    "Derivation",
    "EquationSystem",
    "Expr",
    "Matched",
    "Solution",
    "Template",
    "Value",
    "answers",
    "approximate",
    "canonical",
    "count_operators",
    "evaluate",
    "induce",
    "match_numbers",
    "parse",
    "parse_expression",
    "read_number",
    "read_prefix",
    "render",
    "snap",
    "solve",
    "unknowns",
    "write_latex",
    "write_number",
    "write_prefix",
]
