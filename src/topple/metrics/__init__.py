"""Metrics: pure functions from results to numbers with intervals."""

import topple._aliases  # noqa: F401
