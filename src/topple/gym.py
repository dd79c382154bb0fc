"""A short name for `topple.adapters.gymnasium`: `import topple.gym` registers the environments.

`gymnasium.make("topple.gym:topple/Phyre-v0")` imports it by itself.
"""

from __future__ import annotations

from typing import Any

from topple.adapters import gymnasium as _home
from topple.adapters.environments import TaskEnv, TaskVectorEnv
from topple.adapters.gymnasium import environment_id, register

__all__ = ["TaskEnv", "TaskVectorEnv", "environment_id", "register"]


def __getattr__(name: str) -> Any:
    """Find `PhyreEnv` and the like."""
    return getattr(_home, name)
