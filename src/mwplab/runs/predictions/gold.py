"""Which problem a line is about: by its id, by its key, or by its text."""

from __future__ import annotations

import re
from collections import Counter

from mwplab.records import Dataset, Problem
from mwplab.runs.predictions.said import Said

TAIL = 32
"""Letters at the end of a problem's text by which it is found within a prompt."""

PROMPT = 20_000
"""Letters at the end of a prompt that are looked at."""


class Gold:
    """The problems of a dataset, found by what a line says of them.

    >>> problems = (Problem(id="a/7", body="Ann has 2 hats.", question="How many?"),)
    >>> gold = Gold(Dataset(name="a", problems=problems))
    >>> gold.find(Said(place="line 1", texts=("ann has 2 hats. how many",))).id
    'a/7'
    >>> gold.find(Said(place="line 1", ids=("8",)))
    "no problem of a has the id '8'"
    """

    def __init__(self, dataset: Dataset) -> None:
        self.dataset = dataset
        self.ids = {problem.id: problem for problem in dataset}
        self.keys: dict[str, list[Problem]] = {}
        self.texts: dict[str, list[Problem]] = {}
        self.tails: dict[str, list[str]] = {}
        for problem in dataset:
            self.keys.setdefault(problem.key, []).append(problem)
            self.texts.setdefault(fold(problem.text), []).append(problem)
        for text in self.texts:
            if len(text) >= TAIL:
                self.tails.setdefault(text[-TAIL:], []).append(text)
        self.given: Counter[str] = Counter()

    def find(self, said: Said) -> Problem | str:
        """Return the problem that a line is about, or the reason why there is none."""
        exact = (self.ids.get(id) or self.ids.get(f"{self.dataset.name}/{id}") for id in said.ids)
        by_key = (self.keys[id][0] for id in said.ids if len(self.keys.get(id, ())) == 1)
        named = next((one for one in (*exact, *by_key) if one is not None), None)
        # Harnesses number what has no id of its own; such a number is a key only if the text agrees.
        numbered = named is not None and named.id not in said.ids and named.key.isdecimal()
        if named is not None and not (numbered and said.texts):
            return named
        folded = [fold(text) for text in said.texts]
        text = next((one for one in folded if one in self.texts), None) or self._within(folded)
        if named is not None and (named in self.texts[text] if text else _agrees(named, folded)):
            return named
        return self._next(text) if text else self._reason(said, named)

    def _within(self, prompts: list[str]) -> str | None:
        """Return the problem's text that a prompt holds; of several the one that ends last."""
        for prompt in prompts:
            prompt = prompt[-PROMPT:]
            for end in range(len(prompt), TAIL - 1, -1):
                for text in self.tails.get(prompt[end - TAIL : end], ()):
                    if prompt.endswith(text, 0, end):
                        return text
        return None

    def _next(self, text: str) -> Problem:
        """Return the problem of a text; where several have it, they take turns."""
        alike = self.texts[text]
        self.given[text] += 1
        return alike[(self.given[text] - 1) % len(alike)]

    def _reason(self, said: Said, keyed: Problem | None) -> str:
        name = self.dataset.full_name
        if keyed is not None:
            return f"the number {keyed.key} is the key of {keyed.id}, but the question is another one"
        if said.ids and len(self.keys.get(said.ids[0], ())) > 1:
            return f"several problems of {name} have the key {said.ids[0]!r}; give whole ids"
        if said.ids:
            return f"no problem of {name} has the id {said.ids[0][:80]!r}"
        if said.texts:
            return f"no problem of {name} has the text {said.texts[0][:60]!r}"
        return "it names no problem; give an id, or the text"


def fold(text: str) -> str:
    """Return the letters and digits of a text, without case, spaces and marks.

    >>> fold("How many - $ 5 ?")
    'howmany5'
    """
    return re.sub(r"[\W_]+", "", text.casefold())


def _agrees(problem: Problem, folded: list[str]) -> bool:
    """Tell whether some text holds the longer part of a problem; the shorter may be anybody's question."""
    part = max(fold(problem.body), fold(problem.question), key=len)
    return bool(part) and any(part in text for text in folded)
