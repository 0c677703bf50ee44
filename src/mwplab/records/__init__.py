"""The nouns that flow through the workbench.

problem   Problem and the Question a solver sees      answers   Answer: read, written, compared
dataset   Dataset, Card, Recipe                       outcome   Prediction Verdict Row Score Result Finding
jsonl     JSON Lines, exactly there and back          tables    Parquet, CSV, Hugging Face datasets
"""

from mwplab.records.answers import Answer, Time, Tolerance, parse_answer, parse_answers, same_value, same_values
from mwplab.records.codec import from_json, to_json
from mwplab.records.dataset import Card, Dataset, Recipe
from mwplab.records.jsonl import read_jsonl, write_jsonl
from mwplab.records.outcome import (
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

__all__ = [
    "Alternative",
    "Answer",
    "Card",
    "Dataset",
    "Finding",
    "FindingKind",
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
    "from_json",
    "parse_answer",
    "parse_answers",
    "read_jsonl",
    "same_value",
    "same_values",
    "to_json",
    "write_jsonl",
]
