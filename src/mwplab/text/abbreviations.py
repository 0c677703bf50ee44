"""Words that end in a full stop without ending the sentence."""

from __future__ import annotations

from mwplab.text.lexicon import word_set

TITLES = word_set(
    "mr mrs ms dr prof st rev hon sen rep gov gen col capt lt sgt jr sr messrs mt no nos vs fig"
)
"""Abbreviations that wait for the next word: a sentence never ends behind them."""

UNITS = word_set(
    "sq ft in yd yds mi oz lb lbs gal qt pt cu cm mm km kg gm gms hr hrs min mins sec secs wk wks yr yrs mo "
    "approx avg etc inc ltd co corp ave blvd rd apt rs temp ea doz"
)
"""Abbreviations that may end a sentence when a capital follows."""

MONTHS = word_set("jan feb mar apr jun jul aug sept sep oct nov dec mon tue tues wed thu thur thurs fri sat")
"""Short names of months and days, which wait for a number."""

AMBIGUOUS = word_set("in no mo co sat mon mar wed fig")
"""Those that are words as well, so that their full stop may well end a sentence."""

ABBREVIATIONS = (TITLES | UNITS | MONTHS) - AMBIGUOUS
"""All that are certain by their spelling alone."""
