"""What answers cost: by the provider's count of tokens, or by an upper estimate without one."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

from topple.prompting.question import Picture, Question

if TYPE_CHECKING:
    from inspect_ai.model import ModelOutput

_LETTERS_PER_TOKEN = 4.0
# A common way to count pictures: a base, and a number of tokens per tile, full or not.
_TILE, _TOKENS_PER_TILE, _TOKENS_PER_PICTURE = 512, 170, 85
# No usual tokenizer needs more than this many times the estimate.
_SAFETY = 2.0


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens read and written."""

    usd_in: float
    usd_out: float

    def cost(self, tokens_in: float, tokens_out: float) -> float:
        """Return the cost in US dollars."""
        return (tokens_in * self.usd_in + tokens_out * self.usd_out) / 1e6


def tokens_of(question: Question) -> float:
    """Estimate the number of tokens of a question."""
    words = [question.system, *(p for p in question.every_part if isinstance(p, str))]
    letters = sum(map(len, words)) / _LETTERS_PER_TOKEN
    return letters + sum(map(_picture_tokens, question.pictures))


def cost_of(
    output: ModelOutput, question: Question, price: Price | None, longest: int
) -> tuple[float, bool]:
    """Return the cost of an answer in dollars, and whether it is an upper estimate.

    It is one where the provider does not count tokens: then the answer is taken to be as long as
    it may be, `longest` tokens, since thoughts may be hidden.
    """
    usage = output.usage
    if usage is not None and usage.total_cost is not None:
        return usage.total_cost, False
    if price is None:
        return 0.0, False
    if usage is not None and usage.input_tokens:
        return price.cost(usage.input_tokens, usage.output_tokens), False
    return price.cost(_SAFETY * tokens_of(question), longest), True


def _picture_tokens(picture: Picture) -> int:
    width, height = (int(side) for side in struct.unpack(">II", picture.png[16:24]))
    tiles = math.ceil(width / _TILE) * math.ceil(height / _TILE)
    return _TOKENS_PER_PICTURE + _TOKENS_PER_TILE * tiles
