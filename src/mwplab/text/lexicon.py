"""The words that stand for numbers, with their values."""

from __future__ import annotations

from fractions import Fraction


def word_set(text: str) -> frozenset[str]:
    """Return the words of a list written as running text.

    >>> sorted(word_set("one two"))
    ['one', 'two']
    """
    return frozenset(text.split())


_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINAL_ONES = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_ORDINAL_TENS = "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth"

UNITS = {word: value for value, word in enumerate(f"{_ONES} sixteen seventeen eighteen nineteen".split())}
"""Zero to nineteen."""

TENS = {word: 10 * value for value, word in enumerate(_TENS.split(), start=2)} | {"fourty": 40, "ninty": 90}
"""Twenty to ninety, with two common misspellings."""

SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
"""Words that multiply what stands before them; *hundred* is apart, since it may stand before them itself."""

ORDINALS = (
    {word: value for value, word in enumerate(_ORDINAL_ONES.split(), start=1)}
    | {word: 10 * value for value, word in enumerate(_ORDINAL_TENS.split(), start=2)}
    | {"hundredth": 100, "thousandth": 10**3, "millionth": 10**6, "billionth": 10**9}
)
"""First to billionth; all but the first two are also parts of a whole."""

PARTS = {f"{word}s": value for word, value in ORDINALS.items() if value > 2}
"""Thirds to billionths, and what the eye may take for them."""

GLYPHS = {
    "½": Fraction(1, 2),
    "⅓": Fraction(1, 3),
    "⅔": Fraction(2, 3),
    "¼": Fraction(1, 4),
    "¾": Fraction(3, 4),
    "⅕": Fraction(1, 5),
    "⅖": Fraction(2, 5),
    "⅗": Fraction(3, 5),
    "⅘": Fraction(4, 5),
    "⅙": Fraction(1, 6),
    "⅚": Fraction(5, 6),
    "⅐": Fraction(1, 7),
    "⅛": Fraction(1, 8),
    "⅜": Fraction(3, 8),
    "⅝": Fraction(5, 8),
    "⅞": Fraction(7, 8),
    "⅑": Fraction(1, 9),
    "⅒": Fraction(1, 10),
}
"""Fractions that are one character."""

MULTIPLES = {
    "twice": 2,
    "double": 2,
    "doubles": 2,
    "doubled": 2,
    "thrice": 3,
    "triple": 3,
    "triples": 3,
    "tripled": 3,
    "treble": 3,
    "quadruple": 4,
    "quadruples": 4,
    "quadrupled": 4,
}
"""Words that say how many times."""

COINS = {
    "penny": Fraction(1, 100),
    "pennies": Fraction(1, 100),
    "nickel": Fraction(1, 20),
    "nickels": Fraction(1, 20),
    "nickle": Fraction(1, 20),
    "nickles": Fraction(1, 20),
    "dime": Fraction(1, 10),
    "dimes": Fraction(1, 10),
    "quarter": Fraction(1, 4),
    "quarters": Fraction(1, 4),
}
"""Coins with their value in dollars."""

PAIRS = {"pair": 2, "pairs": 2, "couple": 2, "couples": 2, "both": 2}
"""Words for two things together."""

SINGLES = {"single": 1, "once": 1}
"""Words for one thing alone."""

PARITIES = {"odd": 2, "even": 2}
"""The step from one odd or even number to the next."""

CURRENCIES = word_set("$ € £ ¥ ₹ ¢ rs inr usd eur php")
"""What may stand before an amount of money."""

MONEY = word_set("dollar dollars buck bucks euro euros rupee rupees peso pesos yen yuan franc francs")
"""What may stand behind an amount of money; *pounds* are more often a weight."""

CENTS = word_set("cent cents ¢ pence")
"""What may stand behind an amount of small money."""

PERCENT = word_set("% percent percents pct percentage")
"""What may stand behind a percentage; *per cent* is seen to apart."""
