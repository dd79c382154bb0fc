"""Questions about PHYRE scenes: items as plain data, the reading of answers, players to compare."""

from topple.questions.insertion import Talk
from topple.questions.items import Form, Item, Kind, Message, Mode
from topple.questions.maker import Settings
from topple.questions.pictures import Picture
from topple.questions.players import PLAYERS, player
from topple.questions.proposals import Grade
from topple.questions.reading import read
from topple.questions.scoring import answers, compare, compare_talks, score, score_talks, talks
from topple.questions.sets import configurations, question_set, some

__all__ = [
    "PLAYERS",
    "Form",
    "Grade",
    "Item",
    "Kind",
    "Message",
    "Mode",
    "Picture",
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
