"""A file of predictions judged: rows and scores as of a run here, and what was left over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from mwplab.errors import DataError, RecordError
from mwplab.judge import Judge, judge_row
from mwplab.parallel import map_many
from mwplab.records import Dataset, Prediction, Problem, Result, Row, Score, Verdict
from mwplab.runs.breakdown import clusters
from mwplab.runs.folder import RunFolder
from mwplab.runs.plan import JUDGES, loaded, make_judges
from mwplab.runs.predictions.files import digest
from mwplab.runs.predictions.forms import PredictionForm, read_predictions
from mwplab.runs.predictions.gold import Gold
from mwplab.runs.predictions.said import Said
from mwplab.runs.predictions.theirs import Claims, compare_claims
from mwplab.runs.predictions.voting import vote_on
from mwplab.runs.reread import load_result
from mwplab.runs.signature import Signature, data_line, part_line
from mwplab.runs.summary import summarise
from mwplab.statistics import mean_interval, pass_at_k
from mwplab.version import __version__


@dataclass(frozen=True, slots=True)
class Unmatched:
    """A line that is about none of the problems."""

    place: str
    """Where it stands in the file."""

    reason: str
    """Why no problem was found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What came of judging a file."""

    result: Result
    """A row for each problem, and the scores."""

    lines: int
    """How many lines the file has."""

    unmatched: tuple[Unmatched, ...]
    """Lines that are about none of the problems."""

    missing: tuple[str, ...]
    """Ids of the problems that the file says nothing about; they count as not answered."""

    theirs: tuple[Claims, ...] = ()
    """What the harness says of its answers, by metric, beside the first judge."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A row, and how its samples fared."""

    row: Row
    """The prediction that most samples agree with, judged."""

    samples: int
    """How many samples there were."""

    correct: Mapping[str, int]
    """By judge the number of samples that it calls correct."""


def judge_predictions(
    path: Path,
    gold: str | Dataset,
    *,
    form: PredictionForm | None = None,
    judges: Sequence[str] = JUDGES,
    folder: Path | None = None,
    limit: int | None = None,
    jobs: int = 1,
    progress: bool | None = None,
) -> Judged:
    """Return rows and scores of the predictions in a file, judged by a gold dataset.

    Several samples of a problem, on one line or on several, are put to the vote; besides, ``pass@k`` says how
    often one of k samples is right. With a ``folder`` the run is kept as `evaluate` keeps one.
    """
    whole = loaded(gold)
    test = whole if limit is None else whole.derive(whole.problems[:limit], f"first({limit})")
    made = make_judges(judges)
    said, unmatched, count = _assigned(path, form, whole)
    signature = Signature(
        data=data_line(test),
        split=part_line(test),
        solver=f"{path.name.replace('|', '-')}#{digest(path)}",
        judges=tuple(made),
        seed=0,
        version=__version__,
    )
    work = [(problem, said.get(problem.id, [])) for problem in test]
    tried = map_many(partial(_try, made), work, jobs=jobs, description="judging", progress=progress)
    rows = tuple(one.row for one in tried)
    scores = (*summarise(rows, signature), *pass_scores(tried, signature))
    result = Result(signature=str(signature), rows=rows, scores=scores)
    if folder is not None:
        _keep(folder, signature, test, result)
    missing = tuple(problem.id for problem, lines in work if not lines)
    theirs = compare_claims(said, rows, signature.judges[0])
    return Judged(result=result, lines=count, unmatched=tuple(unmatched), missing=missing, theirs=theirs)


def read_result(path: Path, gold: str | None = None) -> Result:
    """Return the result in the folder of a run, or the rows of what a file of predictions answers."""
    if not path.is_file():
        return load_result(path)
    if gold is None:
        raise DataError(f"{str(path)!r} is a file of predictions; say with --gold which dataset it is about")
    judged = judge_predictions(path, gold)
    silent = set(judged.missing)
    rows = tuple(row for row in judged.result.rows if row.problem.id not in silent)
    return replace(judged.result, rows=rows)


def _assigned(
    path: Path, form: PredictionForm | None, dataset: Dataset
) -> tuple[dict[str, list[Said]], list[Unmatched], int]:
    """Return what is said of each problem, the lines that are about none, and the number of lines."""
    gold = Gold(dataset)
    said: dict[str, list[Said]] = {}
    unmatched: list[Unmatched] = []
    count = 0
    for line in read_predictions(path, form):
        count += 1
        found = gold.find(line)
        if isinstance(found, str):
            unmatched.append(Unmatched(line.place, found))
        else:
            said.setdefault(found.id, []).append(line)
    if not count:
        raise DataError(f"{path.name} holds no predictions")
    if not said:
        raise RecordError(
            f"none of the {count} predictions in {path.name} is about a problem of {dataset.full_name}: "
            f"{unmatched[0].place}: {unmatched[0].reason}"
        )
    return said, unmatched, count


def _try(judges: Mapping[str, Judge], work: tuple[Problem, list[Said]]) -> Tried:
    problem, lines = work
    samples = [one for line in lines for one in line.predictions(problem)]
    row = judge_row(problem, vote_on(problem, samples or [Prediction(problem=problem.id)]), judges)
    if len(samples) < 2:
        correct = {judge: int(verdict is Verdict.CORRECT) for judge, verdict in row.verdicts.items()}
        return Tried(row, len(samples), correct)
    verdicts = [judge_row(problem, sample, judges).verdicts for sample in samples]
    return Tried(
        row, len(samples), {judge: sum(one[judge] is Verdict.CORRECT for one in verdicts) for judge in judges}
    )


def pass_scores(tried: Sequence[Tried], signature: Signature) -> list[Score]:
    """Return for each judge how often one of k samples is right, for k = 1, 2, 4, ... as far as all reach."""
    fewest = min((one.samples for one in tried if one.samples), default=0)
    if fewest < 2 or max(one.samples for one in tried) < 2:
        return []
    scores = []
    for judge in signature.judges:
        known = [one for one in tried if one.row.verdicts[judge] is not Verdict.UNJUDGED]
        for k in sorted({2**power for power in range(fewest.bit_length())} | {fewest}):
            shares = [pass_at_k(one.samples, one.correct[judge], k) if one.samples else 0.0 for one in known]
            if len(shares) > 1:
                interval = mean_interval(shares, clusters([one.row for one in known]))
                low, high = max(0.0, interval.low), min(1.0, interval.high)
                name, line = f"{judge}-pass@{k}", signature.of(judge)
                value = interval.value
                scores.append(
                    Score(name=name, value=value, n=len(shares), low=low, high=high, signature=line)
                )
    return scores


def _keep(folder: Path, signature: Signature, dataset: Dataset, result: Result) -> None:
    place = RunFolder(folder)
    place.begin(signature, dataset)
    if place.rows(dataset):
        place.replace_rows(result.rows)
    else:
        place.append(result.rows)
    place.finish(result)
