"""100,000 completions read and judged on one core: answers, equations and programs as models write them.

Run with: python benchmarks/bench_reading.py
"""

from __future__ import annotations

import time
from collections import Counter
from random import Random

from mwplab.catalogue import load
from mwplab.judge import SolutionJudge, judge_row
from mwplab.reading import Wanted, read_prediction
from mwplab.records import Problem

COMPLETIONS = 100_000
GOAL = 60.0
"""Seconds that reading and judging them may take."""

THOUGHTS = [
    "To solve this problem, we need to break it down step by step.",
    "First, let's look at what the story tells us: there are {0} of one kind and {1} of the other.",
    "We start with {0} and then take {1} into account, which changes the total.",
    "So we compute {0} + {1} = {2}, and {0} * {1} would be something else entirely.",
    "Next, we check the question once more to see what is asked for.",
    "- There are {0} at the beginning.\n- Later there are {1} more or fewer.",
    "1. **Given:** {0} and {1}.\n2. **Asked:** the number at the end.",
]
"""What stands before the answer; a completion has a few of them."""

ENDS = [
    "The answer is {2}.",
    "Therefore, the answer is **{2}**.",
    "#### {2}",
    r"Thus the final answer is $\boxed{{{2}}}$.",
    '{{"answer": {2}}}',
    "<think>Is it {0}? No.</think>The answer is {2}",
    "So there are {2} in total. Let me know if you have any other questions!",
    "I am not sure what to make of it, and the story goes on",
    "I'm sorry, but I cannot determine the answer.",
    "**Final answer:** {2} items",
]
"""How completions end, with an answer or without."""


def completion(problem: Problem, random: Random) -> tuple[str, Wanted]:
    """Return what a model might write about a problem, and what it was asked for."""
    numbers = [str(quantity.value) for quantity in problem.quantities] or ["3"]
    answer = "; ".join(str(one.value) for one in problem.answers)
    fields = (random.choice(numbers), random.choice(numbers), random.choice([answer, answer, "17", "4.5"]))
    wanted = random.choices(list(Wanted), (8, 1, 1))[0]
    if wanted is Wanted.EQUATION:
        stated = random.choice([problem.equations, problem.filled_equations])
        return f"Sure, here it is.\n\nEquation: {stated}", wanted
    if wanted is Wanted.PROGRAM:
        return "first = q0 + q1\nsecond = first * 2  # twice\nanswer = second - q0", wanted
    parts = [random.choice(THOUGHTS) for _ in range(random.randint(0, 24))]
    return "\n".join([*parts, random.choice(ENDS)]).format(*fields), wanted


def main() -> None:
    """Print the time and what the verdicts were."""
    random, problems = Random(1), load("starter").problems
    asked = [problems[number % len(problems)] for number in range(COMPLETIONS)]
    said = [completion(problem, random) for problem in asked]
    judges = {"solution": SolutionJudge()}
    size = sum(len(text) for text, _ in said) / COMPLETIONS
    reading = judging = 0.0
    verdicts: Counter[str] = Counter()
    for problem, (text, wanted) in zip(asked, said, strict=True):
        start = time.process_time()
        prediction = read_prediction(problem, text, wanted=wanted)
        middle = time.process_time()
        row = judge_row(problem, prediction, judges)
        judging += time.process_time() - middle
        reading += middle - start
        verdicts[row.verdicts["solution"].value] += 1
    print(f"{COMPLETIONS:,} completions of {size:.0f} characters: {dict(sorted(verdicts.items()))}")
    print(f"read {reading:.1f} s, judged {judging:.1f} s, together {reading + judging:.1f} s (goal {GOAL:g})")


if __name__ == "__main__":
    main()
