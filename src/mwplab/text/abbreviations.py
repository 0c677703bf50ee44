"""Words that end in a full stop without ending the sentence."""

from __future__ import annotations

TITLES = frozenset("mr mrs ms dr prof st rev hon sen rep gov gen col capt lt sgt jr sr messrs mt no nos vs fig".split())
"""Abbreviations that wait for the next word: a sentence never ends behind them."""

UNITS = frozenset(
    "sq ft in yd yds mi oz lb lbs gal qt pt cu cm mm km kg gm gms hr hrs min mins sec secs wk wks yr yrs mo "
    "approx avg etc inc ltd co corp ave blvd rd apt rs temp ea doz".split()
)
"""Abbreviations that may end a sentence when a capital follows."""

INITIALISMS = frozenset(
    "a.m p.m u.s u.s.a u.k u.n e.g i.e d.c l.a n.y ph.d m.p.h r.p.m sq.ft sq.cm sq.m".split()
)
"""Letters with stops between them, which may end a sentence when a capital follows."""

MONTHS = frozenset("jan feb mar apr jun jul aug sept sep oct nov dec mon tue tues wed thu thur thurs fri sat".split())
"""Short names of months and days, which wait for a number."""

AMBIGUOUS = frozenset("in no mo co sat sun mon mar wed fig hon gen sec min ave gal rep col temp ea rd pt".split())
"""Those that are also common words or parts of them, so that a full stop may well be one."""

ABBREVIATIONS = (TITLES | UNITS | INITIALISMS | MONTHS) - AMBIGUOUS
"""All that are certain by their spelling alone."""
