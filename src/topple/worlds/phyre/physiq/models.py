"""PhysIQ as vision-language models answer it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from topple.prompting.description import Description
from topple.prompting.episode import Episode
from topple.prompting.form import Form
from topple.prompting.setup import Asking
from topple.prompting.trial import Trial
from topple.tasks.protocol import Protocol
from topple.tasks.task import Task
from topple.worlds.models import Baseline, Models
from topple.worlds.own import own
from topple.worlds.phyre.models.description import describe
from topple.worlds.phyre.physiq.answers import AnswerForm
from topple.worlds.phyre.physiq.episode import QuestionEpisode
from topple.worlds.phyre.physiq.find import SETS, answering
from topple.worlds.phyre.physiq.forms import WrittenAnswer
from topple.worlds.phyre.physiq.items import FORMS, Item, Kind
from topple.worlds.phyre.physiq.protocols import protocol_of
from topple.worlds.phyre.physiq.settings import QuestionSettings

_ALL = {"mode": "", "parameters": ""}
_OPTIONS: Mapping[Kind, Mapping[str, str]] = {
    Kind.SANITY: {"mode": ""},
    Kind.CONFIDENCE: _ALL,
    Kind.YESNO: {**_ALL, "shots": "0, 2, 4", "frames": ""},
    Kind.RANKING: {**_ALL, "shots": "0, 1, 2"},
    Kind.INSERTION: _ALL,
}
_ANSWERS = {  # tokens, without lengthy reasoning
    Kind.SANITY: 5,
    Kind.CONFIDENCE: 5,
    Kind.YESNO: 5,
    Kind.RANKING: 15,
    Kind.INSERTION: 30,
}


class QuestionModels(Models):
    """One answer per question, or a conversation of up to five placements."""

    usual_form = str(AnswerForm.YES_NO)
    later = (
        "An insertion is a conversation: `game.question()` then returns the next question, with "
        "feedback on this\nplacement, until `game.over` is true."
    )

    def usual(self, protocol: Protocol) -> str:
        return str(FORMS[SETS[protocol.name]])

    def usual_asking(self, protocol: Protocol) -> dict[str, Any]:
        return asdict(QuestionSettings())

    def options_of(self, protocol: Protocol) -> Mapping[str, str]:
        return _OPTIONS[SETS[protocol.name]]

    def setup(self, asking: Mapping[str, Any]) -> Asking:
        return QuestionSettings.from_data(asking)

    def asked(self, protocol: Protocol, setup: Asking) -> Protocol:
        """Return the protocol over the items of this setup, whose ids name it."""
        return protocol_of(SETS[protocol.name], QuestionSettings.from_data(setup.data()))

    def answer_tokens(self, protocol: Protocol, setup: Asking) -> int:
        return _ANSWERS[SETS[protocol.name]]

    def baselines(self, protocol: Protocol) -> Mapping[str, Baseline]:
        return answering(SETS[protocol.name])

    def exported(self, task: Task) -> dict[str, Any]:
        """Return all of an item; `content_hash` also covers the truth."""
        item = own(task, Item, "a question")
        return {
            "id": str(item),
            "content_hash": item.content_hash(),
            "kind": str(item.kind),
            "mode": str(item.mode),
            "task": item.task,
            "balls": item.balls,
            "answer_form": str(item.form),
            "truth": WrittenAnswer(item.form).truth(item),
            "winner": [{"x": x, "y": y, "radius": radius} for x, y, radius in item.winner],
            "grades": [str(grade) for grade in item.grades],
            "gap": item.gap,
        }

    def is_judged(self, protocol: Protocol) -> bool:
        return SETS[protocol.name] is not Kind.INSERTION

    def form(self, name: str) -> Form:
        return WrittenAnswer(AnswerForm(name))

    def describe(self, task: Task) -> Description:
        return describe(own(task, Item, "a question").scene(None)[0])

    def check(self, setup: Asking) -> None:
        """Items refuse settings that they are not asked with."""

    def episode(self, trial: Trial) -> Episode:
        return QuestionEpisode(trial)
