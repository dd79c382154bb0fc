"""Write a dataset as a folder of plain files: metadata.jsonl, PNG pictures and a card.

Hugging Face's `datasets` calls this an image folder: `file_names` in metadata.jsonl lists the
pictures of a row in the order they are shown.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from topple.errors import BadInput

METADATA = "metadata.jsonl"
CARD = "README.md"
IMAGES = "images"

Row = dict[str, Any]
RowFiles = tuple[Row, Mapping[str, bytes]]  # a row and its pictures by file name

LOADING = """\
    from datasets import load_dataset

    load_dataset("imagefolder", data_dir="THIS FOLDER", split="train")

Without `datasets`, read the lines as JSON."""


SCORING = """\
This code reads and scores an answer as Topple does in its own evaluations:

    import json

    from topple.prompting.exchange import Spent
    from topple.vlm.plan_questions import plan_of

    with open("metadata.jsonl", encoding="utf-8") as lines:
        row = json.loads(next(lines))
    game = plan_of({plan}).begin({key})
    told = game.answer(game.question(), {answer!r}, Spent())
    print(told.turn.read, told.attempt and told.attempt.outcome, told.turn.why)"""


def write(folder: Path, rows: Iterable[RowFiles], card: str) -> tuple[int, int]:
    """Fill a new folder, each picture once; return the number of rows and of pictures."""
    if folder.exists() and any(folder.iterdir()):
        raise BadInput(f"`{folder}` is not empty", "give --out a new folder")
    (folder / IMAGES).mkdir(parents=True, exist_ok=True)
    count, drawn = 0, set[str]()
    with (folder / METADATA).open("w", encoding="utf-8") as lines:
        for row, pictures in rows:
            for name in pictures.keys() - drawn:
                (folder / name).write_bytes(pictures[name])
                drawn.add(name)
            lines.write(f"{json.dumps(row, ensure_ascii=False)}\n")
            count += 1
    (folder / CARD).write_text(card, encoding="utf-8")
    return count, len(drawn)


def file_of(digest: str) -> str:
    """Return the file name of a picture with this digest."""
    return f"{IMAGES}/{digest}.png"


def message(role: str, parts: Sequence[tuple[str, str]]) -> Row:
    """Return a turn of a conversation as plain data.

    A part is a text and the file of a picture, one of which is empty. All parts have the same
    fields, because `datasets` stores them as a table.
    """
    content = [
        {"type": "image" if file else "text", "text": text, "file": file} for text, file in parts
    ]
    return {"role": role, "content": content}
