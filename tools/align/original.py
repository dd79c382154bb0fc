"""An original package that may not be at hand."""

from __future__ import annotations

from topple.errors import ToppleError


class NoOriginal(ToppleError):
    """The original package is not available here."""
