"""Units brought to one form: *kgs*, *kg.* and *Kilograms* are ``kilogram``."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from functools import lru_cache

_SHORT = {
    "kg": "kilogram", "kgs": "kilogram", "kilo": "kilogram", "g": "gram", "gm": "gram", "gms": "gram",
    "mg": "milligram", "lb": "pound", "lbs": "pound", "oz": "ounce",
    "km": "kilometer", "kms": "kilometer", "m": "meter", "cm": "centimeter", "cms": "centimeter",
    "mm": "millimeter", "mi": "mile", "yd": "yard", "yds": "yard", "ft": "foot", "in": "inch", "ins": "inch",
    "l": "liter", "ml": "milliliter", "gal": "gallon", "gals": "gallon", "qt": "quart", "pt": "pint",
    "h": "hour", "hr": "hour", "hrs": "hour", "min": "minute", "mins": "minute", "s": "second",
    "sec": "second", "secs": "second", "wk": "week", "wks": "week", "mo": "month",
    "yr": "year", "yrs": "year",
    "usd": "dollar", "buck": "dollar", "c": "cent", "eur": "euro", "gbp": "pound sterling", "rs": "rupee",
    "inr": "rupee", "pct": "percent", "deg": "degree", "sq": "square", "cu": "cubic", "pc": "piece",
    "pcs": "piece", "doz": "dozen",
}  # fmt: skip
_SIGNS = {"$": " dollar ", "¢": " cent ", "€": " euro ", "£": " pound sterling ", "₹": " rupee ",
          "%": " percent ",          "°": " degree ", "²": "^2 ", "³": "^3 ", "'": "", "’": ""}  # fmt: skip
_COMPOUND = {"mph": "mile per hour", "kmh": "kilometer per hour", "kph": "kilometer per hour"}
_IRREGULAR = {
    "feet": "foot", "people": "person", "persons": "person", "children": "child", "men": "man",
    "women": "woman", "mice": "mouse", "geese": "goose", "teeth": "tooth", "oxen": "ox", "pence": "penny",
    "pennies": "penny", "leaves": "leaf", "loaves": "loaf", "knives": "knife", "wolves": "wolf",
    "shelves": "shelf", "halves": "half", "calves": "calf", "scarves": "scarf", "wives": "wife",
    "dice": "die", "buses": "bus", "metre": "meter", "metres": "meter", "litre": "liter", "litres": "liter",
    "kilometre": "kilometer", "kilometres": "kilometer", "centimetre": "centimeter",
    "centimetres": "centimeter", "millimetre": "millimeter", "millimetres": "millimeter",
    "millilitre": "milliliter", "millilitres": "milliliter", "movies": "movie", "cookies": "cookie",
    "pies": "pie", "ties": "tie", "calories": "calorie", "shoes": "shoe", "gas": "gas",
    "percentage": "percent",
}  # fmt: skip
_SMALL = frozenset({"a", "an", "the", "of", "in", "more", "total", "left", "old", "and"})
_HUNDREDTHS = {"cent": "dollar", "penny": "pound sterling"}
_SIZES = {
    "time": {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800},
    "metric length": {"millimeter": 1, "centimeter": 10, "meter": 1000, "kilometer": 10**6},
    "length": {"inch": 1, "foot": 12, "yard": 36, "mile": 63_360},
    "metric weight": {"milligram": 1, "gram": 1000, "kilogram": 10**6},
    "weight": {"ounce": 1, "pound": 16},
    "volume": {"milliliter": 1, "liter": 1000},
    "span": {"month": 1, "year": 12},
}


@lru_cache(maxsize=4096)
def normal_unit(unit: str) -> tuple[str, ...]:
    """Return the words of a unit without case, plural, abbreviation, articles and marks.

    >>> normal_unit("Kgs."), normal_unit("sq. ft"), normal_unit("m^2"), normal_unit("red apples")
    (('kilogram',), ('square', 'foot'), ('square', 'meter'), ('red', 'apple'))
    """
    text = unicodedata.normalize("NFC", unit[:200]).casefold()
    for sign, word in _SIGNS.items():
        text = text.replace(sign, word)
    text = re.sub(r"\bper cent\b", "percent", text).replace("/", " per ")
    text = re.sub(r"([^\W\d]+)\s?(?:\^\s?|\*\*)?([23])\b", _powered, text)
    words = [_COMPOUND.get(word, word) for word in re.findall(r"[^\W_]+", text)]
    return tuple(_singular(word) for word in " ".join(words).split() if word not in _SMALL) or tuple(words)


def _powered(match: re.Match[str]) -> str:
    return f"{'square' if match[2] == '2' else 'cubic'} {match[1]}"


def _singular(word: str) -> str:
    if word in _SHORT or word in _IRREGULAR:
        return _SHORT.get(word) or _IRREGULAR[word]
    if len(word) < 4 or word.endswith(("ss", "us", "is")) or not word.endswith("s"):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-2] if re.search(r"(?:ss|x|ch|sh|zz|to)es$", word) else word[:-1]


def compatible_units(found: str, expected: str) -> bool:
    """Tell whether two units may mean the same; a unit that is not given contradicts none.

    One may say more than the other: *red apples* are *apples*, but *apple pies* are not.

    >>> compatible_units("km", "kilometre"), compatible_units("ripe fig", "figs"), compatible_units("m", "g")
    (True, True, False)
    """
    one, other = normal_unit(found), normal_unit(expected)
    shorter, longer = sorted((one, other), key=len)
    return not shorter or (set(shorter) <= set(longer) and shorter[-1] == longer[-1])


def money_scale(found: str, expected: str) -> Fraction:
    """Return what turns an amount in the found unit into the expected one: cents and dollars, or 1.

    >>> money_scale("cents", "dollars"), money_scale("$", "¢"), money_scale("cents", "apples")
    (Fraction(1, 100), Fraction(100, 1), Fraction(1, 1))
    """
    one, other = " ".join(normal_unit(found)), " ".join(normal_unit(expected))
    if one in _HUNDREDTHS and other in (_HUNDREDTHS[one], "euro"):
        return Fraction(1, 100)
    if other in _HUNDREDTHS and one in (_HUNDREDTHS[other], "euro"):
        return Fraction(100)
    return Fraction(1)


def unit_scale(found: str, expected: str) -> Fraction:
    """Return what turns an amount in the found unit into the expected one where both measure alike, or 1.

    >>> unit_scale("minutes", "hours"), unit_scale("km", "m"), unit_scale("km", "hours")
    (Fraction(1, 60), Fraction(1000, 1), Fraction(1, 1))
    """
    one, other = " ".join(normal_unit(found)), " ".join(normal_unit(expected))
    for sizes in _SIZES.values():
        if one in sizes and other in sizes:
            return Fraction(sizes[one], sizes[other])
    return Fraction(1)


def is_percent(unit: str) -> bool:
    """Tell whether a unit is percent."""
    return "percent" in normal_unit(unit)
