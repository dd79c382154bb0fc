"""The device that a network runs on, and the precision it computes in."""

from __future__ import annotations

from typing import Any, TypeVar, cast

import torch
from torch import nn

from topple.errors import BadInput

M = TypeVar("M", bound=nn.Module)


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


def channels_last(network: M) -> M:
    """Store weights with channels last, in place: convolutions are faster so."""
    cast(Any, network).to(memory_format=torch.channels_last)  # some of torch's stubs lack this
    return network
