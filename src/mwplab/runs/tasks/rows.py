"""Problems as the rows of a task: what a model is asked, and what is expected."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from mwplab.errors import RecordError, UnknownName
from mwplab.reading import Wanted
from mwplab.reading.choices import option_text
from mwplab.records import Dataset, Problem
from mwplab.records.answers import write_value
from mwplab.records.jsonl import write_line
from mwplab.runs.tasks.harness import PROMPT
from mwplab.solvers.language_model.examples import worked
from mwplab.solvers.language_model.prompts import PROMPTS, Prompt, load_prompt

TEST, TRAIN = "test", "train"
"""The splits of a task."""


@dataclass(frozen=True, slots=True)
class Task:
    """A dataset as a harness runs it."""

    dataset: Dataset
    """The problems."""

    prompt: Prompt
    """How they are asked."""

    @classmethod
    def of(cls, dataset: Dataset, prompt: str = PROMPT) -> Task:
        """Return the task of asking a dataset with a named prompt; its replies must state an answer.

        >>> Task.of(Dataset(name="mine"), "equation")
        Traceback (most recent call last):
        mwplab.errors.UnknownName: the prompt 'equation' wants the equation stated, which ...
        """
        chosen = load_prompt(prompt)
        if chosen.wanted is not Wanted.ANSWER:
            answering = [name for name in PROMPTS if load_prompt(name).wanted is Wanted.ANSWER]
            raise UnknownName(
                f"the prompt {prompt!r} wants the {chosen.wanted.value} stated, which no harness compares; "
                f"give {' or '.join(answering)}"
            )
        return cls(dataset, chosen)

    @property
    def name(self) -> str:
        """Return the task's name: letters, digits and underscores.

        >>> Task.of(Dataset(name="mawps/addsub", edition="1.0")).name
        'mawps_addsub'
        """
        return re.sub(r"[^a-z0-9]+", "_", self.dataset.name.lower()).strip("_") or "problems"

    @property
    def splits(self) -> dict[str, tuple[Problem, ...]]:
        """Return the problems to be asked and, where there are some, those to take examples from.

        The split ``test`` is asked where there is one, else all problems; those without an answer are not.
        """
        named = {
            name: self.dataset.split(name).problems for name in (TRAIN, TEST) if name in self.dataset.splits
        }
        chosen = named if TEST in named else {TEST: self.dataset.problems}
        return {name: tuple(one for one in problems if one.answers) for name, problems in chosen.items()}

    @property
    def asked(self) -> tuple[Problem, ...]:
        """Return the problems that are asked."""
        return self.splits[TEST]

    def lines(self, problems: Iterable[Problem]) -> Iterator[str]:
        """Yield a line of JSON for each problem; our own reader of JSON Lines takes it, too."""
        for problem in problems:
            yield write_line(self.row(problem), problem.id)

    def row(self, problem: Problem) -> dict[str, Any]:
        """Return a problem as a row.

        >>> row = Task.of(Dataset(name="a"), "direct").row(Problem(id="a/1", question="What is 2 + 2?"))
        >>> row["id"], row["text"], row["extra"]["prompt"]
        ('a/1', 'What is 2 + 2?', 'What is 2 + 2?')
        """
        answer = "; ".join(map(str, problem.answers))
        example = worked(problem, self.prompt)
        extra = {
            "system": self.prompt.system,
            "prompt": self.prompt.ask(problem.as_question()),
            "reply": example.reply if example else f"The answer is {answer}.",
            "values": [write_value(one.value) for one in problem.answers],
            "options": [option_text(option) for option in problem.options],
        }
        if self.dataset.card.canary:
            extra["canary"] = self.dataset.card.canary
        return {"id": problem.id, "text": problem.text, "answer": answer, "extra": extra}

    def about(self) -> dict[str, Any]:
        """Return what a task was made from and how it is asked."""
        dataset, card = self.dataset, self.dataset.card
        return {
            "name": self.name,
            "dataset": f"{dataset.full_name}#{dataset.fingerprint}",
            "prompt": self.prompt.id,
            "max_tokens": self.prompt.max_tokens,
            "stop": list(self.prompt.stop),
            "version": 1,
            "licence": card.licence,
            "citation": card.citation,
            "canary": card.canary,
        }


def checked(task: Task) -> Task:
    """Return a task that has something to ask."""
    if not task.asked:
        raise RecordError(f"{task.dataset.full_name} has no problem with an answer; there is nothing to ask")
    return task
