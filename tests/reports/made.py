"""Reports made for tests, hostile texts, and a browser that says what became of a page."""

from __future__ import annotations

import subprocess
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

from mwplab.equations import Template, parse
from mwplab.equations.templates import Derivation
from mwplab.records import Answer, Prediction, Problem, Result, Row, Score, Verdict
from mwplab.reports.report import Difference, Entry, Report
from mwplab.statistics import Comparison, Interval
from mwplab.text import quantities

HOSTILE = (
    "</script><script>document.title = 'owned'</script><img src=x onerror=\"document.title = 'owned'\"> "
    "has 3 & 4 'hats' {{ 7 * 7 }} \\input{secret} $\\frac$ | `rm` *b* [l](javascript:x) <!-- ]]> 🦉"
)

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)


def problem(
    key: str, text: str = "Ann has 5 owls, Bo has 3. How many more has Ann?", **fields: object
) -> Problem:
    given: dict[str, object] = {
        "derivation": Derivation(Template(parse("x = A - B")), (0, 1)),
        "answers": (Answer(Fraction(2), unit="owls"),),
        "type": "Difference",
        "grade": 2,
    }
    given.update(fields)
    return Problem(id=f"made/{key}", question=text, quantities=quantities(text), **given)  # type: ignore[arg-type]


def row(of: Problem, equations: str = "", *, right: bool = True, reason: str = "", raw: str = "") -> Row:
    verdict = Verdict.CORRECT if right else Verdict.WRONG
    return Row(
        problem=of,
        prediction=Prediction(
            problem=of.id,
            answers=(Answer(Fraction(2 if right else 8)),),
            equations=parse(equations) if equations else None,
            samples=(raw,) if raw else (),
        ),
        verdicts={"solution": verdict, "derivation": verdict},
        reasons={"solution": reason} if reason else {},
    )


def score(name: str, value: float, slice: str = "", n: int = 20) -> Score:
    return Score(name=name, value=value, n=n, slice=slice, low=value - 0.1, high=value + 0.1)


def scores(shift: float = 0.0) -> tuple[Score, ...]:
    """Scores by two judges, of the whole and of some parts."""
    parts = ["", "type=Addition", "type=50% of R&D", "grade=1", "grade=2"]
    found = [
        score(f"{judge}-accuracy", 0.4 + shift + 0.05 * place, slice)
        for judge in ("solution", "derivation")
        for place, slice in enumerate(parts)
    ]
    delta = Score(name="solution-accuracy-delta", value=-0.05, n=4, slice="without category=structure")
    return (score("train-overlap-exact", 0.15), *found, delta)


def entry(name: str, rows: tuple[Row, ...], shift: float = 0.0, signature: str = "") -> Entry:
    line = signature or f"data:made@1.0#0a1b|solver:{name}|judge:solution+derivation|seed:0|version:0.1.0"
    adjusted = {("solution-accuracy", "type=Addition"): 0.00002, ("solution-accuracy", "grade=1"): 0.0431}
    return Entry(name=name, result=Result(signature=line, rows=rows, scores=scores(shift)), adjusted=adjusted)


def one_report() -> Report:
    return Report(title="nearest on made@1.0", entries=(entry("nearest", (row(problem("1")),)),))


def two_reports() -> Report:
    rows = tuple(row(problem(key), "x = q0 - q1") for key in "12")
    other = (row(problem("1"), "x = q0 + q1", right=False, reason="8 is given, gold 2"), rows[1])
    contest = Difference(
        first="nearest",
        second="majority",
        judge="solution",
        first_score=score("solution-accuracy", 0.5),
        second_score=score("solution-accuracy", 0.65),
        comparison=Comparison(Interval(-0.15, -0.31, 0.02), 0.0713, "exact McNemar"),
        only_first=1,
        only_second=4,
    )
    part = Difference(
        first="nearest",
        second="majority",
        judge="solution",
        slice="type=50% of R&D",
        first_score=score("solution-accuracy", 0.5),
        second_score=score("solution-accuracy", 0.65),
        comparison=Comparison(Interval(-0.25, -0.31, -0.02), 0.00001, "exact McNemar"),
        only_first=1,
        only_second=4,
        adjusted=0.00002,
    )
    return Report(
        title="nearest, majority on made@1.0",
        entries=(entry("nearest", rows), entry("majority", other, 0.1)),
        differences=(contest, part),
        notes=("Rows that only one of nearest and majority has: 3.",),
    )


def hostile_report() -> Report:
    """A report in which every text that can come from outside is hostile."""
    of = problem("1", f"{HOSTILE} and 2", type=HOSTILE, changes=(HOSTILE,))
    wrong = Row(
        problem=of,
        prediction=Prediction(problem=of.id, answers=(Answer(HOSTILE),), samples=(HOSTILE,)),
        verdicts={HOSTILE: Verdict.WRONG},
        reasons={HOSTILE: HOSTILE},
    )
    found = (score(f"{HOSTILE}-accuracy", 0.5), score(f"{HOSTILE}-accuracy", 0.5, f"{HOSTILE}={HOSTILE}"))
    result = Result(signature=HOSTILE, rows=(wrong,), scores=found)
    return Report(
        title=HOSTILE,
        entries=(Entry(name=HOSTILE, result=result, remarks={0: HOSTILE}),),
        differences=(
            Difference(
                first=HOSTILE,
                second=HOSTILE,
                judge=HOSTILE,
                slice=HOSTILE,
                first_score=found[0],
                second_score=found[0],
                comparison=Comparison(Interval(0, -0.1, 0.1), 1.0, HOSTILE),
                only_first=0,
                only_second=0,
            ),
        ),
        notes=(HOSTILE,),
    )


class Page(HTMLParser):
    """A page as a browser left it: its elements counted, its text without scripts, its articles."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.inside = ""
        self.texts: list[str] = []
        self.articles: list[str] = []
        self.title = ""
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.inside = tag
        if tag == "article":
            self.articles.append("")

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside == "title":
            self.title += data
        if self.inside not in ("script", "style"):
            self.texts.append(data)
            if self.articles:
                self.articles[-1] += data

    @property
    def text(self) -> str:
        return "".join(self.texts)


def open_page(chromium: str, page: str, folder: Path, fragment: str = "", *, width: int = 1200) -> Page:
    """Return what a browser makes of a page, in a window as wide as told."""
    path = folder / "page.html"
    path.write_text(page, encoding="utf-8")
    command = [
        chromium,
        *FLAGS,
        f"--user-data-dir={folder / 'profile'}",
        f"--window-size={width},900",
        "--dump-dom",
    ]
    done = subprocess.run(
        [*command, f"{path.as_uri()}{fragment}"], capture_output=True, text=True, timeout=120, check=True
    )
    return Page(done.stdout)
