"""The probe as models are asked it: a picture, what the JSON means, and an example of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from topple.draw import png
from topple.draw.film import Film
from topple.prompting.description import Description
from topple.prompting.episode import Episode, Exchange, Spent
from topple.prompting.form import SILENT, Form
from topple.prompting.hint import Hint
from topple.prompting.question import Picture, Question
from topple.prompting.reader import Reading
from topple.prompting.setup import Asking, Setup
from topple.prompting.stop import Stop
from topple.prompting.trial import Trial
from topple.tasks.attempt import Played
from topple.tasks.draw import generator
from topple.tasks.protocol import Protocol
from topple.tasks.task import Task
from topple.worlds import parts
from topple.worlds.ladder.items import start_of
from topple.worlds.ladder.models import QuestionModels
from topple.worlds.ladder.places import frame_in_units
from topple.worlds.ladder.players import UNSURE
from topple.worlds.ladder.rebuild.form import NAME, Written
from topple.worlds.ladder.rebuild.items import VERSION, Rebuild, example_of, find_item, items_of
from topple.worlds.models import Baseline, Models
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


class RebuildModels(QuestionModels):
    """One scene per item, as JSON."""

    usual_form = NAME
    options: ClassVar[Mapping[str, str]] = {}
    later = "Every item is one scene."

    def setup(self, asking: Mapping[str, Any]) -> Asking:
        return RebuildSetup(**asking)

    def answer_tokens(self, protocol: Protocol, setup: Asking) -> int:
        return _TOKENS

    def baselines(self, protocol: Protocol) -> Mapping[str, Baseline]:
        return BASELINES

    def exported(self, task: Task) -> dict[str, Any]:
        """Return what an item is about."""
        return {"about": own(task, Rebuild, "an item of the rebuild probe").about}

    def form(self, name: str) -> Form:
        return Written()

    def describe(self, task: Task) -> Description:
        return self._base.describe(own(task, Rebuild, "an item of the rebuild probe").task)

    def episode(self, trial: Trial) -> Episode:
        return RebuildEpisode(trial, self._base)


class RebuildEpisode(Episode):
    """One picture, one scene."""

    def __init__(self, trial: Trial, base: Models) -> None:
        super().__init__(trial.protocol, str(trial.task), trial.fold, trial.done)
        self.item = own(trial.task, Rebuild, "an item of the rebuild probe")
        self.form = Written()
        self.form_name = self.form.name
        self._base = base

    @property
    def example(self) -> str:
        return "{}"

    def question(self) -> Question:
        told, scene = self._base.describe(self.item.task), self.item.symbols
        blocks = [
            _ROLE,
            told.setting,
            "\n".join(["What you see:", *(f"- {line}" for line in told.legend)]),
            "\n".join(["The JSON:", *(f"- {line}" for line in scene.legend)]),
        ]
        name = self.item.id.world
        shown = [f"An example, of another scene:\n{_text_of(name, example_of(name))}"]
        shown.append(frame_in_units(name, start_of(name, self.item.about).window))
        return Question(PROMPT, "\n\n".join(blocks), (*shown, _picture(self.item), _REQUEST))

    def answer(
        self, question: Question, text: str, spent: Spent, stop: Stop = Stop.END
    ) -> Exchange:
        reading = Reading(None, stop.why) if stop.why else self.form.read(text)
        values = reading.values
        played = (
            Played(stop.outcome, note=reading.why) if values is None else self.item.mark(values)
        )
        turn = self._turn(question, text, None, played.note, played.outcome, spent, stop=stop)
        return Exchange(turn, self._close(values, played, question, spent))


def _picture(item: Rebuild) -> Picture:
    pixels = Film(start_of(item.id.world, item.about).recording).picture(0, _PICTURE)
    return Picture("rebuild@1", png.encode(pixels, quick=True), png.pixel_hash(pixels))


def _text_of(name: str, task: str) -> str:
    own_world = world(name)
    return parts.models(own_world).symbols(own_world.task(task)).text


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
