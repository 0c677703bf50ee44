"""Every table of the five papers, runnable: the paper's figures and ours side by side.

run        names of papers and tables -> cells     published  the papers' figures, from ``data/figures.toml``
cells      a cell and its status                   kept       verdicts kept where a run takes training
table      the door for a table's computation      asdiv, svamp, mawps, derivations   one module per paper
planning   what is trained at once, in which order  training   what is lacking made, and kept
lots       what is trained at once, what came of it  trial    experiments carried out
arrivals   what comes of lots, taken as it arrives  ablation  tables of our own: what single changes bring
"""

from mwplab.papers import (
    ablation,
    asdiv,
    asdiv_mathqa,
    asdiv_solvers,
    derivations,
    mawps,
    svamp,
    svamp_solvers,
)
from mwplab.papers.cells import Cell, NotRun, Status, Value, compare, status
from mwplab.papers.experiments import Experiment, Outcome, Source
from mwplab.papers.kept import Kept
from mwplab.papers.published import Figure, Kind
from mwplab.papers.run import reproduce, table_names
from mwplab.papers.table import Ours, Table, add, row_cells, tables
from mwplab.papers.training import Training

__all__ = [
    "Cell",
    "Experiment",
    "Figure",
    "Kept",
    "Kind",
    "NotRun",
    "Ours",
    "Outcome",
    "Source",
    "Status",
    "Table",
    "Training",
    "Value",
    "add",
    "compare",
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

add("asdiv.corpora", asdiv.corpora, missing="the paper leaves the cell empty")
add("asdiv.train_test", asdiv.train_test, missing="the paper leaves the cell empty")
add("asdiv.mathqa", asdiv_mathqa.mathqa, missing="needs the formulas of the training part")
add("asdiv.table3", trained=asdiv_solvers.table3, missing="needs the solvers lca++ and unitdep")
add("asdiv.table4", trained=asdiv_solvers.table4, missing="needs the solvers lca++ and unitdep")

add("svamp.table2", svamp.table2, trained=svamp_solvers.table2, missing="needs the neural solvers")
add("svamp.table3", trained=svamp_solvers.table3, missing="needs the neural solvers")
add("svamp.table4", trained=svamp_solvers.table4, missing="needs the neural solvers")
add("svamp.table5", trained=svamp_solvers.table5, missing="needs the neural solvers")
add("svamp.cross", trained=svamp_solvers.cross, missing="needs the neural solvers")
add("svamp.table7", svamp.table7, missing="chosen by the authors; mwp curate --with seeds takes it as given")
add("svamp.table9", svamp.table9, missing="the paper leaves the cell empty")
add("svamp.table10", trained=svamp_solvers.table10, missing="needs the neural solvers")
add("svamp.table11", trained=svamp_solvers.table11, missing="needs the neural solvers")
add("svamp.table12", svamp.table12, trained=svamp_solvers.table12, missing="needs the neural solvers")
add(
    "svamp.with_svamp_training", trained=svamp_solvers.with_svamp_training, missing="needs the neural solvers"
)
add("svamp.table13", trained=svamp_solvers.table13, missing="needs the published problems")
add("svamp.table14", trained=svamp_solvers.table14, missing="needs the published problems")
add("svamp.table15", trained=svamp_solvers.table15, missing="needs the neural solvers")

add("adversarial.table2", trained=svamp_solvers.adversarial_table2, missing="needs the attacks")
add("adversarial.table3", missing="needs the attacks")
add("adversarial.table4", missing="needs people who rate the texts")

tables.add(ablation.GTS, ablation.gts)
tables.add(ablation.AVERAGING, ablation.averaging)
tables.add(ablation.CROSS, ablation.cross)
tables.add(ablation.VARIANTS, ablation.variants)
