"""Made-up problems as benchmarks need them: any number, always the same, and shaped like real ones.

A problem is three to five sentences, the last a question. A sentence fills the places of a pattern: little
words stay, names, numbers and words of content vary. Patterns are drawn by a law of Zipf's kind without end:
nine thousand problems have nine thousand of them, the commonest in every 50th problem. Words of content come
from two hundred thousand and names from ten thousand by Zipf's law; a problem has a few that it is about. One
problem in ten tells an earlier story again with other names and numbers and sometimes another word.

With 8,792 problems, as many as GSM8K has, this comes near to it. The texts that have an n-gram of a problem
are, summed up over its n-grams and divided by all, 0.021 for 4-grams (GSM8K 0.021), 0.35 for 3-grams (0.26),
1.3 for pairs (1.4) and 10.6 for words (10.5); that is what a search spends its time on. The corpora of the
five papers have more copies, so that a search in them is quicker.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random

LITTLE = str.split(
    "the a of and has in how many to is he with each for are she there on at if his her was from they have "
    "it more than that after some into when gave then left by were all per one another as who them be will"
)
STOPPED = {*LITTLE, "what", "find", "much", ".", "?"}
ASKED = ["how many WORD", "how much", "what is the", "find the", "in how many", "if"]
NAME, NUMBER, WORD = "NAME", "NUMBER", "WORD"
COPIES = 0.1
"""The share of problems that tell an earlier story again."""


def problems(size: int, seed: int = 7) -> list[list[str]]:
    """Return the words of each problem."""
    return list(islice(_problems(Random(seed)), size))


def content(problem: list[str]) -> list[str]:
    """Return what lexicon diversity compares: words of content, one mask for names or numbers in a row."""
    kept: list[str] = []
    for word in problem:
        mask = NUMBER if word.isdigit() else NAME if word.startswith("Name") else ""
        if (mask and kept[-1:] != [mask]) or not (mask or word in STOPPED):
            kept.append(mask or word)
    return kept


def _problems(random: Random) -> Iterator[list[str]]:
    stories: list[list[str]] = []
    while True:
        if stories and random.random() < COPIES:
            story = list(random.choice(stories))
            if random.random() < 0.5:
                story[random.randrange(len(story))] = _word(random)
        else:
            story = _story(random)
            stories.append(story)
        people = [_name(random), _name(random)]
        yield [_filled(word, people, random) for word in story]


def _story(random: Random) -> list[str]:
    about = [_word(random) for _ in range(random.randint(3, 6))]
    found = []
    for _ in range(random.randint(2, 4)):
        found += [
            random.choice(about) if word == WORD else word for word in _pattern(_zipf(random, 1.5, 100))
        ]
        found.append(".")
    asked = random.choices(ASKED, (6, 2, 1, 1, 1, 1))[0].split()
    question = [*asked, *_pattern(-_zipf(random, 1.5, 100)), "?"]
    return found + [random.choice(about) if word == WORD else word for word in question]


@cache
def _pattern(number: int) -> tuple[str, ...]:
    random = Random(f"pattern:{number}")
    kinds = random.choices((LITTLE, WORD, NUMBER, NAME), (10, 6, 2, 2), k=random.randint(5, 13))
    kinds[:2] = WORD, WORD  # every sentence is about something
    random.shuffle(kinds)
    return tuple(
        LITTLE[min(_zipf(random, 1.7, 8), len(LITTLE)) - 1] if kind is LITTLE else kind for kind in kinds
    )


def _filled(word: str, people: list[str], random: Random) -> str:
    if word == NAME:
        return random.choice(people)
    if word == NUMBER:
        return str(int(2 * 500 ** random.random()))
    return word


def _word(random: Random) -> str:
    return f"word{int(200_000 ** random.random())}"


def _name(random: Random) -> str:
    return f"Name{int(10_000 ** random.random())}"


def _zipf(random: Random, power: float, flat: float = 1.0) -> int:
    # The number n is drawn about as often as (n + flat) ** -power says, for any n; the greatest are cut off.
    return 1 + int(min(flat * ((1 - random.random()) ** (-1 / (power - 1)) - 1), 1e7))
