"""Templates to pages: everything that a page needs is in it, every text is escaped."""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from typing import Any

from mwplab.records.views import mark_quantities
from mwplab.reports.harmless import harmless


def render_page(template: str, **values: Any) -> str:
    """Return a template of the room's data folder, filled in."""
    from jinja2 import Environment, FunctionLoader
    from markupsafe import Markup

    environment = Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, loader=FunctionLoader(page_part)
    )
    environment.filters["marked"] = lambda problem: Markup(mark_quantities(problem.text, problem.quantities))
    environment.filters["drawing"] = Markup
    return harmless(environment.get_template(template).render(values))


def page_part(name: str) -> str:
    """Return a file of the room's data folder: a template, a style sheet or a script."""
    return (files("mwplab.reports") / "data" / name).read_text(encoding="utf-8")


def script_json(value: Any) -> str:
    r"""Return JSON that can stand in a script element: nothing in it ends the element or begins another.

    >>> script_json({"text": "</script><!--"})
    '{"text":"\\u003c/script\\u003e\\u003c!--"}'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for letter in "<>&\u2028\u2029":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return text


def script_source(script: str) -> str:
    """Return the source expression by which a content security policy allows this script and no other.

    >>> script_source("1")
    "'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='"
    """
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
