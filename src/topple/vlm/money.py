"""What answers cost: by the provider's count of tokens, or by an upper estimate without one.

Providers keep the beginning of a question in a cache, and charge what they read from it or write to
it at rates of its own. Inspect counts such tokens apart from those read at the full rate.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from topple.prompting.question import Picture, Question

if TYPE_CHECKING:
    from inspect_ai.model import ModelUsage

_LETTERS_PER_TOKEN = 4.0
# A common way to count pictures: a base, and a number of tokens per tile, full or not.
_TILE, _TOKENS_PER_TILE, _TOKENS_PER_PICTURE = 512, 170, 85
# No usual tokenizer needs more than this many times the estimate.
_SAFETY = 2.0
# No provider asks more for a token that it keeps: Anthropic's price for an hour.
_DEAREST_WRITE = 2.0  # times the price of a token that is read
MOST_TOKENS = 100_000_000  # tokens that no question and no answer has


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of an answer: read at the full rate, from a cache, into a cache, and written."""

    fresh: int = 0
    cache_read: int = 0
    cache_write: int = 0
    out: int = 0

    @classmethod
    def counted(cls, usage: ModelUsage | None) -> Self | None:
        """Return the count of a provider; None without one, or if it cannot be true."""
        if usage is None:
            return None
        found = cls(
            usage.input_tokens,
            usage.input_tokens_cache_read or 0,
            usage.input_tokens_cache_write or 0,
            usage.output_tokens,
        )
        every = (found.fresh, found.cache_read, found.cache_write, found.out)
        return found if found.read and all(0 <= each <= MOST_TOKENS for each in every) else None

    @property
    def read(self) -> int:
        """All tokens of the question."""
        return self.fresh + self.cache_read + self.cache_write

    @property
    def cached(self) -> bool:
        """Whether some were read from a cache or written to it."""
        return bool(self.cache_read or self.cache_write)


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens, read and written; of a cache, read from it and written to it.

    Without prices of the cache, what is read from it costs as much as other tokens, and what is
    written to it as much as the dearest provider asks: then the cost is an upper estimate.
    """

    usd_in: float
    usd_out: float
    usd_cache_read: float | None = None
    usd_cache_write: float | None = None

    @classmethod
    def given(cls, price: Sequence[float] | None, cache: Sequence[float] | None) -> Price | None:
        """Return the price that was given as two pairs of numbers."""
        return cls(*price, *(cache or ())) if price else None

    @property
    def knows_caches(self) -> bool:
        """Whether the prices of the cache are known."""
        return self.usd_cache_read is not None

    def cost(self, tokens_in: float, tokens_out: float) -> float:
        """Return the cost of tokens, none of them cached, in US dollars."""
        return (tokens_in * self.usd_in + tokens_out * self.usd_out) / 1e6

    def cost_of(self, tokens: Tokens) -> float:
        """Return the cost of an answer in US dollars."""
        read, write = self.usd_cache_read, self.usd_cache_write
        read = self.usd_in if read is None else read
        write = _DEAREST_WRITE * self.usd_in if write is None else write
        cached = tokens.cache_read * read + tokens.cache_write * write
        return self.cost(tokens.fresh, tokens.out) + cached / 1e6


@dataclass(frozen=True, slots=True)
class Bill:
    """What an answer cost, and why that is an upper estimate, if it is."""

    tokens: Tokens
    cost_usd: float = 0.0
    uncounted: bool = False  # no usable count of tokens
    cache_unpriced: bool = False  # no price of the provider's cache


def tokens_of(question: Question) -> float:
    """Estimate the number of tokens of a question."""
    words = [question.system, *(p for p in question.every_part if isinstance(p, str))]
    letters = sum(map(len, words)) / _LETTERS_PER_TOKEN
    return letters + sum(map(_picture_tokens, question.pictures))


def bill(usage: ModelUsage | None, question: Question, price: Price | None, longest: int) -> Bill:
    """Return what an answer cost.

    Without a count of tokens, the answer is taken to be as long as it may be, `longest` tokens,
    since thoughts may be hidden.
    """
    tokens = Tokens.counted(usage)
    if tokens is None:
        cost = price.cost(_SAFETY * tokens_of(question), longest) if price else 0.0
        return Bill(Tokens(), cost, uncounted=True)
    known = usage.total_cost if usage else None
    if known is not None and known >= 0 and math.isfinite(known):
        return Bill(tokens, known)
    if price is None:
        return Bill(tokens)
    return Bill(
        tokens,
        price.cost_of(tokens),
        cache_unpriced=tokens.cached and not price.knows_caches,
    )


def _picture_tokens(picture: Picture) -> int:
    width, height = (int(side) for side in struct.unpack(">II", picture.png[16:24]))
    tiles = math.ceil(width / _TILE) * math.ceil(height / _TILE)
    return _TOKENS_PER_PICTURE + _TOKENS_PER_TILE * tiles
