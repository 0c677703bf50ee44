"""A language model as a solver: prompts out, completions back, each read, put to the vote and explained."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mwplab.errors import ParallelError, RecordError
from mwplab.models.chat import ChatModel, ChatRequest, Message, Reply
from mwplab.models.chat.rehearsal import current_rehearsal
from mwplab.reading import Status, read_prediction
from mwplab.reading.voting import summed, vote
from mwplab.records import FAILURE, READING, UNREACHED, Prediction, Problem, Question, Usage
from mwplab.records.outcome import REASKED
from mwplab.records.problem import Json
from mwplab.solvers.baselines.memory import load_learnt, save_learnt
from mwplab.solvers.language_model.examples import Drawer, Example, Rule, worked
from mwplab.solvers.language_model.manner import Manner
from mwplab.solvers.language_model.prompts import Prompt
from mwplab.solvers.solver import Asking
from mwplab.spec import Spec, Value

UNSIGNED = frozenset(
    {
        *("key", "concurrency", "timeout", "retries", "pause", "cache", "prices", "cap", "offline"),
        *("device", "threads", "batch"),
    }
)
"""Options that say how and where the work is done and decide no prediction."""

CUT = "length"
"""How a reply ended that became too long."""


@dataclass(frozen=True, slots=True)
class Learnt:
    """What is kept of the training problems."""

    pool: tuple[Example, ...]
    """Those that can be shown."""


class LanguageModel:
    """Asks a model, reads what it says, and keeps every prompt and completion in the trace."""

    def __init__(
        self, model: ChatModel, asking: Manner, *, signed: Mapping[str, Value] | None = None, batch: int = 64
    ) -> None:
        self.model = model
        self.asking = asking
        self.batch = batch
        self._signed = {"prompt": asking.prompt.id, **(signed or {})}
        self._drawer: Drawer | None = None

    def signed(self, spec: Spec) -> Spec:
        """Return the spec as signatures show it: what decides the predictions, the prompt with its hash."""
        decisive = {name: value for name, value in spec.options.items() if name not in UNSIGNED}
        return Spec(spec.name, {**decisive, **self._signed})

    def asked_by(self, prompt: Prompt) -> LanguageModel:
        """Return the same model, asked by another prompt: once, without examples, without chance."""
        temperature = None if self.asking.temperature is None else 0.0
        asking = replace(
            self.asking, prompt=prompt, shots=0, samples=1, temperature=temperature, max_tokens=0, reask=0
        )
        return LanguageModel(self.model, asking, batch=self.batch)

    def share(self, other: Asking) -> None:
        """Ask the same model as another solver of the run: it is loaded once, and one cap holds for all."""
        if isinstance(other, LanguageModel):
            self.model = other.model

    def carry_on(self, spent: float) -> None:
        """Count what earlier parts of the run have cost towards the cap."""
        self.model.ledger.spent += spent

    def fit(self, train: Sequence[Problem], valid: Sequence[Problem] | None = None) -> None:
        """Keep the training problems that can be shown as examples; the model itself learns nothing."""
        if self.asking.shots:
            similar = self.asking.examples is Rule.NEAREST
            found = (worked(problem, self.asking.prompt, similar=similar) for problem in train)
            self._remember(Learnt(tuple(one for one in found if one is not None)))

    def _remember(self, learnt: Learnt) -> None:
        if len(learnt.pool) < self.asking.shots:
            raise RecordError(
                f"{self.asking.shots} examples are wanted and {len(learnt.pool)} of the training problems "
                f"have what the prompt {self.asking.prompt.name!r} shows; train on more, or take fewer shots"
            )
        self._drawer = Drawer(learnt.pool, self.asking.examples, self.asking.shots, self.asking.seed)

    def save(self, folder: Path) -> None:
        """Write the examples."""
        save_learnt(Learnt(() if self._drawer is None else self._drawer.pool), folder)

    def load(self, folder: Path) -> None:
        """Read the examples."""
        learnt = load_learnt(Learnt, folder)
        if self.asking.shots:
            self._remember(learnt)

    def solve(self, questions: Sequence[Question]) -> list[Prediction]:
        """Return what the model predicts, all questions and samples asked together."""
        requests = [request for question in questions for request in self._requests(question)]
        talks = [_Talk(request, [reply]) for request, reply in self._asked(requests)]
        owners = [question for question in questions for _ in range(self.asking.samples)]
        predictions = [self._read(*pair) for pair in zip(owners, talks, strict=True)]
        for _ in range(self.asking.reask):
            places = [place for place, one in enumerate(predictions) if _unread(one)]
            again = [self._again(talks[place]) for place in places]
            for place, (request, reply) in zip(places, self._asked(again), strict=True):
                talks[place] = _Talk(request, [*talks[place].replies, reply])
                predictions[place] = self._read(owners[place], talks[place])
        size = self.asking.samples
        return [
            self._together(talks[start : start + size], predictions[start : start + size])
            for start in range(0, len(talks), size)
        ]

    def _asked(self, requests: Sequence[ChatRequest]) -> list[tuple[ChatRequest, Reply]]:
        return list(zip(requests, self.model.complete_many(requests), strict=True))

    def _requests(self, question: Question) -> list[ChatRequest]:
        """Return the requests for one question, one per sample."""
        asking = self.asking
        messages = [Message("system", asking.prompt.system)] if asking.prompt.system else []
        for example in self._examples(question):
            messages += [Message("user", example.question), Message("assistant", example.reply)]
        messages.append(Message("user", asking.prompt.ask(question)))
        request = ChatRequest(
            model=asking.model,
            messages=tuple(messages),
            max_tokens=asking.max_tokens or asking.prompt.max_tokens,
            temperature=asking.temperature,
            stop=(*asking.prompt.stop, *asking.stop),
            limit_field=asking.limit_field,
        )
        if asking.temperature == 0:
            return [request] * asking.samples
        return [replace(request, seed=self._seed(question, place)) for place in range(asking.samples)]

    def _seed(self, question: Question, place: int) -> int:
        """Return where chance starts for one sample of one question, whatever else is asked."""
        digest = hashlib.sha256(f"{self.asking.seed}:{question.id}:{place}".encode()).digest()
        return int.from_bytes(digest[:4], "big") >> 1

    def _examples(self, question: Question) -> tuple[Example, ...]:
        if not self.asking.shots:
            return ()
        if self._drawer is None:
            raise RecordError(
                f"{self.asking.shots} examples are to be drawn from training problems, and there are none; "
                "name some to train on, or take shots=0"
            )
        return self._drawer.examples(question)

    def _again(self, talk: _Talk) -> ChatRequest:
        said = (Message("assistant", talk.replies[-1].text), Message("user", self.asking.prompt.again))
        return replace(talk.request, messages=(*talk.request.messages, *said))

    def _read(self, question: Question, talk: _Talk) -> Prediction:
        """Return one sample as a prediction."""
        reply = talk.replies[-1]
        usage = summed([_usage(one) for one in talk.replies])
        if reply.failure:
            key = FAILURE if reply.refused else UNREACHED
            return Prediction(problem=question.id, trace={key: reply.failure}, usage=usage)
        found = read_prediction(
            question,
            reply.text,
            wanted=self.asking.prompt.wanted,
            last_number=self.asking.last_number,
            cut=reply.finish == CUT,
        )
        trace: dict[str, Json] = {**found.trace}
        if reply.finish not in ("", "stop"):
            trace["finish"] = reply.finish
        return replace(found, trace=trace, usage=usage)

    def _together(self, talks: Sequence[_Talk], samples: Sequence[Prediction]) -> Prediction:
        """Return the prediction of all samples, with everything that was said."""
        chosen = vote(samples)
        failed = [one for one in samples if FAILURE in one.trace or UNREACHED in one.trace]
        trace: dict[str, Json] = {
            **chosen.trace,
            "prompt": self.asking.prompt.id,
            "messages": [{"role": one.role, "content": one.content} for one in self._first(talks[0])],
            "completions": [[reply.text for reply in talk.replies] for talk in talks],
        }
        thoughts: list[Json] = [reply.reasoning for talk in talks for reply in talk.replies]
        counts = {
            REASKED: sum(len(talk.replies) - 1 for talk in talks),
            "failed_samples": len(failed) if len(failed) < len(samples) else 0,
            "uncounted": sum(not reply.counted for talk in talks for reply in talk.replies),
        }
        trace |= {"reasoning": thoughts} if any(thoughts) else {}
        trace |= {name: count for name, count in counts.items() if count}
        return replace(chosen, trace=trace)

    def _first(self, talk: _Talk) -> tuple[Message, ...]:
        """Return what was said before the first reply."""
        return talk.request.messages[: len(talk.request.messages) - 2 * (len(talk.replies) - 1)]

    def __getstate__(self) -> dict[str, object]:
        if current_rehearsal() is not None:
            raise ParallelError(
                "a rehearsal is held in one process, since another one would ask; take jobs=1"
            )
        if self.model.ledger.cap is not None:
            raise ParallelError(
                "a cap holds in one process only; leave --jobs at 1, since many requests are under way at "
                "once there too (concurrency)"
            )
        return self.__dict__


@dataclass(frozen=True, slots=True)
class _Talk:
    """One sample: the last request, and every reply so far."""

    request: ChatRequest
    replies: list[Reply]


def _unread(prediction: Prediction) -> bool:
    return prediction.trace.get(READING) in (Status.UNREADABLE.value, Status.NONE.value)


def _usage(reply: Reply) -> Usage:
    return Usage(
        seconds=reply.seconds, tokens_in=reply.tokens_in, tokens_out=reply.tokens_out, cost=reply.cost
    )
