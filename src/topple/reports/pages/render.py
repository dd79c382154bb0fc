"""Web pages from Jinja templates, which escape every text they show."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topple.errors import MissingExtra
from topple.reports.tables.text import points

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

_TOPPLE = Path(__file__).parents[2]  # templates are named by their path in the package


def render(template: str, values: Mapping[str, Any]) -> Markup:
    """Fill in a template, `reports/pages/page.html` for instance."""
    environment = _environment()
    from markupsafe import Markup

    return Markup(environment.get_template(template).render(values))


@cache
def _environment() -> Environment:
    try:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined
    except ImportError as error:
        raise MissingExtra("reports as pages", "report") from error
    found = Environment(
        loader=FileSystemLoader(_TOPPLE),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    found.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    found.filters["points"] = points
    return found
