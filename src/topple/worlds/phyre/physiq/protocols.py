"""Question sets as protocols: items instead of tasks; one attempt, or five in a conversation."""

from __future__ import annotations

from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol, Split
from topple.worlds.phyre.physiq.find import items_of
from topple.worlds.phyre.physiq.items import Kind
from topple.worlds.phyre.physiq.sets import stratum
from topple.worlds.phyre.physiq.settings import VERSION, QuestionSettings
from topple.worlds.phyre.physiq.wording import ATTEMPTS

# A fault of the provider is not an answer; every other outcome is.
_UNCOUNTED = frozenset({Outcome.FAILED})
_TRIES = 10  # requests per attempt
# In version 1, the number of balls told the right answer of the first fifty items.
_ORDER = 2

CAPTIONS = {
    Kind.SANITY: "Do the two bodies touch in the picture shown?",
    Kind.CONFIDENCE: "How likely is it that the proposal wins?",
    Kind.YESNO: "Does the proposal win?",
    Kind.RANKING: "Which of four proposals is the most likely to win?",
    Kind.INSERTION: "Place the ball, or two, so that the goal is met, in five attempts.",
}
ABOUT = {
    Kind.SANITY: "The picture is the end of a run. It shows whether a model sees what the other "
    "questions are about.",
    Kind.CONFIDENCE: "The picture is the start, with the ball in place. The answer is a "
    "percentage.",
    Kind.YESNO: "The picture is the start, with the ball in place. Worked examples may come first.",
    Kind.RANKING: "Four starts are shown, one of which wins. The answer is an order, best first.",
    Kind.INSERTION: "A conversation: after a miss, the model is shown moments of the run. A "
    "placement that cannot be read or cannot stand there is an attempt too.",
}
METRICS = {
    Kind.SANITY: "physiq-judgements",
    Kind.CONFIDENCE: "physiq-probabilities",
    Kind.YESNO: "physiq-judgements",
    Kind.RANKING: "physiq-choices",
    Kind.INSERTION: "physiq-placements",
}


def protocol_of(kind: Kind, settings: QuestionSettings) -> Protocol:
    """Return the protocol of a question set under these settings."""
    attempts = ATTEMPTS if kind is Kind.INSERTION else 1
    return Protocol(
        f"physiq-{kind}",
        CAPTIONS[kind],
        "phyre",
        (0,),
        lambda fold: Split((), (), tuple(items_of(kind, settings))),
        version=VERSION,
        attempts=attempts,
        most_tries=_TRIES * attempts,
        uncounted=_UNCOUNTED,
        metric=METRICS[kind],
        about=ABOUT[kind],
        for_models=True,
        stratum=lambda name: stratum(items_of(kind, settings)[name]),
        asks="questions",
        order=_ORDER,
    )
