"""Baselines as an Inspect provider: `topple/mock`, `topple/random-valid` and the others."""

from __future__ import annotations

from typing import Any

import anyio.to_thread
from inspect_ai.model import (
    ChatMessage,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    modelapi,
)
from inspect_ai.tool import ToolChoice, ToolInfo

from topple.prompting.hint import Hint
from topple.vlm.baselines import answer

HINT = "topple"  # where the metadata of a message keeps the hint
_CONFIG = GenerateConfig()


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
        hint = Hint.read((input[-1].metadata or {}).get(HINT))
        name = self.model_name.rpartition("/")[2]
        text = await anyio.to_thread.run_sync(answer, name, hint, self._seed)
        found = ModelOutput.from_content(self.model_name, text)
        # Without a count Inspect would load a tokenizer from the network.
        found.usage = ModelUsage()
        return found
