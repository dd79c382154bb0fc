"""A small policy: it reads a text and pictures, and writes an answer byte by byte."""

import base64
import io
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
from PIL import Image
from torch import Tensor, nn
from torch.nn import functional

PICTURES = 2  # per question; further ones are left out
TEXT = 3072  # bytes of a text
ANSWER = 96  # bytes of an answer
_UNREAD = (
    "Your earlier ",
    "This is ",
)  # beginnings of paragraphs that vary by attempt
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
            nn.Conv1d(width, width, 8, stride=4, padding=2),
        )
        self.order = nn.Parameter(torch.randn(TEXT // 64, width) * 0.02)
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

    def remember(self, pictures: Tensor, texts: Tensor, which: Tensor) -> Tensor:
        """Return the tokens of questions: their pictures, and which of the texts each has."""
        count = pictures.shape[0]
        seen = self.see(pictures.flatten(0, 1).float() / 127.5 - 1)
        seen = seen.flatten(2).transpose(1, 2).unflatten(0, (count, -1))
        seen = seen + self.place[: seen.shape[1]]
        words = self.read(self.bytes(texts).transpose(1, 2)).transpose(1, 2)
        words = (words + self.order[: words.shape[1]])[which]
        return self.think(torch.cat([seen.flatten(1, 2), words], 1))

    def next_bytes(
        self, memory: Tensor, written: Tensor, state: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """Return logits of the byte after each written one, and the state to go on from."""
        if state is None:
            state = torch.tanh(self.begin(memory.mean(1)))[None].contiguous()
        said, state = self.write(self.letters(written), state)
        seen, _ = self.look(said, memory, memory, need_weights=False)
        return self.choose(torch.cat([said, seen], -1)), state

    @torch.no_grad()
    def sample(self, memory: Tensor, count: int, heat: float, seed: int) -> list[str]:
        """Write answers to one question; return the likeliest, then other ones."""
        dice = torch.Generator().manual_seed(seed)
        memory = memory.expand(count, -1, -1)
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


def pictures_of(files: Sequence[bytes], side: int, count: int = 1) -> np.ndarray:
    """Return the first pictures of a question, filled up with white ones to `count`."""
    found = np.full((min(max(count, len(files)), PICTURES), 3, side, side), 255, np.uint8)
    for i, data in enumerate(files[:PICTURES]):
        image = Image.open(io.BytesIO(data)).convert("RGB")
        small = image.resize((side, side), Image.Resampling.BOX)
        found[i] = np.asarray(small).transpose(2, 0, 1)
    return found


def from_address(address: str) -> bytes:
    """Return the file in a data URI."""
    return base64.b64decode(address.partition(",")[2])


def words_of(rules: str, asked: str) -> str:
    """Return what the policy reads of a question: not its number, nor what was tried before."""
    parts = [p for p in asked.split("\n\n") if p != "<image>" and not p.startswith(_UNREAD)]
    return "\n\n".join([*parts, rules])


def text_of(words: str) -> np.ndarray:
    """Return the bytes of a text, filled up with zeros."""
    data = words.encode()[:TEXT]
    return np.frombuffer(data + bytes(TEXT - len(data)), np.uint8)


def answer_of(words: str) -> np.ndarray:
    """Return an answer between two ends, filled up with further ends."""
    data = list(words.encode()[: ANSWER - 1])
    return np.array([END, *data, *[END] * (ANSWER - len(data))], np.int64)


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
