"""GTS in batches of levels against GTS one node at a time: training, greedy and beam decoding, in one run.

Run from the repository root: python -m benchmarks.bench_neural [--device cuda] [--folds 5] [--help]

Problems are made up, as long as those of ASDiv-A. The plain side reads problems at once through a packed LSTM
when it trains, eight as published code does, and as many as ours with its fused Adam besides, and then goes
through them one by one; it decodes one problem at a time, in single precision and in half of it. On a CPU one
thread is used, the clock is that of the process's own time, so that other work on the machine does not count,
and ours decodes in every precision; bf16 is left out where a processor has no products of such numbers. All
sides of a comparison are measured in turn, several times; shown are medians. The roof is the rate of a large
matrix product on the same device, in the same precision; what a problem needs are the matrix products of its
own words and symbols, without padding.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from functools import partial
from itertools import cycle, product
from operator import truediv
from random import Random
from statistics import median

import torch

from benchmarks.neural_problems import EMBEDDING, LIMIT, SYMBOLS, WORDS, needed, problems
from benchmarks.roof import clock, device_name, matrix_rate
from mwplab.solvers.neural.batch import Batch
from mwplab.solvers.neural.decoding import Decoder
from mwplab.solvers.neural.embedders import Scratch
from mwplab.solvers.neural.encoding import COARSE, EXACT, Cut, Sizes
from mwplab.solvers.neural.gts import Gts, GtsConfig
from mwplab.solvers.neural.settings import Precision, Settings, make_settings
from mwplab.solvers.neural.steps import autocast, in_halves
from mwplab.solvers.neural.training import Training
from tests.solvers.neural.plain_trees import PlainGts

Work = Callable[[], int]
"""Does a piece of work and returns how many problems it had."""

PLAIN_BATCH = 8
BEAMS = (1, 5)


def main() -> None:
    """Print all measurements."""
    options = arguments()
    torch.set_num_threads(1)
    precision = Precision(options.precision)
    roof = matrix_rate(options.device, precision)
    print(f"{device_name(options.device)}, {precision}, hidden {options.hidden}")
    print(f"roof: {roof / 1e12:.3f} TFLOP/s in a large matrix product")
    data = problems(options.problems).to(options.device)
    training = train(options, data, roof)
    decode(options, training[0], data)


def arguments() -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--hidden", type=int, default=512)
    parser.add_argument("--precision", default="fp32", choices=["fp32", "bf16"], help="of training")
    parser.add_argument("--problems", type=int, default=1024, help="how many there are")
    parser.add_argument("--batch", type=int, default=32, help="problems of a training step")
    parser.add_argument("--decode-batch", type=int, default=64, help="problems decoded at once")
    parser.add_argument("--folds", type=int, default=1, help="models trained side by side")
    parser.add_argument("--seconds", type=float, default=5.0, help="least time of each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured")
    options = parser.parse_args()
    if options.device.startswith("cuda") and not torch.cuda.is_available():
        parser.error("there is no GPU here; leave out --device, or give cpu")
    return options


def make_training(options: argparse.Namespace, data: Batch, seed: int) -> Training:
    """Return a model in training with the published sizes."""
    settings: Settings = make_settings(
        "gts",
        {"hidden": options.hidden, "batch": options.batch, "epochs": 10**6, "precision": options.precision},
    )
    torch.manual_seed(seed)
    config = GtsConfig(symbols=SYMBOLS, hidden=options.hidden, symbol_embedding=EMBEDDING)
    model = Gts(config, Scratch(WORDS, EMBEDDING)).to(options.device)
    return Training(model, data, settings, limit=LIMIT)


def train(options: argparse.Namespace, data: Batch, roof: float) -> list[Training]:
    """Print how many problems are trained on in a second, here and in the plain way."""
    trainings = [make_training(options, data, seed) for seed in range(options.folds)]
    model = trainings[0].model
    assert isinstance(model, Gts)
    count = len(data.words) - 1
    counters = [Counter(training, count) for training in trainings]
    running = [training.run() for training in trainings]

    def step() -> int:
        before = sum(one.problems for one in counters)
        for training, steps in zip(trainings, running, strict=True):
            with training.context:
                next(steps)
        return sum(one.problems for one in counters) - before

    precision = Precision(options.precision)
    # Each side trains weights of its own: ours are written by captured steps, in streams of their own.
    plain = [
        partial(next, plain_steps(deepcopy(model), data, PLAIN_BATCH, precision, fused=False)),
        partial(next, plain_steps(deepcopy(model), data, options.batch, precision, fused=True)),
    ]
    # A GPU captures a step of each shape when it first meets it.
    warm(step, 2 * (count // options.batch) if data.words.is_cuda else 2)
    for each in plain:
        warm(each, 1)
    ours, *theirs = compare(options, step, *plain)
    show(
        f"training, {options.folds} x batch {options.batch}",
        ours,
        {f"batch {PLAIN_BATCH}": theirs[0], f"batch {options.batch}, fused Adam": theirs[1]},
        3 * needed(model, data),
        roof,
    )
    for note in filter(None, (training.note for training in trainings)):
        print(f"  note: {note}")
    return trainings


class Counter:
    """Stands before the steps of a training and counts the problems that they take.

    A training also yields while a GPU has still to catch up; such a wait is no step.
    """

    def __init__(self, training: Training, count: int) -> None:
        self.step, self.count, self.problems = training.step, count, 0
        training.step = self  # type: ignore[assignment]

    def __call__(self, cut: Cut, index: torch.Tensor, seed: int) -> None:
        """Take a step; the problem that fills batches up does not count."""
        self.problems += sum(row < self.count for row in cut.rows)
        self.step(cut, index, seed)

    def __getattr__(self, name: str) -> object:
        return getattr(self.step, name)


def plain_steps(model: Gts, data: Batch, size: int, precision: Precision, *, fused: bool) -> Iterator[int]:
    """Train in the plain way for ever, and yield after each step how many problems it had."""
    plain, optimiser = PlainGts(model), torch.optim.Adam(model.parameters(), fused=fused)
    for place in range(0, 10**9, size):
        start = place % (len(data.words) - 1 - size)
        optimiser.zero_grad()
        with autocast(data.words.device, precision):
            loss = plain.loss(data.rows(torch.arange(start, start + size, device=data.words.device)))
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        yield size


def decode(options: argparse.Namespace, training: Training, data: Batch) -> None:
    """Print how many problems are decoded in a second, here and in the plain way."""
    model = training.model
    assert isinstance(model, Gts)
    model.eval()
    cuda = data.words.is_cuda
    halves = in_halves(data.words.device, Precision.BF16)
    plain_ones = {"": Precision.FP32} | ({"in bf16": Precision.BF16} if halves else {})
    ours_in = [one for one in Precision if halves or one is not Precision.BF16]
    with training.context:  # decoding is captured, which the default stream does not allow
        for beam, precision in product(BEAMS, [Precision(options.precision)] if cuda else ours_in):
            decoder = Decoder(model, limit=LIMIT, precision=precision)
            step = partial(next, forever(decoder, data, beam, options.decode_batch))
            warm(step, 2 * (len(data.words) - 1) // options.decode_batch if cuda else 1)
            plain = [partial(next, one_by_one(model, data, beam, one)) for one in plain_ones.values()]
            for each in plain:
                warm(each, 3)
            ours, *theirs = compare(options, step, *plain)
            name = "greedy" if beam == 1 else f"beam {beam}"
            show(
                f"{name} decoding, batch {options.decode_batch}, {precision}",
                ours,
                dict(zip(plain_ones, theirs, strict=True)),
                needed(model, data, by_table=not cuda),
                matrix_rate(options.device, precision),
            )


def one_by_one(model: Gts, data: Batch, beam: int, precision: Precision) -> Iterator[int]:
    """Decode all problems again and again in the plain way, and yield after each."""
    plain = PlainGts(model)
    for number in cycle(range(len(data.words) - 1)):
        single = data.rows(torch.tensor([number], device=data.words.device))
        single = replace(single, words=single.words[:, : int(single.lengths)])
        with torch.no_grad(), autocast(data.words.device, precision):
            plain.decode(single, beam, LIMIT)
        yield 1


def forever(decoder: Decoder, data: Batch, beam: int, size: int) -> Iterator[int]:
    """Decode all problems again and again, batch by batch, and yield how many each batch held."""
    # Batches of like length come in no order, so that a part of them stands for all.
    unknown = replace(data, target_lengths=torch.ones_like(data.target_lengths))
    cuts = Sizes.of(unknown).cuts(size, Random(0), COARSE if data.words.is_cuda else EXACT)
    for cut in cycle(cuts):
        decoder(cut.of(data), beam)
        yield sum(row < len(data.words) - 1 for row in cut.rows)


def warm(work: Work, times: int) -> None:
    """Do some work that is not measured."""
    for _ in range(times):
        work()


def compare(options: argparse.Namespace, *works: Work) -> list[list[float]]:
    """Return how many problems a second each piece of work gets through, measured in turn some times."""
    rounds = [[rate(work, options) for work in works] for _ in range(options.rounds)]
    return [list(rates) for rates in zip(*rounds, strict=True)]


def rate(work: Work, options: argparse.Namespace) -> float:
    """Return how many problems a second some work gets through."""
    # Reading the clock makes a GPU catch up, so it is read now and then only.
    burst = 20 if options.device.startswith("cuda") else 1
    done, start = 0, clock(options.device)
    limit = time.perf_counter() + 5 * options.seconds  # a busy machine must not keep us for ever
    while clock(options.device) - start < options.seconds and time.perf_counter() < limit:
        done += sum(work() for _ in range(burst))
    return done / (clock(options.device) - start)


def show(
    name: str, ours: list[float], theirs: dict[str, list[float]], operations: float, roof: float
) -> None:
    """Print one comparison: rates and ratios of single rounds, their medians."""
    share = median(ours) * operations / roof
    limit = "matrix products" if share > 0.5 else "launches and memory: the products are too small to fill it"
    plain = "; ".join(
        f"plain {label} {median(rates):,.1f}, ratio {median(map(truediv, ours, rates)):.1f}"
        for label, rates in theirs.items()
    ).replace("  ", " ")
    print(
        f"{name}: {median(ours):,.1f} problems/s; {plain}; {operations / 1e9:.2f} GFLOP a problem, "
        f"{share:.0%} of the roof of {roof / 1e9:,.0f} GFLOP/s (limited by {limit})"
    )


if __name__ == "__main__":
    main()
