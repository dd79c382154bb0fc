"""The benchmarks as a task file, for registers of Inspect tasks that point at a file.

inspect eval src/topple/vlm/tasks.py@deepphy_phyre --model openai/gpt-4o

Entry points offer the same and more: `inspect eval topple/deepphy_phyre`.
"""

from __future__ import annotations

from inspect_ai import Task, task

from topple.vlm.registry import TASKS


@task
def deepphy_phyre() -> Task:
    """Place balls so that two bodies touch: PHYRE, 10 attempts per task."""
    return TASKS["deepphy-phyre"]()


@task
def deepphy_birds() -> Task:
    """Clear levels of pigs with a slingshot: one game per task."""
    return TASKS["deepphy-birds"]()


@task
def deepphy_iphyre() -> Task:
    """Remove blocks at the right moments: I-PHYRE, 10 attempts per game."""
    return TASKS["deepphy-iphyre"]()


@task
def deepphy_kinetix() -> Task:
    """Drive motors and thrusters so that green touches blue: Kinetix, 16 decisions per level."""
    return TASKS["deepphy-kinetix"]()


@task
def deepphy_pool() -> Task:
    """Win racks of nine-ball within 15 shots."""
    return TASKS["deepphy-pool"]()


@task
def deepphy_rope() -> Task:
    """Feed the creature by cutting ropes: 10 calls per level."""
    return TASKS["deepphy-rope"]()


@task
def pool_prediction() -> Task:
    """Predict what a pool shot does."""
    return TASKS["pool-prediction"]()
