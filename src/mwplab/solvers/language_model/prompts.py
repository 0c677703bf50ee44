"""Prompts: named, versioned templates in data files, each known by its hash.

A file is TOML: ``name``, ``version``, ``wanted`` (answer, equation or program: what is read in the reply),
``max_tokens``, ``system``, ``question``, ``example`` (the reply to a worked problem), ``again`` (what is said
when a reply cannot be read), and where wished ``stop``. Of a question it may use ``{text}``, ``{options}``
and ``{quantities}``; of a worked problem also ``{answer}``, ``{steps}``, ``{equation}`` and ``{program}``.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path

from mwplab.equations.numbers import write_number
from mwplab.errors import DataError, MwplabError, UnknownName
from mwplab.reading import Wanted
from mwplab.reading.choices import LETTERS, option_text
from mwplab.records import Problem, Question
from mwplab.records.codec import from_json
from mwplab.records.files import reading

PROMPTS = ("direct", "chain-of-thought", "equation", "program")
"""The prompts that come with the workbench."""

_FIELD = re.compile(r"\{([a-z]+)\}")
_KNOWN = {
    "question": frozenset({"text", "options", "quantities"}),
    "example": frozenset({"text", "options", "quantities", "answer", "steps", "equation", "program"}),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """How a model is asked, and what is read in its reply."""

    name: str
    """What it is called."""

    version: int
    """Raised with every change of the words."""

    wanted: Wanted
    """What the model is to state."""

    max_tokens: int
    """How long a reply may be."""

    system: str
    """What is said before everything."""

    question: str
    """The form of a question."""

    example: str
    """The form of the reply to a worked problem."""

    again: str
    """What is said when a reply could not be read."""

    stop: tuple[str, ...] = ()
    """Texts that end a reply."""

    @property
    def hash(self) -> str:
        """Return a short hash of everything that is said, so that no change goes unnoticed."""
        words = json.dumps(asdict(self), sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(words.encode()).hexdigest()[:8]

    @property
    def id(self) -> str:
        """Return name, version and hash, as signatures show them."""
        return f"{self.name}@{self.version}#{self.hash}"

    def ask(self, question: Question) -> str:
        """Return a question in the prompt's form.

        >>> load_prompt("direct").ask(Question(id="a/1", text="Which is {more}?", options=("2", "3")))
        'Which is {more}?\\n(A) 2\\n(B) 3'
        """
        return fill(self.question, question_fields(question))


def question_fields(question: Question | Problem) -> dict[str, str]:
    """Return what a template may say of a question."""
    options = [f"\n({LETTERS[place]}) {option_text(one)}" for place, one in enumerate(question.options[:26])]
    named = [
        f"q{index} = {write_number(one.value)}" + (f" ({one.surface})" if not one.surface.isdecimal() else "")
        for index, one in enumerate(question.quantities)
    ]
    return {"text": question.text, "options": "".join(options), "quantities": ", ".join(named) or "none"}


def fill(template: str, fields: Mapping[str, str]) -> str:
    """Return a template with its fields filled, once: what a text holds in braces stays as it is."""
    return _FIELD.sub(lambda match: fields.get(match[1], match[0]), template).strip()


def load_prompt(name: str) -> Prompt:
    """Return a prompt by name, with version and hash where these must be met, or from a file.

    >>> load_prompt("equation").wanted
    <Wanted.EQUATION: 'equation'>
    >>> load_prompt("equation@7")
    Traceback (most recent call last):
    mwplab.errors.DataError: 'equation@7' is wanted, and here is equation@1#...; leave ...
    """
    if name.endswith(".toml"):
        path = Path(name)
        with reading(path):
            return _read(path.read_text(encoding="utf-8"), name)
    stem, _, rest = name.partition("@")
    if stem not in PROMPTS:
        raise UnknownName.among("prompt", stem, PROMPTS)
    prompt = _read((files(__package__) / "data" / f"{stem}.toml").read_text(encoding="utf-8"), stem)
    if rest and not prompt.id.startswith(name if "#" in name else f"{name}#"):
        raise DataError(f"{name!r} is wanted, and here is {prompt.id}; leave version and hash out to use it")
    return prompt


def _read(text: str, name: str) -> Prompt:
    try:
        data = tomllib.loads(text)
        prompt = from_json(Prompt, {key: _stripped(value) for key, value in data.items()})
    except (tomllib.TOMLDecodeError, RecursionError, MwplabError) as error:
        raise DataError(f"the prompt {name!r} cannot be used: {error}") from error
    for part, known in _KNOWN.items():
        strange = next((one for one in _FIELD.findall(getattr(prompt, part)) if one not in known), None)
        if strange is not None:
            raise DataError(f"the prompt {name!r}: {UnknownName.among('field', strange, sorted(known))}")
    return prompt


def _stripped(value: object) -> object:
    return value.strip() if isinstance(value, str) else value
