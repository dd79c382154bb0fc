"""The device that a network runs on, and the precision it computes in."""

from __future__ import annotations

import torch

from topple.errors import BadInput


def device_of(name: str = "") -> torch.device:
    """Return the named device; by default a GPU where there is one."""
    if name not in ("", "cpu", "cuda"):
        raise BadInput(f"no device `{name}`", "there are cpu and cuda")
    there = torch.cuda.is_available()
    if name == "cuda" and not there:
        raise BadInput("this machine has no GPU that torch can use", "leave the device out")
    return torch.device(name or ("cuda" if there else "cpu"))


def autocast(device: torch.device) -> torch.autocast:
    """Compute in bfloat16 on a GPU, in float32 elsewhere."""
    # No cache of weights: every one is used once, and a cache would not survive a CUDA graph.
    return torch.autocast(
        device.type, torch.bfloat16, enabled=device.type == "cuda", cache_enabled=False
    )
