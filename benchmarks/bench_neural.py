"""GTS in batches of levels against GTS one node at a time: training, greedy and beam decoding, in one run.

Run from the repository root: python -m benchmarks.bench_neural [--device cuda] [--folds 5] [--help]

Problems are made up, as long as those of ASDiv-A. The plain side reads eight problems at once through a
packed LSTM when it trains, as published code does, and then goes through them one by one; it decodes one
problem at a time. On a CPU one thread is used, and the clock is that of the thread's own time, so that
other work on the machine does not count. The roof is the rate of a large matrix product on the same
device, in the same precision; what a problem needs are the matrix products of its own words and symbols,
without padding.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import cycle
from random import Random

import torch

from mwplab.solvers.neural.batch import Batch
from mwplab.solvers.neural.decoding import Decoder
from mwplab.solvers.neural.embedders import Scratch
from mwplab.solvers.neural.encoding import COARSE, EXACT, Sizes
from mwplab.solvers.neural.gts import Gts, GtsConfig
from mwplab.solvers.neural.settings import Precision, Settings, make_settings
from mwplab.solvers.neural.symbols import Symbols
from mwplab.solvers.neural.training import Training
from tests.solvers.neural.plain_trees import PlainGts

WORDS, EMBEDDING = 1500, 128
SYMBOLS = Symbols(("+", "-", "*", "/"), (), 5)
LIMIT = 5
"""Symbols of the longest expression in ASDiv-A."""

PLAIN_BATCH = 8


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
    decode(options, training[0], data, roof)


def arguments() -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--hidden", type=int, default=512)
    parser.add_argument("--precision", default="fp32", choices=list(Precision))
    parser.add_argument("--problems", type=int, default=1024, help="how many there are")
    parser.add_argument("--batch", type=int, default=32, help="problems of a training step")
    parser.add_argument("--decode-batch", type=int, default=64, help="problems decoded at once")
    parser.add_argument("--folds", type=int, default=1, help="models trained side by side")
    parser.add_argument("--seconds", type=float, default=15.0, help="least time of each measurement")
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
    size = 8192 if device.startswith("cuda") else size
    dtype = torch.bfloat16 if precision is Precision.BF16 else torch.float32
    one, other = (torch.randn(size, size, device=device, dtype=dtype) for _ in range(2))
    best = float("inf")
    for _ in range(5):
        start = clock(device)
        torch.mm(one, other)
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

    # A GPU captures a step of each shape when it first meets it.
    epoch = count // options.batch
    ours = rate(step, options, warm=2 * epoch if data.words.is_cuda else 2)
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

    theirs = rate(plain_step, options, warm=1)
    show(f"training, {options.folds} x batch {options.batch}", ours, theirs, 3 * needed(model, data), roof)
    for note in filter(None, (training.note for training in trainings)):
        print(f"  note: {note}")
    return trainings


def decode(options: argparse.Namespace, training: Training, data: Batch, roof: float) -> None:
    """Print how many problems are decoded in a second, here and in the plain way."""
    model = training.model
    assert isinstance(model, Gts)
    model.eval()
    decoder = Decoder(model, limit=LIMIT, precision=Precision(options.precision))
    plain = PlainGts(model)
    count = len(data.words) - 1
    for beam in (1, 5):
        found = forever(decoder, data, beam, options.decode_batch)
        warm = 2 * count // options.decode_batch if data.words.is_cuda else 1
        ours = rate(partial(next, found), options, warm)
        place = iter(range(10**9))

        def one(beam: int = beam, place: Iterator[int] = place) -> int:
            row = torch.tensor([next(place) % count], device=data.words.device)
            length = int(data.lengths[row])
            single = data.rows(row)
            with torch.no_grad():
                plain.decode(replace(single, words=single.words[:, :length]), beam, LIMIT)
            return 1

        theirs = rate(one, options, warm=3)
        name = "greedy" if beam == 1 else f"beam {beam}"
        show(f"{name} decoding, batch {options.decode_batch}", ours, theirs, needed(model, data), roof)


def forever(decoder: Decoder, data: Batch, beam: int, size: int) -> Iterator[int]:
    """Decode all problems again and again, batch by batch, and yield how many each batch held."""
    # Batches of like length come in no order, so that a part of them stands for all.
    unknown = replace(data, target_lengths=torch.ones_like(data.target_lengths))
    cuts = Sizes.of(unknown).cuts(size, Random(0), COARSE if data.words.is_cuda else EXACT)
    for cut in cycle(cuts):
        decoder(cut.of(data), beam)
        yield sum(row < len(data.words) - 1 for row in cut.rows)


def rate(work: Callable[[], int], options: argparse.Namespace, warm: int) -> float:
    """Return how many problems a second some work gets through."""
    for _ in range(warm):
        work()
    # Reading the clock makes a GPU catch up, so it is read now and then only.
    burst = 20 if options.device.startswith("cuda") else 1
    done, start = 0, clock(options.device)
    limit = time.perf_counter() + 2 * options.seconds  # a busy machine must not keep us for ever
    while clock(options.device) - start < options.seconds and time.perf_counter() < limit:
        done += sum(work() for _ in range(burst))
    return done / (clock(options.device) - start)


def needed(model: Gts, data: Batch) -> float:
    """Return the operations that the matrix products of one problem need on average, forwards."""
    hidden, width = model.write.constants.shape[1], EMBEDDING
    layers = model.read.forth
    inputs = [EMBEDDING, *[2 * hidden] * (len(layers) - 1)]
    word = sum(2 * 4 * hidden * (each + hidden) for each in inputs) + hidden * hidden
    symbol = hidden * (2 * hidden + hidden + 2 * hidden + len(SYMBOLS.operators) * 2)
    operator = (2 * hidden + width) * 4 * hidden + 2 * hidden * hidden  # split, and one goal with two inputs
    words, symbols = data.lengths[:-1].double().mean().item(), data.target_lengths[:-1].double().mean().item()
    return 2 * (words * word + symbols * symbol + (symbols - 1) / 2 * operator)


def show(name: str, ours: float, theirs: float, operations: float, roof: float) -> None:
    """Print one comparison."""
    share = ours * operations / roof
    limit = "matrix products" if share > 0.5 else "launches and memory: the products are too small to fill it"
    print(
        f"{name}: {ours:,.1f} problems/s, plain {theirs:,.1f}, ratio {ours / theirs:.1f}; "
        f"{operations / 1e9:.2f} GFLOP a problem, {share:.0%} of the roof (limited by {limit})"
    )


if __name__ == "__main__":
    main()
