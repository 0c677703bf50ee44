"""Files of predictions in every form, as their makers write them, and as nobody should."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from mwplab.errors import DataError
from mwplab.records import Prediction, Problem, parse_answers, to_json
from mwplab.runs.predictions import files
from mwplab.runs.predictions.forms import PredictionForm, detect, read_predictions
from mwplab.runs.predictions.said import Said

STORY = "Ann has 2 hats and buys 3. How many hats has she?"


def sample(doc: Any, resps: Any, **fields: Any) -> dict[str, Any]:
    """Return a line as lm-evaluation-harness writes it."""
    return {
        "doc_id": 0,
        "doc": doc,
        "target": "5",
        "arguments": {"gen_args_0": {"arg_0": f"Q: {STORY}\nA:", "arg_1": {"until": ["\n"]}}},
        "resps": resps,
        "filtered_resps": ["5"],
        "filter": "none",
        "metrics": ["exact_match"],
        "doc_hash": "0" * 64,
        "exact_match": 1.0,
        **fields,
    }


def inspected(id: Any, completion: str, **fields: Any) -> dict[str, Any]:
    """Return a sample as inspect_ai writes it."""
    message = {"id": "m", "content": completion, "source": "generate", "role": "assistant"}
    return {
        "id": id,
        "epoch": 1,
        "input": STORY,
        "target": "5",
        "messages": [{"content": STORY, "role": "user"}, message],
        "output": {
            "model": "mockllm/model",
            "choices": [{"message": message, "stop_reason": "stop"}],
            "completion": completion,
            "usage": {"input_tokens": 4, "input_tokens_cache_read": 7, "output_tokens": 4},
        },
        "scores": {"match": {"value": "C", "answer": "5"}},
        "metadata": {},
        "total_time": 0.5,
        "attachments": {},
        **fields,
    }


def log(*samples: dict[str, Any]) -> dict[str, Any]:
    return {"version": 2, "status": "success", "eval": {"model": "mockllm/model"}, "samples": [*samples]}


def write(folder: Path, content: str | bytes, name: str = "said.jsonl") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def jsonl(*records: Any) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


FORMS = [
    (jsonl({"id": "a/1", "answer": 5}), PredictionForm.LINES),
    (jsonl({"problem": "a/1", "answers": [{"number": "5"}]}), PredictionForm.LINES),
    ("\n\n" + jsonl({"id": "a/1", "raw": "It is 5."}), PredictionForm.LINES),
    (json.dumps([{"id": "a/1", "answer": 5}], indent=1), PredictionForm.LINES),
    ("id,answer\na/1,5\n", PredictionForm.CSV),
    ("\ufeffquestion,completion\nHow many?,5\n", PredictionForm.CSV),
    (jsonl(sample({"question": STORY}, [["5"]])), PredictionForm.LM_EVAL),
    (json.dumps([sample({"question": STORY}, [["5"]])], indent=1), PredictionForm.LM_EVAL),
    (json.dumps(log(inspected(1, "5"))), PredictionForm.INSPECT),
    (json.dumps(log(inspected(1, "5")), indent=2), PredictionForm.INSPECT),
    (b"PK\x03\x04" + bytes(40), PredictionForm.INSPECT),
    (gzip.compress(jsonl({"id": "a/1", "answer": 5}).encode(), mtime=0), PredictionForm.LINES),
]


@pytest.mark.parametrize(("content", "form"), FORMS)
def test_the_content_tells_the_form(content: str | bytes, form: PredictionForm, tmp_path: Path) -> None:
    assert detect(write(tmp_path, content)) is form


def read(folder: Path, content: str | bytes, form: PredictionForm | None = None) -> list[Said]:
    return list(read_predictions(write(folder, content), form))


def answered(said: Said) -> list[str]:
    (prediction,) = said.predictions(Problem(id="a/1", question=STORY))
    return [str(answer) for answer in prediction.answers]


SIMPLE = [
    ({"answer": 5}, ["5"]),
    ({"answer": 0.5}, ["0.5"]),
    ({"answer": "5 hats"}, ["5 (hats)"]),
    ({"answer": "5; 6"}, ["5", "6"]),
    ({"answers": [5, "6"]}, ["5", "6"]),
    ({"prediction": "5"}, ["5"]),
    ({"answer": None}, []),
    ({"answer": " "}, []),
    ({"completion": "So the answer is 5."}, ["5"]),
    ({"raw": "I think.\n#### 5"}, ["5"]),
    ({"answer": "Let me see.\nThe answer is 5."}, ["5"]),
    ({"answer": 5, "completion": "The answer is 6."}, ["5"]),
]


@pytest.mark.parametrize(("fields", "expected"), SIMPLE)
def test_a_line_gives_an_answer_in_many_ways(
    fields: dict[str, Any], expected: list[str], tmp_path: Path
) -> None:
    (said,) = read(tmp_path, jsonl({"id": "a/1", **fields}))
    assert said.ids == ("a/1",)
    assert answered(said) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("x = q0 + q1", "x = q0 + q1"), ("q0 + q1", "x = q0 + q1"), ("2 + 3 = total", "2 + 3 = total")],
)
def test_an_equation_is_read_alone_or_with_its_unknown(text: str, expected: str, tmp_path: Path) -> None:
    (said,) = read(tmp_path, jsonl({"id": 1, "equation": text}))
    assert str(said.equations) == expected
    (prediction,) = said.predictions(Problem(id="a/1"))
    assert prediction.equations == said.equations


def test_equations_in_a_list_are_one_system(tmp_path: Path) -> None:
    (said,) = read(tmp_path, jsonl({"id": 1, "equations": ["x + y = q0", "x = q1"]}))
    assert str(said.equations) == "x + y = q0; x = q1"


def test_a_derivation_has_template_alignment_and_classes(tmp_path: Path) -> None:
    data = {"template": "x = A - B", "alignment": [1, 0], "equivalent": [[0, 2]]}
    (said,) = read(tmp_path, jsonl({"id": 1, "derivation": data}))
    assert said.derivation is not None
    assert (said.derivation.alignment, said.derivation.equivalent) == ((1, 0), ((0, 2),))


@pytest.mark.parametrize(
    "fields",
    [
        {"equation": "x = = 2"},
        {"equation": "__import__('os')"},
        {"equation": "(" * 5000},
        {"derivation": {"template": "x = A +", "alignment": [0]}},
        {"derivation": {"template": "x = A + B", "alignment": [0]}},
    ],
)
def test_equations_that_cannot_be_read_are_unreadable_not_an_end(
    fields: dict[str, Any], tmp_path: Path
) -> None:
    (said,) = read(tmp_path, jsonl({"id": 1, **fields}))
    (prediction,) = said.predictions(Problem(id="a/1"))
    assert prediction.trace == {"reading": "unreadable"}
    assert prediction.samples


def test_a_whole_prediction_comes_as_we_write_it(tmp_path: Path) -> None:
    whole = Prediction(problem="a/1", answers=parse_answers("5 (hats)"), confidence=0.5, trace={"steps": [1]})
    (said,) = read(tmp_path, jsonl(to_json(whole)))
    assert said.predictions(Problem(id="a/1")) == [whole]


def test_a_table_has_the_same_columns_and_empty_cells_are_nothing(tmp_path: Path) -> None:
    derivation = '"{""template"": ""x = A"", ""alignment"": [1]}"'
    content = f'id,answer,derivation,completion\na/1,5,,\na/2,,{derivation},\na/3,,,"Two lines,\n\nor 7."\n'
    first, second, third = read(tmp_path, content)
    assert (first.answers, first.place) == (("5",), "line 2")
    assert second.derivation is not None
    assert second.derivation.alignment == (1,)
    assert third.completions == ("Two lines,\n\nor 7.",)


def test_a_harness_writes_every_response_and_repeats_a_document_for_each_filter(tmp_path: Path) -> None:
    doc = {"id": 7, "Body": "Ann has 2 hats and buys 3.", "Question": "How many hats has she?", "Answer": 5.0}
    lines = [sample(doc, [["It is 5.", "It is 6."]], filter=name) for name in ("strict", "flexible")]
    other = sample({"question": "Why?"}, [["No."]], doc_id=1)
    first, again, second = read(tmp_path, jsonl(*lines, other))
    assert again.repeats
    assert (first.ids, first.completions) == (("7",), ("It is 5.", "It is 6."))
    assert STORY in first.texts
    assert second.texts == ("Why?",)


WEIGHED = [
    [[["-0.7", "False"]], [["-0.2", "True"]]],
    [[[-0.7, False]], [[-0.2, True]]],
]


@pytest.mark.parametrize("resps", WEIGHED)
@pytest.mark.parametrize("named", [True, False])
def test_a_harness_that_weighs_options_answers_with_the_likeliest(
    resps: Any, named: bool, tmp_path: Path
) -> None:
    options = [{"arg_0": "Q", "arg_1": " 4"}, {"arg_0": "Q", "arg_1": " 5"}]
    pairs = [["Q", " 4"], ["Q", " 5"]]
    arguments: Any = {f"gen_args_{place}": one for place, one in enumerate(options)} if named else pairs
    (said,) = read(tmp_path, jsonl(sample({"id": 1}, resps, arguments=arguments)))
    assert said.answers == ("5",)


def test_a_log_of_inspect_has_epochs_parts_attachments_and_errors(tmp_path: Path) -> None:
    parts = [{"type": "reasoning", "reasoning": "Is it 6?"}, {"type": "text", "text": "It is 5."}]
    thought = inspected("one", "")
    thought["output"]["choices"][0]["message"]["content"] = parts
    apart = inspected("two", "attachment://abc", attachments={"abc": "It is 7."})
    failed = inspected("three", "", error={"message": "time is up", "traceback": "..."})
    failed["output"] = {"model": "mockllm/model", "choices": [], "completion": ""}
    talk = inspected(
        "four", "8", input=[{"role": "system", "content": "Solve."}, {"role": "user", "content": STORY}]
    )
    content = json.dumps(log(thought, apart, failed, talk), indent=2)
    first, second, third, fourth = read(tmp_path, content)
    assert first.completions == ("It is 5.",)
    assert first.texts == (STORY,)
    assert first.usage is not None
    assert (first.usage.seconds, first.usage.tokens_in, first.usage.tokens_out) == (0.5, 11, 4)
    assert second.completions == ("It is 7.",)
    assert (third.completions, third.failure) == ((), "time is up")
    assert fourth.texts == (STORY,)
    (silent,) = third.predictions(Problem(id="a/1"))
    assert silent.trace == {"error": "time is up"}


def packed(*samples: Any, **others: str) -> bytes:
    """Return a log as inspect_ai packs it, here without Zstandard."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", json.dumps({"version": 2, "status": "success"}))
        for number, one in enumerate(samples):
            archive.writestr(
                f"samples/{number}_epoch_1.json", one if isinstance(one, str) else json.dumps(one)
            )
        for name, text in others.items():
            archive.writestr(name, text)
    return content.getvalue()


def test_a_packed_log_is_read_with_nothing_of_inspect_installed(tmp_path: Path) -> None:
    first, second = read(tmp_path, packed(inspected("one", "It is 5."), inspected("two", "It is 6.")))
    assert [(said.place, said.ids, said.completions) for said in (first, second)] == [
        ("sample 1", ("one",), ("It is 5.",)),
        ("sample 2", ("two",), ("It is 6.",)),
    ]


def test_a_packed_log_beyond_the_bounds_is_refused_before_it_fills_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mwplab.runs.predictions.packed.MAX_DOCUMENT", 10_000)
    with pytest.raises(DataError, match="at most 10,000 of one sample"):
        read(tmp_path, packed(inspected("one", "0" * 1_000_000)))
    monkeypatch.setattr("mwplab.runs.predictions.packed.MAX_FILE", 3_000)
    with pytest.raises(DataError, match="3,000 in all are read"):
        read(tmp_path, packed(*[inspected(number, "0" * 1_000) for number in range(4)]))


@pytest.mark.parametrize(
    ("value", "score"), [("C", 1.0), ("I", 0.0), ("N", 0.0), ("P", 0.5), (0.25, 0.25), (True, 1.0)]
)
def test_what_a_scorer_says_is_a_number(value: Any, score: float, tmp_path: Path) -> None:
    scores = {"match": {"value": value}, "essay": {"value": "good"}, "both": {"value": {"a": 1}}, "odd": 7}
    (said,) = read(tmp_path, json.dumps(log(inspected("one", "5", scores=scores))))
    assert said.scores == {"match": score}


def test_the_lines_of_other_filters_add_their_scores_and_nothing_else(tmp_path: Path) -> None:
    strict = sample({"id": "a/1"}, [["It is 5."]], filter="strict", exact_match=0.0)
    flexible = {**strict, "filter": "flexible", "exact_match": 1.0}
    first, second = read(tmp_path, jsonl(strict, flexible))
    assert (first.scores, second.scores) == ({"exact_match,strict": 0.0}, {"exact_match,flexible": 1.0})
    assert [len(said.predictions(Problem(id="a/1"))) for said in (first, second)] == [1, 0]


HOSTILE = [
    (jsonl({"id": 1, "answer": 5}) + '{"id": 2, "ans', "line 2: this is not JSON"),
    (
        jsonl({"id": 1, "answer": 5}) + '{"id": 2, "answer": ' + "[" * 100_000,
        "line 2: this JSON cannot be read",
    ),
    ('{"id": 1, "answer": ' + "[" * 900 + "]" * 900 + "}", "line 1: 'answer' should be a text or a number"),
    ('{"problem": "1", "trace": ' + '{"a": ' * 900 + "1" + "}" * 901, "line 1: it is nested too deeply"),
    ('{"id": 1, "answer": NaN}', "line 1: 'answer' is nan"),
    ('{"id": 1, "answer": 1e999}', "line 1: 'answer' is inf"),
    ('{"problem": "1", "trace": {"a": NaN}}', "line 1: .*JSON has no number nan"),
    ('{"id": 1, "answer": ' + "9" * 6000 + "}", "line 1: this JSON cannot be read"),
    ('{"id": 1, "answer": true}', "line 1: 'answer' should be a text or a number, found 'True'"),
    ('{"id": {}, "answer": 1}', "line 1: 'id' should be a text or a number, found an object"),
    ('{"id": 1, "completion": [1]}', "line 1: 'completion' should be a text or a list of texts"),
    ('{"id": 1, "derivation": 5}', "line 1: a derivation has a template and an alignment"),
    (
        '{"id": 1, "derivation": {"template": "x = A", "alignment": "0"}}',
        "line 1: expected a list of positions",
    ),
    ('{"id": 1, "derivation": {"template": "x = A", "alignment": [0], "equivalent": 3}}', "list of lists"),
    ('{"id": 1, "answer": 1, "prediction": 2}', "line 1: both 'answer' and 'prediction' are given"),
    ('{"id": 1}', "line 1: nothing is predicted"),
    ('{"problem": "1", "usage": 3}', "line 1: the field 'usage' of a Prediction"),
    ('[{"id": 1, "answer": 1}, 5]', "record 2: expected an object in braces, found '5'"),
    ('{"id": 1, "raw": "\\ud800"}', "line 1: this JSON cannot be read"),
    ("id,answer\n1\n", "line 2: the row has more or fewer cells"),
    ('id,answer\n1,"2\n', "behind line 1: unexpected end of data"),
    ("id,answer\n1," + "x" * 200_000, "behind line 1: field larger than field limit"),
    ("id,derivation\n1,{\n", "line 2: this is not JSON"),
    (b"id,answer\nn\xe9,1\n", "is not UTF-8 text"),
    ("", "is empty"),
    ("once upon a time", "neither JSON nor a table"),
    (gzip.compress(b'{"id": 1, "answer": 5}\n' * 100, mtime=0)[:-20], "is not packed as gzip does it"),
    (jsonl({"doc": {}, "resps": [[5]]}), "line 1: a response is neither a text nor a likelihood"),
    (jsonl({"doc": {}, "resps": "x"}), "line 1: a sample of lm-evaluation-harness has a list 'resps'"),
    (jsonl(sample({}, [[[-1, True]], [[-2, True]]])), "line 1: 2 options were weighed"),
    (jsonl(sample({}, [[[-1, True]]])), "line 1: the option that was weighed is no text"),
    (json.dumps({"eval": {}, "samples": None}), "the log has no samples"),
    (json.dumps(log(3)), "sample 1: expected a sample in braces"),  # type: ignore[arg-type]
    (packed(), "the log has no samples"),
    (packed("{"), "samples/0_epoch_1.json: this is not JSON"),
    (packed("3"), "sample 1: expected a sample in braces"),
    (packed("[" * 100_000), "samples/0_epoch_1.json: this JSON cannot be read"),
    (b"PK\x03\x04" + bytes(40), "is not packed as a log of inspect_ai is"),
    (packed(inspected("one", "It is 5."))[:-30], "is not packed as a log of inspect_ai is"),
]


@pytest.mark.parametrize(("content", "message"), HOSTILE)
def test_a_file_that_is_not_right_ends_in_one_line_that_names_it_and_the_place(
    content: str | bytes, message: str, tmp_path: Path
) -> None:
    with pytest.raises(DataError, match=rf"^('/.*/)?said\.jsonl.*{message}") as caught:
        read(tmp_path, content)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_a_line_or_a_file_beyond_the_bounds_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MAX_LINE", 100)
    long = jsonl({"id": 1, "answer": 5}, {"id": 2, "raw": "a" * 200})
    with pytest.raises(DataError, match="line 2: the line has more than 100 characters"):
        read(tmp_path, long)
    with pytest.raises(DataError, match="line 2: the line has more than 100 characters"):
        read(tmp_path, "id,raw\n1," + "a" * 200)
    monkeypatch.setattr(files, "MAX_FILE", 300)
    with pytest.raises(DataError, match="line 14: the file has more than 300 characters"):
        read(tmp_path, gzip.compress(jsonl(*[{"id": 1, "answer": 5}] * 99).encode(), mtime=0))
    monkeypatch.setattr(files, "MAX_DOCUMENT", 300)
    with pytest.raises(DataError, match="the file has more than 300 characters"):
        read(tmp_path, json.dumps([{"id": 1, "answer": 5}] * 99))


def test_a_form_can_be_forced(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="line 1: nothing is predicted"):
        read(tmp_path, jsonl(sample({"id": 1}, [["5"]])), PredictionForm.LINES)
    with pytest.raises(DataError, match="there is no file"):
        list(read_predictions(tmp_path / "nowhere.jsonl"))
