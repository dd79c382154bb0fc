"""PhysIQ: questions about PHYRE scenes as plain data, readers of answers, players to compare."""

from topple.physiq.insertion import Talk
from topple.physiq.items import AnswerForm, Item, Kind, Message
from topple.physiq.items import QuestionMode as Mode
from topple.physiq.pictures import ScenePicture
from topple.physiq.players import PLAYERS, player
from topple.physiq.proposal import Grade
from topple.physiq.readers import read
from topple.physiq.scoring import answers, compare, compare_talks, score, score_talks, talks
from topple.physiq.sets import configurations, question_set, some
from topple.physiq.settings import QuestionSettings as Settings

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
