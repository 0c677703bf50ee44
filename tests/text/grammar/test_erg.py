"""The ERG through ACE: a stand-in speaks ACE's protocol, and pydelphin hears the same answers from it."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

from mwplab.errors import DataError, MissingDependency, SpecError
from mwplab.text.grammar import accepted, make_grammar
from mwplab.text.grammar.erg import EnglishResourceGrammar

# Its grammar is a list of words: a sentence of known words has a reading. Like ACE it answers on standard
# output, takes notes on standard error, passes over empty lines, and refuses a grammar of another version.
STAND_IN = """\
#!{python}
import os, sys
arguments = sys.argv[1:]
if "-V" in arguments:
    print("ACE version 0.9.34\\ncompiled at 12:00:00 on Jan 01 2024")
    sys.exit()
words = open(arguments[arguments.index("-g") + 1]).read().split()
if words[:1] == ["old"]:
    sys.stderr.write("version mismatch: this is ACE version 0.9.34, but this grammar image "
                     "was compiled by ACE version 0.9.27\\n")
    sys.exit(255)
parsed = seen = 0
for line in sys.stdin:
    sentence = line.rstrip("\\n")
    if not sentence.strip():
        continue
    if "crash" in sentence:
        os.abort()
    seen += 1
    readings = int(all(word.strip(".?").lower() in words for word in sentence.split()))
    parsed += readings
    meaning = "[ LTOP: h0 INDEX: e2 [ e SF: prop ] RELS: < [ _sleep_v_1<5:11> LBL: h1 ARG0: e2 ] > ]"
    tree = '(root_strict (1 sb-hd_mc_c 0 0 2 ("dogs") ("sleep")))'
    if "--tsdb-stdout" in arguments:
        quoted = tree.replace('"', '\\\\"')
        result = '((:result-id . 0) (:derivation . "%s") (:mrs . "%s"))' % (quoted, meaning)
        print("(:ninputs . 2) (:readings . %d) (:results . (%s))" % (readings, result * readings))
    else:
        print(("SENT: " if readings else "SKIP: ") + sentence)
        if readings:
            print(meaning + " ;  " + tree)
    sys.stderr.write("NOTE: %d readings, added 9 / 5 edges to chart\\tRAM: 80k\\n" % readings)
    print("\\n", flush=True)
sys.stderr.write("NOTE: parsed %d / %d sentences, avg 80k, time 0.00100s\\n" % (parsed, seen))
"""

SENTENCES = ["Dogs sleep.", "Dogs sleeps the.", "", "Dogs crash.", "Do dogs sleep?", " \n ", "SENT: sleep"]
ANSWERS = [True, False, False, False, True, False, False]


@pytest.fixture
def ace(tmp_path: Path) -> str:
    program = tmp_path / "ace"
    program.write_text(STAND_IN.format(python=sys.executable), encoding="utf-8")
    program.chmod(0o755)
    return str(program)


@pytest.fixture
def grammar(tmp_path: Path) -> str:
    file = tmp_path / "erg-tiny.dat"
    file.write_text("dogs sleep do", encoding="utf-8")
    return str(file)


def test_a_sentence_with_a_reading_is_accepted_and_a_crash_costs_one_sentence(ace: str, grammar: str) -> None:
    erg = EnglishResourceGrammar(grammar=grammar, program=ace)
    assert erg.accepts(SENTENCES) == ANSWERS
    assert erg.name == "erg(grammar=erg-tiny.dat)"


def test_the_spec_of_the_command_line_finds_ace_on_the_search_path(
    ace: str, grammar: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(Path(ace).parent), prepend=":")
    assert accepted(SENTENCES, f"erg(grammar='{grammar}')") == ANSWERS


@pytest.mark.parametrize("tsdb", [False, True])
def test_pydelphin_reads_the_same_from_the_stand_in(
    tsdb: bool, ace: str, grammar: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")  # pydelphin sets the locale when it is imported
    delphin = import_module("delphin.ace")
    sentences = [sentence for sentence in SENTENCES if "crash" not in sentence and sentence.strip()]
    with delphin.ACEParser(grammar, cmdargs=["-1"], executable=ace, tsdbinfo=tsdb) as parser:
        theirs = [len(parser.interact(sentence).results()) > 0 for sentence in sentences]
    parser._p.stdout.close()  # which pydelphin leaves open
    assert EnglishResourceGrammar(grammar=grammar, program=ace).accepts(sentences) == theirs


def test_a_grammar_of_another_version_is_refused_with_the_words_of_ace(ace: str, tmp_path: Path) -> None:
    old = tmp_path / "old.dat"
    old.write_text("old", encoding="utf-8")
    with pytest.raises(MissingDependency, match=r"version mismatch: this is ACE version 0\.9\.34"):
        EnglishResourceGrammar(grammar=str(old), program=ace)


def test_what_is_missing_is_said(ace: str, grammar: str, tmp_path: Path) -> None:
    with pytest.raises(MissingDependency, match=r"there is no program 'no-such-ace' here; get ACE from"):
        EnglishResourceGrammar(grammar=grammar, program="no-such-ace")
    with pytest.raises(DataError, match="there is no compiled grammar at"):
        EnglishResourceGrammar(grammar=str(tmp_path / "none.dat"), program=ace)
    with pytest.raises(SpecError, match="needs the option 'grammar'"):
        make_grammar("erg")
