"""Which solutions to film for a page, and how."""

from __future__ import annotations

from topple.tasks.certificates import Certificate
from topple.worlds.phyre import FIRST_VARIATION, Template
from topple.worlds.phyre.world import WORLD


def shown(template: Template) -> list[Certificate]:
    """Give the certificates of the tasks that PHYRE ships; of our own templates, all."""
    found = WORLD.certificates(template).tasks.values()
    return [c for c in found if c.index < FIRST_VARIATION or not template.shipped]


def share(certificate: Certificate) -> float:
    """Return the share of random valid actions that solve the task."""
    return float(certificate.facts["solved"] / certificate.facts["valid"])


def most_forgiving(template: Template) -> Certificate | None:
    """Choose the task whose stored solution may be off the most."""
    found = shown(template)
    return max(found, key=lambda c: (c.facts["margin"], c.facts["stable"], share(c)), default=None)
