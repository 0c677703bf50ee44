"""Person names: who is one, and what only looks like one."""

from __future__ import annotations

import pytest

from mwplab.errors import MissingDependency
from mwplab.text.analysis import analyse, persons
from mwplab.text.analysis.persons import load_persons

TEXTS = [
    ("Emily has 3 kites.", ["Emily"]),
    ("Sally took 4 kites and Fred took 2.", ["Sally", "Fred"]),
    ("How many kites did Heather fly?", ["Heather"]),
    ("Maria Lopez met Tom Hill.", ["Maria", "Lopez", "Tom", "Hill"]),
    ("Mrs. Quibble baked 12 pies.", ["Quibble"]),
    ("Kwabna flew his kite. Did Kwabna win?", ["Kwabna", "Kwabna"]),
    ("There are 12 plums in Olivia's basket.", ["Olivia"]),
    ("In April it rained, and in May it snowed.", []),
    ("On Monday, June bought 3 kites.", ["June"]),
    ("Lincoln Elementary School has 320 pupils.", []),
    ("He drove from Boston to Chicago in Texas.", []),
    ("Will Grace sell 4 pies?", ["Grace"]),
    ("She will buy 4 pies.", []),
    ("Mark picked 4 plums. Mark each plum.", ["Mark", "Mark"]),
    ("The Skittles are in 4 bags. Snozzles come in packs of 6.", []),
    ("Each bag holds 4 plums. Find the total.", []),
    ("kimberly and jonathan have 12 kites in june.", ["kimberly", "jonathan"]),
    ("Mary's 4 kites are Mary's own.", ["Mary", "Mary"]),
    ("", []),
]


@pytest.mark.parametrize(("text", "names"), TEXTS)
def test_names(text: str, names: list[str]) -> None:
    [found] = analyse([text])
    pairs = zip(found.words, found.person_names, strict=True)
    assert [word for word, is_name in pairs if is_name] == names


def test_missing_lists_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(persons, "find_spec", lambda name: None)
    load_persons.cache_clear()
    with pytest.raises(MissingDependency, match=r"needs the package 'names'.*mwplab\[nlp\]"):
        load_persons()
