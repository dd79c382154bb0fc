"""Questions about PHYRE scenes: items as plain data, the reading of answers, players to compare."""

from topple.physiq.builder import Settings
from topple.physiq.insertion import Talk
from topple.physiq.items import Form, Item, Kind, Message, Mode
from topple.physiq.pictures import Picture
from topple.physiq.players import PLAYERS, player
from topple.physiq.proposals import Grade
from topple.physiq.reading import read
from topple.physiq.scoring import answers, compare, compare_talks, score, score_talks, talks
from topple.physiq.sets import configurations, question_set, some

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
