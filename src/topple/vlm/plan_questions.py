"""Plans of question sets, and plans from plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from topple.physiq.episode import QuestionEpisode
from topple.physiq.find import SETS, items_of
from topple.physiq.items import Kind
from topple.physiq.protocols import protocol_of
from topple.physiq.settings import QuestionSettings
from topple.prompting.episode import Episode, Key
from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.protocols.choose import with_choices
from topple.tasks.attempt import Attempt
from topple.tasks.choices import Choices
from topple.vlm.plan import ModelPlan, VlmPlan

# The version of the order in which a limit takes items. In version 1, the number of balls told the
# right answer of the first fifty.
ORDER = 2

_ANSWERS = {  # tokens, without lengthy reasoning
    Kind.SANITY: 5,
    Kind.CONFIDENCE: 5,
    Kind.YESNO: 5,
    Kind.RANKING: 15,
    Kind.INSERTION: 30,
}


@dataclass(frozen=True, slots=True)
class QuestionPlan(ModelPlan):
    """A model that answers the items of a question set."""

    asks: ClassVar[str] = "questions"

    setup: QuestionSettings

    @property
    def kind(self) -> Kind:
        return SETS[self.protocol.name]

    @property
    def answer_tokens(self) -> int:
        return _ANSWERS[self.kind]

    def begin(
        self, key: Key, done: Sequence[Attempt] = (), turns: Sequence[dict[str, Any]] = ()
    ) -> Episode:
        fold, name = key
        item = items_of(self.kind, self.setup)[name]
        return QuestionEpisode(self.protocol, item, fold, done, turns)

    def _chosen(self) -> dict[str, Any]:
        return {} if self.limit is None else {"order": ORDER}

    def template(self, name: str) -> str:
        return items_of(self.kind, self.setup)[name].template


def asking_in(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return how a recorded run was asked, with the version of prompts where it is not stated.

    The version of a set is that of its wording. In protocols, prompts without a choice were 2.
    """
    rules = settings["protocol"]
    version = rules["version"] if rules["name"] in SETS else 2
    return {"prompts": version, **settings["asking"]}


def plan_of(
    name: str,
    asking: Mapping[str, Any],
    model: str = "",
    folds: tuple[int, ...] | None = None,
    *,
    seed: int = 0,
    limit: int | None = None,
    options: Mapping[str, Any] | None = None,
    arguments: Mapping[str, Any] | None = None,
    endpoint: str = "",
    choices: Choices | None = None,
) -> ModelPlan:
    """Make the plan of a protocol or question set from plain data, as run.json holds it."""
    settings = QuestionSettings.from_data(asking) if name in SETS else None
    found = protocol(name) if settings is None else protocol_of(SETS[name], settings)
    found = with_choices(found, choices or Choices())
    folds = found.folds if folds is None else folds
    reached = (seed, limit, options or {}, arguments or {}, endpoint)
    if settings is None:
        return VlmPlan(found, Setup(**asking), model, folds, *reached)
    return QuestionPlan(found, settings, model, folds, *reached)
