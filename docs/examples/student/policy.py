"""A small policy: it reads a text and pictures, and writes an answer byte by byte."""

import base64
import io
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
from PIL import Image
from torch import Tensor, nn
from torch.nn import functional

PICTURES = 3  # per question; further ones are left out
NONE = -1  # the place of a picture that is not there
TEXT = 6144  # bytes of a text
TOKEN = 32  # bytes of a text per token
ANSWER = 192  # bytes of an answer
# Paragraphs that vary by attempt begin so.
_UNREAD = ("Your earlier ", "This is ")
_DIGITS = re.compile(r"(\.\d\d)\d+")  # numbers are read with two decimals
END = 256  # the byte after the last one of an answer, and before the first


class Block(nn.Module):
    """Two convolutions beside a shortcut."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *(nn.GroupNorm(8, width), nn.GELU(), nn.Conv2d(width, width, 3, padding=1)),
            *(nn.GroupNorm(8, width), nn.GELU(), nn.Conv2d(width, width, 3, padding=1)),
        )

    def forward(self, seen: Tensor) -> Tensor:
        return seen + self.layers(seen)


class Policy(nn.Module):
    """Convolutions turn pictures and text into tokens; a recurrent network writes the answer.

    `width` is a multiple of 48. Pictures are seen with `side` pixels per side.
    """

    def __init__(
        self, width: int = 192, layers: int = 3, side: int = 128, dropout: float = 0.1
    ) -> None:
        super().__init__()
        self.size = {"width": width, "layers": layers, "side": side}
        self.side = side
        heads = max(1, width // 32)
        widths = (3, width // 6, width // 3, 2 * width // 3, width)
        self.see = nn.Sequential(
            *(
                layer
                for a, b in pairwise(widths)
                for layer in (nn.Conv2d(a, b, 3, stride=2, padding=1), Block(b))
            )
        )
        self.place = nn.Parameter(torch.randn(PICTURES, (side // 16) ** 2, width) * 0.02)
        self.bytes = nn.Embedding(END, 32)
        self.read = nn.Sequential(
            *(nn.Conv1d(32, width // 2, 8, stride=4, padding=2), nn.GELU()),
            *(nn.Conv1d(width // 2, width, 8, stride=4, padding=2), nn.GELU()),
            nn.Conv1d(width, width, 4, stride=2, padding=1),
        )
        self.order = nn.Parameter(torch.randn(TEXT // TOKEN, width) * 0.02)
        layer = nn.TransformerEncoderLayer(
            width, heads, 4 * width, dropout, "gelu", batch_first=True, norm_first=True
        )
        self.think = nn.TransformerEncoder(layer, layers, nn.LayerNorm(width), False)
        self.letters = nn.Embedding(END + 1, width)
        self.begin = nn.Linear(width, width)
        self.write = nn.GRU(width, width, batch_first=True)
        self.look = nn.MultiheadAttention(width, heads, dropout, batch_first=True)
        self.choose = nn.Sequential(
            nn.Linear(2 * width, width), nn.GELU(), nn.Dropout(dropout), nn.Linear(width, END + 1)
        )

    def remember(self, pictures: Tensor, shown: Tensor, texts: Tensor, which: Tensor) -> Tensor:
        """Return the tokens of questions.

        `shown` says which of the pictures each question has, and `which` the text.
        """
        seen = self._see(pictures)[shown] + self.place
        words = self.read(self.bytes(texts).transpose(1, 2)).transpose(1, 2)
        words = (words + self.order[: words.shape[1]])[which]
        return self.think(torch.cat([seen.flatten(1, 2), words], 1))

    def _see(self, pictures: Tensor) -> Tensor:
        """Return the tokens of pictures; after them, zeros for the one that is not there."""
        nothing = torch.zeros(1, *self.place.shape[1:], device=self.place.device)
        if not len(pictures):
            return nothing
        seen = self.see(pictures.float() / 127.5 - 1).flatten(2).transpose(1, 2)
        return torch.cat([seen, nothing.to(seen.dtype)])

    def next_bytes(
        self, memory: Tensor, written: Tensor, state: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """Return logits of the byte after each written one, and the state to go on from.

        Several answers to one question share its tokens.
        """
        if state is None:
            begin = torch.tanh(self.begin(memory.mean(1)))
            state = begin.expand(len(written), -1)[None].contiguous()
        said, state = self.write(self.letters(written), state)
        asking = said if len(memory) == len(said) else said.flatten(0, 1)[None]
        seen, _ = self.look(asking, memory, memory, need_weights=False)
        return self.choose(torch.cat([said, seen.view_as(said)], -1)), state

    @torch.no_grad()
    def sample(self, memory: Tensor, count: int, heat: float, seed: int) -> list[str]:
        """Write answers to one question; return the likeliest, then other ones."""
        dice = torch.Generator().manual_seed(seed)
        written = torch.full((count, 1), END)
        chance, over = torch.zeros(count), torch.zeros(count, dtype=torch.bool)
        state = None
        for _ in range(ANSWER):
            logits, state = self.next_bytes(memory, written[:, -1:], state)
            told = logits[:, 0].log_softmax(-1)
            chosen = torch.multinomial((told / heat).softmax(-1), 1, generator=dice)
            chosen[over] = END
            chance += told.gather(1, chosen)[:, 0] * ~over
            over |= chosen[:, 0] == END
            written = torch.cat([written, chosen], 1)
            if over.all():
                break
        best = int((chance - 1e9 * ~over).argmax())
        order = [best, *range(count)]
        return list(dict.fromkeys(_text(written[i].tolist()) for i in order if over[i]))

    def save(self, path: Path) -> None:
        """Write the weights in 16 bits."""
        weights = {name: value.half().cpu() for name, value in self.state_dict().items()}
        torch.save({"size": self.size, "weights": weights}, path)

    @classmethod
    def load(cls, path: Path) -> "Policy":
        """Read what `save` wrote."""
        found = torch.load(path, map_location="cpu", weights_only=True)
        policy = cls(**found["size"])
        policy.load_state_dict(found["weights"])
        return policy.eval()


def picture_of(file: bytes, side: int) -> np.ndarray:
    """Return a picture with `side` pixels per side."""
    image = Image.open(io.BytesIO(file)).convert("RGB")
    small = image.resize((side, side), Image.Resampling.BOX)
    return np.asarray(small).transpose(2, 0, 1)


def places_of(pictures: Sequence[int]) -> list[int]:
    """Return the places of the first pictures of a question, filled up to their number."""
    return [*pictures, *[NONE] * PICTURES][:PICTURES]


def from_address(address: str) -> bytes:
    """Return the file in a data URI."""
    return base64.b64decode(address.partition(",")[2])


def words_of(rules: str, asked: str) -> str:
    """Return what the policy reads of a question: not its number, nor what was tried before."""
    parts = [p for p in asked.split("\n\n") if p != "<image>" and not p.startswith(_UNREAD)]
    return _DIGITS.sub(r"\1", "\n\n".join([*parts, rules]))


def text_of(words: str) -> np.ndarray:
    """Return the bytes of a text, filled up with zeros."""
    data = words.encode()[:TEXT]
    return np.frombuffer(data + bytes(TEXT - len(data)), np.uint8)


def answer_of(words: str) -> np.ndarray:
    """Return an answer between two ends, filled up with further ends."""
    data = list(words.encode()[: ANSWER - 1])
    return np.array([END, *data, *[END] * (ANSWER - len(data))], np.int16)


def loss_of(logits: Tensor, answers: Tensor) -> Tensor:
    """Return the negative log likelihood of each answer, its end included."""
    wanted = answers[:, 1:]
    each = functional.cross_entropy(logits.transpose(1, 2), wanted, reduction="none")
    # Only the first end counts.
    counted = (wanted != END).long()
    length = counted.sum(1, keepdim=True)
    mask = torch.arange(wanted.shape[1], device=wanted.device)[None] <= length
    return (each * mask).sum(1)


def _text(written: list[int]) -> str:
    found = bytes(byte for byte in written if byte != END)
    return found.decode(errors="replace")
