"""Baselines as an Inspect provider: `topple/mock`, `topple/random-valid` and the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import anyio.to_thread
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    modelapi,
)
from inspect_ai.tool import ToolChoice, ToolInfo

from topple.prompting.hint import Hint
from topple.prompting.tools import SIMULATE
from topple.tasks.outcome import Outcome
from topple.vlm.baselines import TRIES, answer

HINT = "topple"  # where the metadata of a message keeps the hint
_CONFIG = GenerateConfig()
_APART = 1000  # between the draws of two answers to one question


def _solving(said: Sequence[ChatMessage]) -> str:
    """Return the action of the last simulated attempt if that solved the task."""
    if len(said) < 2 or said[-1].role != "tool" or not isinstance(said[-2], ChatMessageAssistant):
        return ""
    solved = f'"outcome": "{Outcome.SOLVED}"' in said[-1].text
    calls = said[-2].tool_calls or []
    return str(calls[-1].arguments["action"]) if solved and calls else ""


@modelapi(name="topple")
class Baselines(ModelAPI):
    """Baselines: they answer at once, cost nothing and ignore pictures."""

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = _CONFIG,
        seed: int = 0,
        **model_args: Any,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config)
        self._seed = int(seed)

    def max_connections(self) -> int:
        """Return the most questions at a time; baselines need no limit."""
        return 1000

    async def generate(
        self,
        input: list[ChatMessage],
        tools: list[ToolInfo],
        tool_choice: ToolChoice,
        config: GenerateConfig,
    ) -> ModelOutput:
        asked = max(i for i, message in enumerate(input) if message.role == "user")
        hint = Hint.read((input[asked].metadata or {}).get(HINT))
        name = self.model_name.rpartition("/")[2]
        said = input[asked + 1 :]
        if name == TRIES and (solving := _solving(said)):
            found = ModelOutput.from_content(self.model_name, solving)
        else:
            hint = replace(hint, decision=hint.decision + _APART * len(said))
            text = await anyio.to_thread.run_sync(answer, name, hint, self._seed)
            simulates = name == TRIES and any(tool.name == SIMULATE for tool in tools)
            found = (
                ModelOutput.for_tool_call(self.model_name, SIMULATE, {"action": text})
                if simulates
                else ModelOutput.from_content(self.model_name, text)
            )
        # Without a count Inspect would load a tokenizer from the network.
        found.usage = ModelUsage()
        return found
