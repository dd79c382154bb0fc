"""The probe as models are asked it: a picture, what the JSON means, and an example of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from topple.draw import png
from topple.draw.film import Film
from topple.prompting.conversation import Conversation
from topple.prompting.description import Description
from topple.prompting.form import SILENT
from topple.prompting.hint import Hint
from topple.prompting.question import Picture, Question
from topple.prompting.setup import Setup
from topple.prompting.voice import Baseline, Voice
from topple.tasks.draw import generator
from topple.tasks.task import Task
from topple.worlds import parts
from topple.worlds.ladder.items import start_of
from topple.worlds.ladder.places import frame_in_units
from topple.worlds.ladder.players import UNSURE
from topple.worlds.ladder.rebuild.form import NAME, Written
from topple.worlds.ladder.rebuild.items import VERSION, Rebuild, example_of, find_item, items_of
from topple.worlds.own import own
from topple.worlds.registry import world

PROMPT = f"rebuild@{VERSION}"
_PICTURE = 512  # pixels
_TOKENS = 2000  # a scene as JSON
_ROLE = "You look at the picture of a scene and write the scene as JSON."
_REQUEST = (
    "Write the scene of the picture in the same way: one JSON object and nothing else. It is "
    "simulated beside the true scene, and counts by what it does."
)


class RebuildSetup(Setup):
    """How the probe is asked: in one way."""

    @property
    def variant(self) -> str:
        return "scenes as JSON"

    @property
    def prompt(self) -> str:
        return PROMPT


def voice_of(base: Voice) -> Voice:
    """Return what asks for the scenes of a world."""
    return Voice(
        world=base.world,
        form=lambda name: Written(),
        usual_form=NAME,
        describe=lambda task, setup: _describe(base, task),
        show=lambda game, setup: [],
        options={},
        later="Every item is one scene.",
        ask=lambda game: _ask(base, game),
        setup=lambda data: RebuildSetup(**data),
        usual={"form": NAME, "history": "none"},
        tokens=(_TOKENS, _TOKENS),
        baselines=BASELINES,
        judged=True,
        exported=_exported,
        truth=lambda task: _item(task).symbols.text,
    )


def _item(task: Task) -> Rebuild:
    return own(task, Rebuild, "an item of the rebuild probe")


def _describe(base: Voice, task: Task) -> Description:
    return base.describe(_item(task).task, None)


def _exported(task: Task) -> dict[str, Any]:
    """Return what an item is about."""
    return {"about": _item(task).about}


def _ask(base: Voice, game: Conversation) -> Question:
    """Return the one question of an item."""
    item = _item(game.task)
    told, scene, name = base.describe(item.task, None), item.symbols, item.id.world
    blocks = [
        _ROLE,
        told.setting,
        "\n".join(["What you see:", *(f"- {line}" for line in told.legend)]),
        "\n".join(["The JSON:", *(f"- {line}" for line in scene.legend)]),
    ]
    shown = [f"An example, of another scene:\n{_text_of(name, example_of(name))}"]
    shown.append(frame_in_units(name, start_of(name, item.about).window))
    return Question(PROMPT, "\n\n".join(blocks), (*shown, _picture(item), _REQUEST))


def _picture(item: Rebuild) -> Picture:
    pixels = Film(start_of(item.id.world, item.about).recording).picture(0, _PICTURE)
    return Picture("rebuild@1", png.encode(pixels, quick=True), png.pixel_hash(pixels))


def _text_of(name: str, task: str) -> str:
    own_world = world(name)
    return parts.voice(own_world).scene(own_world.task(task)).text


def _oracle(item: Rebuild, seed: int) -> str:
    return item.symbols.text


def _example(item: Rebuild, seed: int) -> str:
    """Copy the example of the prompt."""
    return _text_of(item.id.world, example_of(item.id.world))


def _random(item: Rebuild, seed: int) -> str:
    """Write the scene of another item."""
    others = [each for key, each in items_of(item.id.world).items() if key != str(item)]
    place = int(generator("rebuild random", seed, item).integers(len(others)))
    return others[place].symbols.text


def _mock(item: Rebuild, seed: int) -> str:
    """Write the scene of another item, or sometimes nothing that can be read."""
    silent = generator("rebuild mock", seed, item).random() < SILENT
    return UNSURE if silent else _random(item, seed)


def _answer(write: Callable[[Rebuild, int], str]) -> Baseline:
    def answer(hint: Hint, seed: int) -> str:
        return write(find_item(hint.task), seed)

    return answer


BASELINES: Mapping[str, Baseline] = {
    "mock": _answer(_mock),
    "random-valid": _answer(_random),
    "best-constant": _answer(_example),
    "oracle": _answer(_oracle),
}
