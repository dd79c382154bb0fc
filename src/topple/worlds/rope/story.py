"""What a game was, in a sentence: `cut pin 2; caught by bubble 1; eaten at 3.2 s with 2 stars`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from topple.worlds.rope.calls import ITEMS, MOST_CALLS, MOST_ENTRIES, MOST_TAPS
from topple.worlds.rope.level import SECONDS
from topple.worlds.rope.simulate import Event, Play

_UNKNOWN = tuple(f"unknown_{kind.removesuffix('s')}" for kind in ITEMS.values())

# Why a call or a plan is invalid, and how to correct it.
REASONS = {
    "not_a_plan": "a number is missing or not finite",
    "unknown_verb": "a verb does not exist",
    "too_many_calls": f"it has more than {MOST_CALLS} calls, or {MOST_ENTRIES} with sleeps",
    "bad_time": "a call is before the start or after the end",
    **{name: f"there is no such {name[len('unknown_') :].replace('_', ' ')}" for name in _UNKNOWN},
    "bad_times": "the number of taps is out of range",
    "bad_position": "the position is out of range",
    "bad_seconds": "the sleep is too short or too long",
}
HINTS = {
    "not_a_plan": "give seconds, verb, id and value of each call",
    "unknown_verb": "`topple show TASK` lists the calls",
    "too_many_calls": "leave out calls",
    "bad_time": f"give times from 0 to {SECONDS} seconds",
    **dict.fromkeys(_UNKNOWN, "count the items of a kind from 1, as the labels do"),
    "bad_times": f"give 1 to {MOST_TAPS} taps",
    "bad_position": "give a position from 0 to 1",
    "bad_seconds": f"give more than 0 and at most {SECONDS} seconds",
}

_WORDS = {
    "cut_pin": "cut pin {item}",
    "cut_active_pin": "cut active pin {item}",
    "cut_pulley": "cut pulley {item}",
    "move_pulley_to": "move pulley {item}",
    "pop_bubble": "pop bubble {item}",
    "tap_air_cushion": "tap cushion {item}",
    "attach": "caught by active pin {item}",
    "catch": "caught by bubble {item}",
    "use_up": "used up bubble {item}",
    "star": "star {item}",
    "enter_hat": "into hat {item}",
    "leave_hat": "out of hat {item}",
    "bounce": "bounced off pad {item}",
    "merge": "halves joined",
    "eaten": "eaten",
    "lost": "left the board",
    "spiked": "hit spikes {item}",
    "sparked": "hit lit gate {item}",
    "stolen": "stolen by a crawler",
    "timeout": "time was up",
}
_ENDS = ("eaten", "lost", "spiked", "sparked", "stolen", "timeout")
_LONGEST = 12  # things that a sentence mentions before the end


def story(play: Play) -> str:
    """Describe a game from its events."""
    told = list(_tell([event for event in play.events if event.what not in _ENDS]))
    if len(told) > _LONGEST:
        told = [*told[: _LONGEST // 2], "...", *told[-_LONGEST // 2 :]]
    return "; ".join([*told, ending(play)])


def ending(play: Play) -> str:
    """Describe how a game ended: `eaten at 3.2 s with 2 stars`."""
    last = next((event for event in play.events if event.what in _ENDS), None)
    stars = f"{play.stars} star{'' if play.stars == 1 else 's'}"
    if last is None:
        return f"not eaten by {play.seconds:.1f} s, {stars} collected"
    words = f"{words_of(last)} at {last.seconds:.1f} s"
    return f"{words} with {stars}" if play.eaten else f"{words}, {stars} collected"


def words_of(event: Event) -> str:
    """Describe an event."""
    return _WORDS[event.what].format(item=event.item)


def _tell(events: Sequence[Event]) -> Iterator[str]:
    """Yield events in words, without stars; taps that follow each other are counted."""
    shown = [
        words_of(event) + ("" if event.effect else " without effect")
        for event in events
        if event.what != "star"
    ]
    start = 0
    for i in range(1, len(shown) + 1):
        if i == len(shown) or shown[i] != shown[start]:
            count = i - start
            yield shown[start] if count == 1 else f"{shown[start]} {count} times"
            start = i
