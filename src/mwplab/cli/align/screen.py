"""The screen that annotators work on: one problem, its candidates, one key an answer."""

from __future__ import annotations

import re

from rich.console import Console, RenderableType
from rich.text import Text

from mwplab.annotate import Item, Mode, Session, as_numbers
from mwplab.cli.align.keys import QUIT, Keys
from mwplab.equations import Derivation
from mwplab.errors import MwplabError
from mwplab.records import Problem
from mwplab.reports.terminal import marked_text, table

PAGE = 9
"""Candidates shown at once, one for each digit."""

HELP = """\
1-9  choose this candidate              m  more candidates
e    mark numbers that mean the same    w  write the derivation yourself
u    undo the latest decision           n  add a note
s    skip: it comes again later         q  quit: all decisions are kept
"""

_ASK_TEMPLATE = "template, with A, B, ... for numbers of the text: "
_ASK_ALIGNMENT = "the numbers of A, B, ..., such as q0 q2: "
_ASK_MARKS = "numbers that mean the same, such as q0 q2 (empty: none): "


class Screen:
    """Shows the session's problem and turns keys into its methods."""

    def __init__(self, session: Session, console: Console, keys: Keys) -> None:
        self.session = session
        self.console = console
        self.keys = keys
        self.page = 0
        self.message = "? shows the keys"

    def run(self) -> None:
        """Work until all is decided or the annotator quits."""
        while (item := self.session.current) is not None:
            self.draw(item)
            key = self.keys.key()
            if key == QUIT:
                return
            try:
                self.message = self.press(key, item)
            except MwplabError as error:
                self.message = str(error)

    def press(self, key: str, item: Item) -> str:
        """Do what a key stands for, and return what to tell the annotator."""
        session = self.session
        match key:
            case "?" | "h":
                return HELP
            case "e":
                session.mark(self.keys.line(_ASK_MARKS))
                return ""
            case "n":
                session.remark = self.keys.line("note: ")
                return ""
            case "w":
                return self.write()
            case "m" | " ":
                self.page += 1
                return ""
            case "s":
                session.skip()
                return self.turned(f"{item.problem.id} is left for later")
            case "u":
                taken = session.undo()
                return self.turned(
                    f"{taken.problem.id} is open again" if taken else "there is nothing to undo"
                )
            case _ if key in "123456789" and session.mode is not Mode.CONTROL:
                session.choose(self.first(item) + int(key) - 1)
                return self.turned(f"{item.problem.id}: candidate {key} is saved")
            case _:
                return f"no answer has the key {key!r}; ? shows the keys"

    def write(self) -> str:
        """Ask for a whole derivation."""
        template = self.keys.line(_ASK_TEMPLATE)
        decision = self.session.write(template, self.keys.line(_ASK_ALIGNMENT))
        return self.turned(f"{decision.problem}: your derivation is saved")

    def turned(self, message: str) -> str:
        """Start the next problem on the first page."""
        self.page = 0
        return message

    def first(self, item: Item) -> int:
        """Return the number of the first candidate on the page; behind the last page comes the first."""
        pages = max(1, -(-len(item.derivations) // PAGE))
        return self.page % pages * PAGE

    def draw(self, item: Item) -> None:
        """Show the problem, what is staged, and the candidates."""
        self.console.clear()
        for part in self.parts(item):
            self.console.print(part)

    def parts(self, item: Item) -> list[RenderableType]:
        """Return what is shown, from top to bottom."""
        session, problem = self.session, item.problem
        done, total = session.done, len(session.items)
        head = f"{problem.id}   {done} of {total} decided   {session.mode}   {session.annotator}"
        width = max(20, min(78, self.console.width - 2))
        shown: list[RenderableType] = [
            Text(head, style="bold"),
            Text(marked_text(problem.text, problem.quantities, width)),
            Text(f"\n{problem.filled_equations}\n", style="bold cyan"),
        ]
        if session.mode is Mode.CONTROL:
            shown.append(Text("w  write the derivation"))
        else:
            shown += [_candidates(item, self.first(item)), Text(item.ranked.note, style="dim")]
        if session.marks:
            shown.append(Text(f"equivalent: {_classes(session.marks)}", style="green"))
        if session.remark:
            shown.append(Text(f"note: {session.remark}"))
        return [*shown, Text(self.message, style="yellow")]


def _candidates(item: Item, first: int) -> RenderableType:
    page = item.derivations[first : first + PAGE]
    rows = [
        (number, as_numbers(item.problem, derivation), _places(item, derivation))
        for number, derivation in enumerate(page, 1)
    ]
    title = f"{len(item.derivations)} candidates" + (f", from {first + 1} on" if first else "")
    return table(rows, ["", title, "where"])


def _places(item: Item, derivation: Derivation) -> str:
    """Return where the numbers in question stand, with the words around them, and what is marked."""
    asked = {position for group in item.alike for position in group}
    used = sorted(asked.intersection(derivation.alignment) or derivation.alignment)
    shown = [f"q{position} “{around(item.problem, position)}”" for position in used]
    if derivation.equivalent:
        shown.append(f"equivalent: {_classes(derivation.equivalent)}")
    return "; ".join(shown)


def around(problem: Problem, position: int, words: int = 2) -> str:
    """Return a quantity with the words about it.

    >>> from mwplab.text import quantities
    >>> text = "Ann has 5 old hats. She buys 2 caps."
    >>> around(Problem(id="a/1", body=text, quantities=quantities(text)), 0)
    'Ann has 5 old hats.'
    """
    quantity, text = problem.quantities[position], problem.text
    before = re.search(rf"(?:\S+\s+){{0,{words}}}\S*$", text[: quantity.start])
    behind = re.match(rf"\S*(?:\s+\S+){{0,{words}}}", text[quantity.end :])
    parts = (before[0] if before else "", quantity.surface, behind[0] if behind else "")
    return " ".join("".join(parts).split())


def _classes(classes: tuple[tuple[int, ...], ...]) -> str:
    return ", ".join(" = ".join(f"q{position}" for position in group) for group in classes)
