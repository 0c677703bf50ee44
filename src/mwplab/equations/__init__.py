"""Numbers and trees: equations read, written and solved exactly.

nodes      the tree            grammar    the notation for people     notations  those of the datasets
numbers    exact numbers       render     infix; also prefix, latex and a drawn tree
"""

from mwplab.equations.grammar import parse, parse_expression
from mwplab.equations.render import render

__all__ = ["parse", "parse_expression", "render"]
