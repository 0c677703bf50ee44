"""The nouns that flow through the workbench.

problem   Problem and the Question a solver sees      answers   Answer: read, written, compared
dataset   Dataset, Card, Recipe                       outcome   Prediction Verdict Row Score Result Finding
codec     every record as JSON and back               jsonl     JSON Lines, exactly there and back
tables    Parquet and CSV                             hub       Hugging Face datasets
export    a form by its name, a file by its suffix    views     what a notebook shows
templates the template of a problem, in several readings
attention what a solver looked at
taxonomy  problem types                               agreement do the equations give the answers?
"""

from mwplab.records.answers import (
    Answer,
    Time,
    Tolerance,
    parse_answer,
    parse_answers,
    same_value,
    same_values,
)
from mwplab.records.codec import from_json, to_json
from mwplab.records.dataset import Card, Dataset, Recipe
from mwplab.records.export import Form, export, import_file
from mwplab.records.jsonl import read_jsonl, write_jsonl
from mwplab.records.outcome import (
    FAILURE,
    READING,
    UNREACHED,
    Alternative,
    Finding,
    FindingKind,
    Prediction,
    Result,
    Row,
    Score,
    Usage,
    Verdict,
)
from mwplab.records.problem import Problem, Question
from mwplab.records.tables import read_csv, read_parquet, write_csv, write_parquet

__all__ = [
    "FAILURE",
    "READING",
    "UNREACHED",
    "Alternative",
    "Answer",
    "Card",
    "Dataset",
    "Finding",
    "FindingKind",
    "Form",
    "Prediction",
    "Problem",
    "Question",
    "Recipe",
    "Result",
    "Row",
    "Score",
    "Time",
    "Tolerance",
    "Usage",
    "Verdict",
    "export",
    "from_json",
    "import_file",
    "parse_answer",
    "parse_answers",
    "read_csv",
    "read_jsonl",
    "read_parquet",
    "same_value",
    "same_values",
    "to_json",
    "write_csv",
    "write_jsonl",
    "write_parquet",
]
