"""CUDA graphs: an update is recorded once and replayed, so that the GPU never waits for Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

_WARM_UP = 3  # updates before a graph is captured, so that all memory is allocated


def capture(
    step: Callable[[], None], network: nn.Module, optimiser: torch.optim.Optimizer
) -> Callable[[], None]:
    """Capture a step as a graph; weights and optimiser are then as they were before.

    The step must read and write tensors that stay at their addresses. On an error, too, the state
    is restored.
    """
    before = _state(network, optimiser)
    try:
        network.train()
        side = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(_WARM_UP):
                step()
        torch.cuda.current_stream().wait_stream(side)
        torch.cuda.synchronize()
        optimiser.zero_grad(set_to_none=True)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            step()
        return graph.replay
    finally:
        _restore(network, optimiser, before)


_State = tuple[dict[str, Tensor], dict[Any, dict[str, Tensor]]]


def _state(network: nn.Module, optimiser: torch.optim.Optimizer) -> _State:
    """Copy everything that updates change."""
    weights = {name: value.clone() for name, value in network.state_dict().items()}
    moments = {
        parameter: {name: value.clone() for name, value in state.items()}
        for parameter, state in optimiser.state.items()
    }
    return weights, moments


def _restore(network: nn.Module, optimiser: torch.optim.Optimizer, before: _State) -> None:
    """Undo the updates of the warm-up in place, because the graph keeps using these tensors."""
    weights, moments = before
    with torch.no_grad():
        network.load_state_dict(weights)
        for parameter, state in optimiser.state.items():
            for name, value in state.items():
                value.copy_(moments.get(parameter, {}).get(name, torch.zeros_like(value)))
