"""PhysIQ: questions about PHYRE scenes as plain data, readers of answers, players to compare."""

from topple.worlds.phyre.metrics.scoring import (
    answers,
    compare,
    compare_talks,
    score,
    score_talks,
    talks,
)
from topple.worlds.phyre.physiq.answers import AnswerForm
from topple.worlds.phyre.physiq.forms import read
from topple.worlds.phyre.physiq.insertion import Talk
from topple.worlds.phyre.physiq.items import Item, Kind, Message
from topple.worlds.phyre.physiq.items import QuestionMode as Mode
from topple.worlds.phyre.physiq.pictures import ScenePicture
from topple.worlds.phyre.physiq.players import PLAYERS, player
from topple.worlds.phyre.physiq.proposal import Grade
from topple.worlds.phyre.physiq.sets import configurations, question_set, some
from topple.worlds.phyre.physiq.settings import QuestionSettings as Settings

__all__ = [
    "PLAYERS",
    "AnswerForm",
    "Grade",
    "Item",
    "Kind",
    "Message",
    "Mode",
    "ScenePicture",
    "Settings",
    "Talk",
    "answers",
    "compare",
    "compare_talks",
    "configurations",
    "player",
    "question_set",
    "read",
    "score",
    "score_talks",
    "some",
    "talks",
]
