"""Every table of the five papers, runnable: the paper's figures and ours side by side.

run        names of papers and tables -> cells     published  the papers' figures, from ``data/figures.toml``
cells      a cell and its status                   recorded   results kept where a run takes training
table      the door for a table's computation      svamp, mawps, derivations   one module per paper
"""

from mwplab.papers import derivations, mawps, svamp
from mwplab.papers.cells import Cell, NotRun, Status, Value, compare, status
from mwplab.papers.published import Figure, Kind
from mwplab.papers.recorded import record
from mwplab.papers.run import reproduce, table_names
from mwplab.papers.table import Ours, Table, add, row_cells, tables

__all__ = [
    "Cell",
    "Figure",
    "Kind",
    "NotRun",
    "Ours",
    "Status",
    "Table",
    "Value",
    "add",
    "compare",
    "record",
    "reproduce",
    "row_cells",
    "status",
    "table_names",
    "tables",
]

add("mawps.table1", mawps.table1, missing="comes with the reduction of overlap")
add("mawps.table2", missing="needs the solvers alges and kazb")

add("derivations.table2", derivations.table2, missing="comes with the equivalence of derivations")
add("derivations.table3", missing="needs the perceptron solver")
add("derivations.table4", missing="needs the perceptron solver")
add("derivations.table5", missing="needs the perceptron solver and kazb")

add("asdiv.corpora", missing="comes with the measures of diversity")
add("asdiv.train_test", missing="comes with the measures of diversity")
add("asdiv.mathqa", missing="comes with the check of MathQA's annotations")
add("asdiv.table3", missing="needs the solvers lca++, unitdep and gts")
add("asdiv.table4", missing="needs the solvers lca++, unitdep and gts")

add("svamp.table2", svamp.table2, missing="needs the neural solvers")
add("svamp.table3", missing="needs the neural solvers")
add("svamp.table4", missing="needs the neural solvers")
add("svamp.table5", missing="needs the constrained solver")
add("svamp.cross", missing="needs the neural solvers")
add("svamp.table7", svamp.table7, missing="comes with the choice of seeds")
add("svamp.table9", svamp.table9, missing="comes with the measures of diversity")
add("svamp.table10", missing="needs the neural solvers")
add("svamp.table11", missing="needs the neural solvers")
add("svamp.table12", svamp.table12, missing="needs the constrained solver")
add("svamp.with_svamp_training", missing="needs the neural solvers")
add("svamp.table13", missing="needs the neural solvers")
add("svamp.table14", missing="needs the neural solvers")
add("svamp.table15", missing="needs the neural solvers")

add("adversarial.table2", missing="needs the neural solvers and the attacks")
add("adversarial.table3", missing="needs the neural solvers and the attacks")
add("adversarial.table4", missing="needs people who rate the texts")
