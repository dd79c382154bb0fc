"""Win a game of nine-ball: pot the 9 by a legal shot."""

from topple.worlds.pool.rack import STRICT
from topple.worlds.pool.rules import Rules
from topple.worlds.pool.template import games

nine_ball = games("nine_ball", __doc__, STRICT, Rules())
