"""Export a question set as a dataset of plain files: messages, pictures and truths."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from topple.errors import BadInput
from topple.physiq.find import set_of
from topple.physiq.image_folder import LOADING, SCORING, file_of, message, write
from topple.physiq.items import AnswerForm, Item, Kind, Message
from topple.physiq.pictures import ScenePicture
from topple.physiq.wording import ATTEMPTS

GRAMMARS = {
    AnswerForm.YES_NO: "Yes or No",
    AnswerForm.PERCENT: "one percentage, 0% to 100%",
    AnswerForm.RANKING: "the numbers of the four proposals, best first: [a, b, c, d]",
    AnswerForm.PLACEMENT: 'JSON, {"x": X, "y": Y, "radius": R}, a list of two where two are placed',
}

_EXAMPLES = {
    AnswerForm.YES_NO: "Yes",
    AnswerForm.PERCENT: "70%",
    AnswerForm.RANKING: "[2, 1, 4, 3]",
    AnswerForm.PLACEMENT: '{"x": 128, "y": 200, "radius": 12}',
}
_CONVERSATION = """
`game.question()` then returns the next question, with feedback on this placement, until `game.over`
is true: after a placement that wins, or after {attempts} attempts.
"""

_CARD = """\
# {name}

{items} questions about scenes of the PHYRE puzzles, made by Topple ({mode}, version {version}).

Every line of `metadata.jsonl` is an item. `messages` are the turns to send to a model; parts of
type `image` name a file. `truth` is the right answer as text; if it is empty, `winner` is one of
many placements that win, and an answer must be simulated to be scored. `content_hash` is a hash of
everything that a model gets to see, and of the truth.

{loading} Made by `{command}`.

## Answers

{grammar}.

## Scores

{scoring}
{more}"""


def export(items: Sequence[Item], folder: Path, command: str) -> tuple[int, int]:
    """Write items into a new folder; return the number of items and of pictures.

    The card of the dataset shows the command.
    """
    if not items:
        raise BadInput("there are no items to export")
    rows = ((row(item), {_file(each): each.png() for each in item.pictures}) for item in items)
    return write(folder, rows, _card(items, command))


def row(item: Item) -> dict[str, Any]:
    """Return one item as a line of metadata.jsonl."""
    return {
        "file_names": [_file(picture) for picture in item.pictures],
        "id": item.id,
        "version": item.version,
        "content_hash": item.content_hash(),
        "kind": str(item.kind),
        "mode": str(item.mode),
        "task": item.task,
        "template": item.template,
        "balls": item.balls,
        "messages": [_turn(said) for said in item.messages],
        "answer_form": str(item.form),
        "truth": _written(item),
        "winner": [{"x": x, "y": y, "radius": radius} for x, y, radius in item.winner],
        "grades": [str(grade) for grade in item.grades],
        "gap": item.gap,
    }


def _turn(said: Message) -> dict[str, Any]:
    parts = [(p, "") if isinstance(p, str) else ("", _file(p)) for p in said.parts]
    return message(said.role, parts)


def _file(picture: ScenePicture) -> str:
    return file_of(picture.pixel_hash())


def _written(item: Item) -> str:
    if item.truth is None:
        return ""
    if isinstance(item.truth, bool):
        return "yes" if item.truth else "no"
    return json.dumps(list(item.truth))


def _plan(item: Item) -> str:
    """Write the arguments of `plan_of` for the set of an item."""
    name, settings = set_of(item.id)
    return f'"physiq-{name}", {json.dumps(settings.data())}'


def _example(item: Item) -> str:
    example = _EXAMPLES[item.form]
    many = item.form is AnswerForm.PLACEMENT and item.balls > 1
    return f"[{', '.join([example] * item.balls)}]" if many else example


def _card(items: Sequence[Item], command: str) -> str:
    first = items[0]
    return _CARD.format(
        name=first.id.split("@")[0],
        items=len(items),
        mode=first.mode,
        version=first.version,
        grammar=GRAMMARS[first.form],
        loading=LOADING,
        scoring=SCORING.format(plan=_plan(first), key='(0, row["id"])', answer=_example(first)),
        more=_CONVERSATION.format(attempts=ATTEMPTS) if first.kind is Kind.INSERTION else "",
        command=command,
    )
