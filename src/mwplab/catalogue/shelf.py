"""Every dataset of the catalogue, by name; plugins add theirs by the same door."""

from __future__ import annotations

from functools import partial

from mwplab.catalogue import (
    allarith_2017,
    aqua,
    asdiv,
    dolphin1878,
    draw,
    gsm8k,
    gsm_ic,
    gsm_symbolic,
    mathqa,
    mawps,
    mawps_folds,
    paramawps,
    problemathic,
    roy,
    starter,
    svamp,
)
from mwplab.catalogue.entry import Entry, Reader
from mwplab.registry import Registry

datasets: Registry[Entry] = Registry("dataset", entry_point_group="mwplab.datasets")


def add(name: str, read: Reader, *, edition: str = "", stem: str = "") -> None:
    """Put a dataset on the shelf; ``name@edition`` where another edition has the plain name."""
    entry = Entry(name.partition("@")[0], read, edition or name.partition("@")[2], stem)
    datasets.add(name, lambda: entry)


add("starter", starter.read, edition="1.0")
add("svamp", svamp.read, edition="1.0")
add("asdiv", asdiv.read, edition="1.0")
add("asdiv-a", asdiv.read_arithmetic, edition="1.0")
add("mawps/addsub", mawps.read_addsub)
add("mawps/singleop", mawps.read_singleop)
add("mawps/multiarith", mawps.read_multiarith)
add("mawps/singleeq", mawps.read_singleeq)
add("mawps/simuleq-s", mawps.read_simuleq_s)
add("mawps/simuleq-l", mawps.read_simuleq_l)
add("mawps", mawps_folds.read, edition="1921")
add("mawps@2373", mawps.read_2373, stem="mawps-2373")
add("mawps@3220", mawps.read_3220, stem="mawps-3220")
add("mawps@3915", mawps.read_3915, stem="mawps-3915")
add("paramawps", paramawps.read)
add("dolphin1878", dolphin1878.read)
add("draw", draw.read_draw)
add("alg514", draw.read_alg514)
add("dolphin-l", draw.read_dolphin_l)
add("aggregate", roy.read_aggregate)
add("aggregate/lex", partial(roy.read_subset, "aggregate/lex", "aggregateLex"))
add("aggregate/tmpl", partial(roy.read_subset, "aggregate/tmpl", "aggregateTmpl"))
add("allarith", partial(roy.read_subset, "allarith", "allArith"))
add("allarith/lex", partial(roy.read_subset, "allarith/lex", "allArithLex"))
add("allarith/tmpl", partial(roy.read_subset, "allarith/tmpl", "allArithTmpl"))
add("roy-handcrafted", roy.read_handcrafted)
add("simple-interest", roy.read_simple_interest)
add("allarith@2017", partial(allarith_2017.read_release, "allarith", "allArith"), stem="allarith-2017")
add("allarith@2017-long", allarith_2017.read_long, stem="allarith-2017-long")
add(
    "allarith/lex@2017",
    partial(allarith_2017.read_release, "allarith/lex", "allArithLex"),
    stem="allarith-lex-2017",
)
add(
    "allarith/tmpl@2017",
    partial(allarith_2017.read_release, "allarith/tmpl", "allArithTmpl"),
    stem="allarith-tmpl-2017",
)
add("ai2", partial(allarith_2017.read_source, "ai2", "ai2", 3))
add("il", partial(allarith_2017.read_source, "il", "illinois", 5))
add("commoncore", partial(allarith_2017.read_source, "commoncore", "commoncore", 6))
add("mathqa", mathqa.read)
add("mathqa/challenge", mathqa.read_challenge)
add("aqua", aqua.read)
add("gsm8k", gsm8k.read)
add("gsm-symbolic", gsm_symbolic.read)
add("gsm-symbolic/p2", gsm_symbolic.read_p2)
add("gsm-ic", gsm_ic.read)
add("problemathic", problemathic.read)
