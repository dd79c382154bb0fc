"""Pot the 9 within 15 shots, in any way, on the table of 2025."""

from topple.worlds.pool.rack import CLASSIC
from topple.worlds.pool.rules import Rules
from topple.worlds.pool.template import games

nine_ball_2025 = games("nine_ball_2025", __doc__, CLASSIC, Rules(fouls=False), model="2025")
