"""Write a question set as a folder of plain files: metadata.jsonl, PNG pictures, a card.

The folder is what Hugging Face's `datasets` calls an image folder: `file_names` of metadata.jsonl
lists the pictures of an item in the order they are shown.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from topple.errors import BadInput
from topple.questions.items import VERSION, Form, Item, Message
from topple.questions.pictures import Picture

METADATA = "metadata.jsonl"
IMAGES = "images"

GRAMMARS = {
    Form.YES_NO: "Yes or No",
    Form.PERCENT: "one percentage, 0% to 100%",
    Form.RANKING: "the numbers of the four proposals, best first: [a, b, c, d]",
    Form.PLACEMENT: 'JSON, {"x": X, "y": Y, "radius": R}, a list of two where two are placed',
}

_CARD = """\
# {name}

{items} questions about scenes of the PHYRE puzzles, made by Topple ({mode}, version {version}).

Every line of `metadata.jsonl` is an item. `messages` are the turns to send to a model; parts of
type `image` name a file. `truth` is what is right, as text; where it is empty, `winner` is one of
many placements that win, and an answer must be simulated to be scored. `content_hash` names all
that a model gets to see, and the truth.

Answers: {grammar}.

    from datasets import load_dataset

    load_dataset("imagefolder", data_dir="THIS FOLDER", split="train")

Without `datasets`, read the lines as JSON. Made by `{command}`.
"""


def export(items: Sequence[Item], folder: Path, command: str) -> None:
    """Write items into a new folder; the card names the command."""
    if not items:
        raise BadInput("a set without items has nothing to export")
    if folder.exists() and any(folder.iterdir()):
        raise BadInput(f"`{folder}` is not empty", "give --out a new folder")
    (folder / IMAGES).mkdir(parents=True, exist_ok=True)
    with (folder / METADATA).open("w", encoding="utf-8") as lines:
        for item in items:
            for picture in item.pictures:
                path = folder / _file(picture)
                if not path.exists():
                    path.write_bytes(picture.png())
            lines.write(f"{json.dumps(row(item), ensure_ascii=False)}\n")
    (folder / "README.md").write_text(_card(items, command), encoding="utf-8")


def row(item: Item) -> dict[str, Any]:
    """Give one item as it stands in metadata.jsonl."""
    return {
        "file_names": [_file(picture) for picture in item.pictures],
        "id": item.id,
        "version": VERSION,
        "content_hash": item.content_hash(),
        "kind": str(item.kind),
        "mode": str(item.mode),
        "task": item.task,
        "template": item.template,
        "balls": item.balls,
        "messages": [_turn(message) for message in item.messages],
        "answer_form": str(item.form),
        "truth": _written(item),
        "winner": [{"x": x, "y": y, "radius": radius} for x, y, radius in item.winner],
        "grades": [str(grade) for grade in item.grades],
        "gap": item.gap,
    }


def _turn(message: Message) -> dict[str, Any]:
    content = [
        {"type": "text", "text": part, "file": ""}
        if isinstance(part, str)
        else {"type": "image", "text": "", "file": _file(part)}
        for part in message.parts
    ]
    return {"role": message.role, "content": content}


def _file(picture: Picture) -> str:
    return f"{IMAGES}/{picture.pixel_hash()}.png"


def _written(item: Item) -> str:
    if item.truth is None:
        return ""
    if isinstance(item.truth, bool):
        return "yes" if item.truth else "no"
    return json.dumps(list(item.truth))


def _card(items: Sequence[Item], command: str) -> str:
    first = items[0]
    return _CARD.format(
        name=first.id.split("@")[0],
        items=len(items),
        mode=first.mode,
        version=VERSION,
        grammar=GRAMMARS[first.form],
        command=command,
    )
