"""Lessons for the policy: what `topple export --train conversations` wrote, as tensors.

Pictures are made small once; `pack` writes all into one file, for a machine that trains.
"""

import hashlib
import json
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from policy import ANSWER, answer_of, picture_of, places_of, text_of, words_of
from torch import Tensor

PARTS = ("train", "dev")
PACKED = ".npz"

Question = tuple[str, tuple[Path, ...]]  # text and pictures


@dataclass
class Lessons:
    """Questions: their pictures and text, and their right answers."""

    pictures: Tensor  # pictures x 3 x side x side
    shown: Tensor  # questions x PICTURES: index into `pictures`, or NONE
    text: Tensor  # questions: index into `texts`
    texts: Tensor
    answers: Tensor  # all answers in order
    first: Tensor  # questions: where the answers of each begin
    count: Tensor  # questions: how many answers each has

    def to(self, device: str) -> "Lessons":
        return Lessons(*(value.to(device) for value in vars(self).values()))


def load(places: list[Path], side: int, share: float) -> dict[str, Lessons]:
    """Read a packed file, or folders; return the lessons to learn from and to choose weights by.

    Folders without dev tasks give a share of their training tasks instead.
    """
    if places[0].suffix == PACKED:
        packed = np.load(places[0])
        return {
            part: Lessons(
                *(torch.from_numpy(packed[f"{part}.{name}"]) for name in Lessons.__annotations__)
            )
            for part in PARTS
            if f"{part}.count" in packed
        }
    found = {part: _questions(places, part, share) for part in PARTS}
    return {part: _tensors(asked, side) for part, asked in found.items() if asked}


def pack(lessons: dict[str, Lessons], file: Path) -> None:
    """Write lessons into one file."""
    arrays = {
        f"{part}.{name}": value.numpy()
        for part, own in lessons.items()
        for name, value in vars(own).items()
    }
    np.savez_compressed(file, **arrays)


def _questions(folders: list[Path], part: str, share: float) -> dict[Question, list[str]]:
    """Return questions with their answers; those that are asked several times become one."""
    found: dict[Question, list[str]] = {}
    for folder in folders:
        for row in _rows(folder, part, share):
            said = row["conversations"]
            text = words_of(said[0]["value"], said[-2]["value"])
            key = text, tuple(folder / name for name in row["images"])
            found.setdefault(key, []).append(said[-1]["value"])
    return found


def _rows(folder: Path, part: str, share: float) -> Iterator[dict[str, Any]]:
    split = (folder / "dev.jsonl").exists()
    for line in (folder / f"{part if split else 'train'}.jsonl").read_text().splitlines():
        row = json.loads(line)
        if split or (_number(row["task"]) < share) == (part == "dev"):
            yield row


def _number(task: str) -> float:
    """Return a number from 0 to 1 that is always the same for a task."""
    return int(hashlib.sha256(task.encode()).hexdigest()[:8], 16) / 16**8


def _tensors(asked: dict[Question, list[str]], side: int) -> Lessons:
    texts = _numbers(text for text, _ in asked)
    # Pictures are named by their content, so that one name is one picture in all folders.
    files = {path.name: path for _, paths in asked for path in paths}
    pictures = _numbers(files)
    drawn = [picture_of(path.read_bytes(), side) for path in files.values()]
    every = [words for own in asked.values() for words in own]
    longest = min(max(len(words.encode()) for words in every), ANSWER - 1)
    count = torch.tensor([len(own) for own in asked.values()])
    return Lessons(
        torch.from_numpy(np.array(drawn, np.uint8).reshape(-1, 3, side, side)),
        torch.tensor([places_of([pictures[path.name] for path in paths]) for _, paths in asked]),
        torch.tensor([texts[text] for text, _ in asked]),
        torch.from_numpy(np.stack([text_of(text) for text in texts])),
        torch.from_numpy(np.stack([answer_of(words) for words in every]))[:, : longest + 2],
        count.cumsum(0) - count,
        count,
    )


def _numbers(values: Iterable[Hashable]) -> dict[Any, int]:
    """Number different values from 0."""
    return {value: i for i, value in enumerate(dict.fromkeys(values))}
