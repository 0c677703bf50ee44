from __future__ import annotations

import ast
import copy
import enum
import pickle
import re
import time

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwplab.errors import SpecError
from mwplab.spec import MAX_DEPTH, MAX_LENGTH, Spec, Value

READ = [
    ("accuracy", "accuracy", {}),
    ("accuracy()", "accuracy", {}),
    (" accuracy ( judge = 'solution' ) ", "accuracy", {"judge": "solution"}),
    ('accuracy(judge="solution")', "accuracy", {"judge": "solution"}),
    ("chat(model=smollm2)", "chat", {"model": "smollm2"}),
    ("chat(url=http://host:8000/v1)", "chat", {"url": "http://host:8000/v1"}),
    (
        "gts(seed=3, rate=-1.5e-3, beam=None, tied=True)",
        "gts",
        {"seed": 3, "rate": -0.0015, "beam": None, "tied": True},
    ),
    ("gts(rate=1e5)", "gts", {"rate": 100000.0}),
    ("pick(types=[sum, 'two words', []])", "pick", {"types": ("sum", "two words", ())}),
    ("pick(range=(1, 2,))", "pick", {"range": (1, 2)}),
    (r"say(text='it\'s \\ \n \u00e9')", "say", {"text": "it's \\ \n é"}),
    ("say(text='')", "say", {"text": ""}),
    ("mawps/addsub", "mawps/addsub", {}),
    ("svamp@1.0+fixes", "svamp@1.0+fixes", {}),
    ("erg(grammar=/grammars/erg-2018.dat)", "erg", {"grammar": "/grammars/erg-2018.dat"}),
    ("erg(grammar=~/erg.dat, program=../ace)", "erg", {"grammar": "~/erg.dat", "program": "../ace"}),
    ("asdiv-a:fold0/train", "asdiv-a:fold0/train", {}),
]

REFUSED = [
    ("", "expected a name at column 1 of '', found the end"),
    ("Accuracy", "'Accuracy' is not a name"),
    ("two_words", "'two_words' is not a name"),
    ("a b", "expected '(' or the end at column 3 of 'a b', found 'b'"),
    ("a(x=1", "expected ',' or ')' at column 6"),
    ("a(x=1) + 2", "expected the end at column 8"),
    ("a(x)", "expected '=' after 'x' at column 4"),
    ("a(=1)", "expected an option name at column 3"),
    ("a(1)", "expected '=' after '1'"),
    ("a(x-y=1)", "'x-y' is not an option name of 'a'"),
    ("a(x=1, x=2)", "the option 'x' stands twice"),
    ("a(x='open)", "expected a value at column 5"),
    ("a(x=7b)", "'7b' is neither a number nor a plain word"),
    ("a(x=1/2)", "'1/2' is neither a number nor a plain word"),
    ("a(x=b~c)", "'b~c' is neither a number nor a plain word"),
    ("a(x=.hidden)", "'.hidden' is neither a number nor a plain word"),
    ("a(x=true)", "write True instead of 'true'"),
    ("a(x=1e999)", "inf cannot be an option"),
    ("a(x=" + "9" * 400 + ")", "more than 1000 bits"),
    (r"a(x='\q')", "unknown escape"),
    ("a(x=f(1))", "expected ',' or ')' at column 6"),
    ("a(x={})", "expected a value at column 5"),
    ("a(x=" + "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1) + ")", "nested more than 8 deep"),
    ("a" * (MAX_LENGTH + 1), "too long; at most 4000"),
]

CANONICAL = [
    ({"b": 1, "a": 2}, "n(a=2, b=1)"),
    ({"text": "plain-word"}, "n(text=plain-word)"),
    ({"text": "two words"}, "n(text='two words')"),
    ({"text": "True"}, "n(text='True')"),
    ({"text": "none"}, "n(text='none')"),
    ({"text": "12"}, "n(text='12')"),
    ({"text": "it's"}, r"n(text='it\'s')"),
    ({"text": "\u2028\ud800"}, r"n(text='\u2028\ud800')"),
    ({"values": [1, 2.0, None, "x"]}, "n(values=[1, 2.0, None, x])"),
    ({}, "n"),
]

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
)
texts = (
    st.text(max_size=20)
    | st.text(st.characters(), max_size=8)
    | st.from_regex(r"[a-z0-9./-]{1,8}", fullmatch=True)
)
values: st.SearchStrategy[Value] = st.recursive(
    scalars | texts, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=6
)
names = st.from_regex(r"[a-z0-9]{1,5}([-./:@+][a-z0-9]{1,5}){0,3}", fullmatch=True)
option_names = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,8}", fullmatch=True)
specs = st.builds(Spec, names, st.dictionaries(option_names, values, max_size=4))


@pytest.mark.parametrize(("text", "name", "options"), READ)
def test_text_is_read_as_name_and_options(text: str, name: str, options: dict[str, Value]) -> None:
    spec = Spec.parse(text)
    assert (spec.name, dict(spec.options)) == (name, options)
    assert [type(value) for value in spec.options.values()] == [type(value) for value in options.values()]


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_bad_text_ends_in_a_sentence(text: str, message: str) -> None:
    with pytest.raises(SpecError, match=re.escape(message)):
        Spec.parse(text)


@pytest.mark.parametrize(("options", "text"), CANONICAL)
def test_canonical_text_is_sorted_and_quotes_only_where_needed(options: dict[str, Value], text: str) -> None:
    assert str(Spec("n", options)) == text
    assert Spec.parse(text) == Spec("n", options)


@given(specs)
def test_text_reads_back_as_the_same_spec(spec: Spec) -> None:
    again = Spec.parse(str(spec))
    assert again == spec
    assert dict(again.options) == dict(spec.options)
    assert hash(again) == hash(spec)
    assert str(spec).encode()


@given(specs, specs)
def test_specs_are_equal_exactly_when_their_texts_are(one: Spec, other: Spec) -> None:
    assert (one == other) == (str(one) == str(other))


@given(st.dictionaries(option_names, values, min_size=2, max_size=4))
def test_order_of_options_does_not_matter(options: dict[str, Value]) -> None:
    backwards = dict(reversed(options.items()))
    assert Spec("n", options) == Spec("n", backwards)


@given(
    st.dictionaries(
        option_names.filter(lambda name: name not in {"None", "True", "False"}), values, max_size=4
    )
)
def test_python_reads_the_same_values_from_its_own_notation(options: dict[str, Value]) -> None:
    text = ", ".join(f"{name}={value!r}" for name, value in options.items())
    try:
        call = ast.parse(f"f({text})", mode="eval").body
    except SyntaxError:
        return  # a Python keyword as option name
    assert isinstance(call, ast.Call)
    oracle = {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords}
    if "\\x" in text or "\\U" in text or re.search(r"\\u[0-9a-f]{0,3}[^0-9a-f]", text):
        return  # Python's longer escapes are not in the grammar
    assert dict(Spec.parse(f"f({text})").options) == oracle


@given(st.text(max_size=60) | st.text("ab(=,)[]'\"\\ 1.-_TrueNone", max_size=60))
def test_any_text_is_read_or_refused_with_our_error(text: str) -> None:
    try:
        spec = Spec.parse(text)
    except SpecError:
        return
    assert Spec.parse(str(spec)) == spec


@pytest.mark.parametrize(
    "text", ["a(x='" + "\\" * 3900, "a(" + "[" * 3900, "a(x=" + "9" * 3900, "(" * 1_000_000]
)
def test_hostile_text_is_refused_quickly(text: str) -> None:
    start = time.perf_counter()
    with pytest.raises(SpecError):
        Spec.parse(text)
    assert time.perf_counter() - start < 1


def test_number_and_truth_are_different_options() -> None:
    assert len({Spec("n", {"x": value}) for value in (1, 1.0, True, "1")}) == 4


def test_representation_shows_the_options_in_the_given_order() -> None:
    text = "Spec(name='resample-numbers', options={'low': 2, 'high': 9})"
    assert repr(Spec.parse("resample-numbers(low=2, high=9)")) == text


def test_options_cannot_be_changed() -> None:
    given_options: dict[str, Value] = {"x": 1}
    spec = Spec("n", given_options)
    given_options["x"] = 2
    assert spec.options["x"] == 1
    with pytest.raises(TypeError):
        spec.options["x"] = 3  # type: ignore[index]


def test_spec_can_be_pickled_and_copied() -> None:
    spec = Spec.parse("chat(model=smollm2, stop=[a, b])")
    assert pickle.loads(pickle.dumps(spec)) == copy.deepcopy(spec) == spec  # noqa: S301


class Colour(enum.StrEnum):
    RED = "red"


@pytest.mark.parametrize(
    ("value", "text"), [(Colour.RED, "red"), (numpy.float64(0.5), "0.5"), ([Colour.RED], "[red]")]
)
def test_special_strings_and_numbers_become_plain(value: Value, text: str) -> None:
    assert str(Spec("n", {"x": value})) == f"n(x={text})"


@pytest.mark.parametrize("value", [{"a": 1}, object(), b"x", {1}, float("nan")])
def test_other_values_are_refused(value: Value) -> None:
    with pytest.raises(SpecError, match="an option"):
        Spec("n", {"x": value})


def test_list_within_itself_is_refused() -> None:
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(SpecError, match="nested more than 8 deep"):
        Spec("n", {"x": endless})  # type: ignore[dict-item]


def test_spec_that_is_too_long_to_read_back_is_refused() -> None:
    with pytest.raises(SpecError, match="longer than 4000 characters"):
        Spec("n", {"x": "y" * MAX_LENGTH})
