"""Fuzz every reader of equations by hand with atheris: nothing but an EquationError may come out.

    python scripts/fuzz_equations.py -max_total_time=600 [corpus folder]

Options with one dash are libFuzzer's. An input that crashes, or takes more than two seconds of the processor,
is written to the present folder; give its path as an argument to run it again.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import suppress

# A reader needs milliseconds; instrumented and with equations to solve it gets more. It starts no process, so
# its own time says it all, whatever else the machine does.
ALLOWED_SECONDS = 2.0


def readers() -> list[Callable[[str], object]]:
    """Return the readers, each as a function of one text."""
    from mwplab.equations import prefix
    from mwplab.equations.grammar import parse, parse_expression
    from mwplab.equations.notations import asdiv, dolphin, draw, mathqa, mawps, svamp
    from mwplab.equations.numbers import read_number
    from mwplab.equations.render import render

    def round_trip(text: str) -> None:
        system = parse(text)
        assert parse(render(system)) == system

    def prefix_round_trip(text: str) -> None:
        node = prefix.read_prefix(text)
        assert prefix.read_prefix(prefix.write_prefix(node)) == node

    def formula(text: str) -> object:
        problem, _, answer = text.partition("|")
        return asdiv.read(problem, answer=answer)

    return [
        round_trip,
        parse_expression,
        prefix_round_trip,
        read_number,
        formula,
        lambda text: mawps.read(text.split("|")),
        lambda text: draw.read_template(text.split("|"), ["a", "b", "c"]),
        lambda text: dolphin.read(text.split("|")),
        svamp.read,
        svamp.read_prefix,
        mathqa.read_linear,
        mathqa.read_nested,
    ]


def main() -> None:
    """Run libFuzzer over all readers, the first byte of an input choosing one of them."""
    try:
        import atheris
    except ImportError:
        raise SystemExit(
            "fuzzing needs the package 'atheris'; install it with: pip install atheris"
        ) from None
    with atheris.instrument_imports(include=["mwplab.equations"]):
        from mwplab.errors import EquationError

        known = readers()

    def test_one_input(data: bytes) -> None:
        if not data:
            return
        reader, text = known[data[0] % len(known)], data[1:].decode("utf-8", "replace")
        start = time.process_time()
        with suppress(EquationError):
            reader(text)
        assert time.process_time() - start < ALLOWED_SECONDS, f"slow: {text[:200]!r}"

    atheris.Setup(sys.argv, test_one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
