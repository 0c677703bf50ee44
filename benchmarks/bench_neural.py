"""GTS in batches of levels against GTS one node at a time: training, greedy and beam decoding, in one run.

Run from the repository root: python -m benchmarks.bench_neural [--device cuda] [--folds 5] [--help]

Problems are made up, as long as those of ASDiv-A. The plain side reads eight problems at once through a
packed LSTM when it trains, as published code does, and then goes through them one by one; it decodes one
problem at a time, in single precision and in half of it. On a CPU one thread is used, the clock is that of
the process's own time, so that other work on the machine does not count, and ours decodes in every
precision. Both sides of a comparison are measured in turn, several times; shown are medians. The roof is the
rate of a large matrix product on the same device, in the same precision; what a problem needs are the matrix
products of its own words and symbols, without padding.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import cycle, product
from operator import truediv
from random import Random
from statistics import median

import torch

from mwplab.solvers.neural.batch import Batch
from mwplab.solvers.neural.decoding import Decoder
from mwplab.solvers.neural.embedders import Scratch
from mwplab.solvers.neural.encoding import COARSE, EXACT, Sizes
from mwplab.solvers.neural.gts import Gts, GtsConfig
from mwplab.solvers.neural.products import make_product
from mwplab.solvers.neural.settings import Precision, Settings, make_settings
from mwplab.solvers.neural.symbols import Symbols
from mwplab.solvers.neural.training import Training
from tests.solvers.neural.plain_trees import PlainGts

WORDS, EMBEDDING = 1500, 128
SYMBOLS = Symbols(("+", "-", "*", "/"), (), 5)
LIMIT = 5
"""Symbols of the longest expression in ASDiv-A."""

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
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--hidden", type=int, default=512)
    parser.add_argument("--precision", default="fp32", choices=["fp32", "bf16"], help="of training")
    parser.add_argument("--problems", type=int, default=1024, help="how many there are")
    parser.add_argument("--batch", type=int, default=32, help="problems of a training step")
    parser.add_argument("--decode-batch", type=int, default=64, help="problems decoded at once")
    parser.add_argument("--folds", type=int, default=1, help="models trained side by side")
    parser.add_argument("--seconds", type=float, default=5.0, help="least time of each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is measured")
    return parser.parse_args()


def device_name(device: str) -> str:
    """Return what the numbers were measured on."""
    return torch.cuda.get_device_name(device) if device.startswith("cuda") else "CPU, one thread"


def clock(device: str) -> float:
    """Return seconds: of this process's own work on a CPU; on a GPU of the wall, once it has caught up."""
    if device.startswith("cuda"):
        torch.cuda.synchronize()
        return time.perf_counter()
    return time.process_time()


def matrix_rate(device: str, precision: Precision, size: int = 2048) -> float:
    """Return the operations a second of a large matrix product, the best of several."""
    work: Callable[[], object]
    if device.startswith("cuda"):
        size = 8192
        kind = torch.bfloat16 if precision is Precision.BF16 else torch.float32
        one, other = (torch.randn(size, size, device=device, dtype=kind) for _ in range(2))
        work = partial(torch.mm, one, other)
    else:
        made = make_product(torch.randn(size, size), None, precision)
        work = partial(made, made.round(torch.rand(size, size)))
    best = float("inf")
    for _ in range(8):
        start = clock(device)
        work()
        best = min(best, clock(device) - start)
    return 2 * size**3 / best


def problems(count: int) -> Batch:
    """Return problems of 12 to 84 words, 33 on average; a quarter have two operators, the others one."""
    random = Random(0)
    rows = count + 1  # the last one fills batches up
    lengths = torch.ones(rows, dtype=torch.long)
    words, targets = torch.zeros(rows, 84, dtype=torch.long), torch.zeros(rows, LIMIT, dtype=torch.long)
    steps, places = torch.ones_like(lengths), torch.zeros(rows, SYMBOLS.slots, dtype=torch.long)
    words[:, 0] = 1
    for row in range(count):
        lengths[row] = length = min(84, max(12, round(random.lognormvariate(3.42, 0.35))))
        words[row, :length] = torch.tensor(random.choices(range(2, WORDS), k=length))
        places[row, :3] = torch.tensor(random.sample(range(length), 3))
        target = [random.randrange(4), 4, 5]
        if random.random() < 0.25:
            target = [random.randrange(4), *([*target, 6] if random.random() < 0.5 else [6, *target])]
        steps[row] = len(target)
        targets[row, : len(target)] = torch.tensor(target)
    present = (torch.arange(SYMBOLS.slots) < 3).expand(rows, -1)
    weights = torch.tensor([1.0] * count + [0.0])
    return Batch(
        words=words,
        lengths=lengths,
        places=places,
        present=present,
        divisors=present,
        targets=targets,
        target_lengths=steps,
        weights=weights,
    )


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
    running = [training.run() for training in trainings]

    def step() -> int:
        for training, steps in zip(trainings, running, strict=True):
            with training.context:
                next(steps)
        return int(options.batch * options.folds)

    plain, optimiser = PlainGts(model), torch.optim.Adam(model.parameters())
    place = iter(range(0, 10**9, PLAIN_BATCH))

    def plain_step() -> int:
        start = next(place) % (count - PLAIN_BATCH)
        optimiser.zero_grad()
        with torch.autocast(data.words.device.type, torch.bfloat16, options.precision == Precision.BF16):
            loss = plain.loss(data.rows(torch.arange(start, start + PLAIN_BATCH, device=data.words.device)))
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        return PLAIN_BATCH

    # A GPU captures a step of each shape when it first meets it.
    warm(step, 2 * (count // options.batch) if data.words.is_cuda else 2)
    warm(plain_step, 1)
    ours, theirs = compare(options, step, plain_step)
    show(f"training, {options.folds} x batch {options.batch}", ours, [theirs], 3 * needed(model, data), roof)
    for note in filter(None, (training.note for training in trainings)):
        print(f"  note: {note}")
    return trainings


def decode(options: argparse.Namespace, training: Training, data: Batch) -> None:
    """Print how many problems are decoded in a second, here and in the plain way."""
    model = training.model
    assert isinstance(model, Gts)
    model.eval()
    cuda = data.words.is_cuda
    precisions = [Precision(options.precision)] if cuda else list(Precision)
    with training.context:  # decoding is captured, which the default stream does not allow
        for beam, precision in product(BEAMS, precisions):
            decoder = Decoder(model, limit=LIMIT, precision=precision)
            step = partial(next, forever(decoder, data, beam, options.decode_batch))
            warm(step, 2 * (len(data.words) - 1) // options.decode_batch if cuda else 1)
            plain = [partial(next, one_by_one(model, data, beam, half=half)) for half in (False, True)]
            for each in plain:
                warm(each, 3)
            ours, *theirs = compare(options, step, *plain)
            name = "greedy" if beam == 1 else f"beam {beam}"
            show(
                f"{name} decoding, batch {options.decode_batch}, {precision}",
                ours,
                theirs,
                needed(model, data, by_table=not cuda),
                matrix_rate(options.device, precision),
            )


def one_by_one(model: Gts, data: Batch, beam: int, *, half: bool) -> Iterator[int]:
    """Decode all problems again and again in the plain way, and yield after each."""
    plain = PlainGts(model)
    for number in cycle(range(len(data.words) - 1)):
        single = data.rows(torch.tensor([number], device=data.words.device))
        single = replace(single, words=single.words[:, : int(single.lengths)])
        with torch.no_grad(), torch.autocast(data.words.device.type, torch.bfloat16, half):
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


def warm(work: Callable[[], int], times: int) -> None:
    """Do some work that is not measured."""
    for _ in range(times):
        work()


def compare(options: argparse.Namespace, *works: Callable[[], int]) -> list[list[float]]:
    """Return how many problems a second each piece of work gets through, measured in turn some times."""
    rounds = [[rate(work, options) for work in works] for _ in range(options.rounds)]
    return [list(rates) for rates in zip(*rounds, strict=True)]


def rate(work: Callable[[], int], options: argparse.Namespace) -> float:
    """Return how many problems a second some work gets through."""
    # Reading the clock makes a GPU catch up, so it is read now and then only.
    burst = 20 if options.device.startswith("cuda") else 1
    done, start = 0, clock(options.device)
    limit = time.perf_counter() + 5 * options.seconds  # a busy machine must not keep us for ever
    while clock(options.device) - start < options.seconds and time.perf_counter() < limit:
        done += sum(work() for _ in range(burst))
    return done / (clock(options.device) - start)


def needed(model: Gts, data: Batch, *, by_table: bool = False) -> float:
    """Return the operations that the matrix products of one problem need on average, forwards.

    With a table of what each word gives to the first layer, its products with words are none of them.
    """
    hidden, width = model.write.constants.shape[1], EMBEDDING
    layers = model.read.forth
    inputs = [0 if by_table else EMBEDDING, *[2 * hidden] * (len(layers) - 1)]
    word = sum(2 * 4 * hidden * (each + hidden) for each in inputs) + hidden * hidden
    symbol = hidden * (2 * hidden + hidden + 2 * hidden + len(SYMBOLS.operators) * 2)
    operator = (2 * hidden + width) * 4 * hidden + 2 * hidden * hidden  # split, and one goal with two inputs
    words, symbols = data.lengths[:-1].double().mean().item(), data.target_lengths[:-1].double().mean().item()
    return 2 * (words * word + symbols * symbol + (symbols - 1) / 2 * operator)


def show(name: str, ours: list[float], theirs: list[list[float]], operations: float, roof: float) -> None:
    """Print one comparison: rates and ratios of single rounds, their medians."""
    share = median(ours) * operations / roof
    limit = "matrix products" if share > 0.5 else "launches and memory: the products are too small to fill it"
    plain = "; ".join(
        f"plain {label} {median(rates):,.1f}, ratio {median(map(truediv, ours, rates)):.1f}"
        for label, rates in zip(("", "in bf16"), theirs, strict=False)
    ).replace("  ", " ")
    print(
        f"{name}: {median(ours):,.1f} problems/s; {plain}; {operations / 1e9:.2f} GFLOP a problem, "
        f"{share:.0%} of the roof of {roof / 1e9:,.0f} GFLOP/s (limited by {limit})"
    )


if __name__ == "__main__":
    main()
