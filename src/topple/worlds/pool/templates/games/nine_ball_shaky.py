"""Win a game of nine-ball with a shaky hand, which changes every shot a little."""

from topple.worlds.pool.rack import STRICT
from topple.worlds.pool.rules import Rules
from topple.worlds.pool.template import games

nine_ball_shaky = games("nine_ball_shaky", __doc__, STRICT, Rules(shaky=True))
