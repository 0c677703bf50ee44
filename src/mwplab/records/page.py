"""A dataset's page in Markdown: what it is, where it comes from, how it was made, how to cite it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mwplab.records.dataset import Dataset

FEATURES = {
    "id": "unique and stable, dataset/key",
    "text": "body and question together, which all positions index",
    "body": "the story",
    "question": "what is asked",
    "quantities": "the numbers of the text: value, position, how they are written",
    "equations": "gold equations over the quantities q0, q1, ...",
    "asked": "the unknowns that are asked for, where not all are",
    "answers": "the gold answers: number, ratio, time or word, with unit",
    "ordered": "whether the order of several answers matters",
    "derivation": "template, alignment of the quantities with its slots, equivalent quantities",
    "type": "the kind of problem, as the source names it",
    "grade": "the school grade",
    "subgoals": "steps towards the answer",
    "source": "where the problem comes from",
    "options": "the options of a multiple-choice problem",
    "rationale": "the solution in words",
    "rates": "which quantities are rates",
    "parent": "the problem that this one was made from",
    "seed": "the root of that chain",
    "changes": "what was done to the parent, earliest first",
    "extra": "what the source has besides, as JSON",
}
"""The columns of a table of problems, and what they mean."""


def card_page(dataset: Dataset) -> str:
    """Return the page of a dataset, with its canary where it has one.

    >>> print(card_page(Dataset(name="mine")))
    # mine
    <BLANKLINE>
    0 problems.
    <BLANKLINE>
    - Fingerprint: e3b0c44298fc1c14
    <BLANKLINE>
    """
    card, recipe = dataset.card, dataset.recipe
    facts = {
        "Source": card.source,
        "Licence": card.licence,
        "Category": card.category,
        "Annotation": card.annotation,
        "Fingerprint": dataset.fingerprint,
    }
    lists = {
        "Known errors": card.known_errors,
        "Notes": card.notes,
        "How it was made": (*(f"from {one}" for one in recipe.inputs), *recipe.steps),
        "Citation": (card.citation,) if card.citation else (),
        "Canary": (card.canary,) if card.canary else (),
    }
    parts = [f"# {card.title or dataset.full_name}", card.summary, f"{len(dataset):,} problems."]
    parts.append("\n".join(f"- {name}: {fact}" for name, fact in facts.items() if fact))
    parts += [
        f"## {name}\n\n" + "\n".join(f"- {one}" for one in found) for name, found in lists.items() if found
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def page_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    r"""Return a section with a table in Markdown; a bar within a cell is no border.

    >>> print(page_table("Splits", ("name", "file"), [("test", "a|b")]))
    <BLANKLINE>
    ## Splits
    <BLANKLINE>
    | name | file |
    | --- | --- |
    | test | a\|b |
    <BLANKLINE>
    """
    lines = [columns, ["---"] * len(columns), *rows]
    cells = ["| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines]
    return f"\n## {title}\n\n" + "\n".join(cells) + "\n"
