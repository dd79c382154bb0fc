"""Rope in words, for prompts."""

from __future__ import annotations

from topple.prompting.description import Description, Fact
from topple.worlds.rope.calls import AFTER, RUN_ON
from topple.worlds.rope.level import SIZE, Level

# Sentences about things of a level, by the list that holds them.
_LEGEND = {
    "pins": "Grey discs: pins that hold ropes. A twisted brown rope cannot be stretched; it turns "
    "red when it pulls hard. A smooth red rope is elastic, and redder the more it is stretched.",
    "active_pins": "Blue discs in a dashed circle: active pins. The first candy that enters the "
    "circle is caught by a rope as long as its radius, once.",
    "pulleys": "Brass wheels on a rail: pulleys, pins that can be moved along the rail.",
    "bubbles": "Blue bubbles: a candy that touches one is lifted by it until it is popped.",
    "cushions": "Orange cushions: tapped, they blow candy away from their nozzle, the near more "
    "than the far. The dashed box of the labelled picture is where they reach.",
    "stars": "Yellow stars: candy collects them by touch. One on a disc vanishes with the disc.",
    "spikes": "Grey bars with teeth: spikes, which destroy candy.",
    "gates": "Two knobs: a spark gate, which destroys candy while sparks fly between them. The "
    "ring of the labelled picture shows how long it stays on (orange) or off (grey).",
    "hats": "Hats: candy that falls into the opening of one leaves the other of the same colour "
    "and stripes, along the way it faces, without its ropes.",
    "pads": "Green bars: pads off which candy bounces.",
}
_CRAWLER = (
    "Beetle on a pin: a crawler. It runs along the rope towards the candy and steals it; cutting "
    "the rope removes it."
)
_HALVES = "Two half candies: they join when they touch. Only a whole candy can be eaten."

_STILL = "The game stands still while you think."
_LATE = "The game stands still while you think, but runs on while your call is carried out."

FACTS = (
    Fact("Goal", "yes or no", "whether the candy is eaten before your next turn", "no"),
    Fact("Stars", "NUMBER", "how many stars will have been collected by then", "1"),
)


def without_pictures(words: str) -> str:
    """Leave out the sentences about the labelled picture."""
    said = [each for each in words.split(". ") if "labelled picture" not in each]
    return f"{'. '.join(said).rstrip('.')}."


def describe(level: Level, latency: float = 0.0) -> Description:
    """Put a level into words; `latency` is how many seconds pass before and after every call."""
    legend = [words for kind, words in _LEGEND.items() if getattr(level, kind)]
    crawlers = [pin.crawler for pin in level.pins] + [pin.crawler for pin in level.active_pins]
    legend += [_CRAWLER] if any(crawlers) else []
    legend += [_HALVES] if len(level.candies) > 1 else []
    return Description(
        setting="The pictures show a board from the side; down is down, and gravity pulls down. "
        + (_LATE if latency else _STILL),
        goal="the pink creature must get the whole candy into its mouth. Collecting all stars on "
        "the way is the second goal.",
        act="Each turn you make one call.",
        legend=tuple(legend),
        rules=(
            "The candy is lost when it leaves the board or is destroyed or stolen.",
            f"A call takes effect {f'after {latency:g} s' if latency else 'at once'}; then "
            f"{AFTER + latency:g} s pass until your next turn.",
            f"After your last turn the game runs on for up to {RUN_ON:g} s.",
        ),
        parameters=(
            f"The board is {SIZE:g} units wide and high; x points right and y up. Gravity is 100 "
            "units per second squared, air drag 0.1 per second.",
            "A candy is eaten within 6 units of the mouth, takes stars within 5.5, is caught by "
            "bubbles within 4.5 and destroyed within 2.5 of spikes and sparks.",
            "In a bubble, the candy's velocity tends to 22 units per second upwards, at a rate of "
            "4 per second.",
            "A tap adds 80 (1 - s / 45) units per second to a candy s units ahead of the nozzle, "
            "up to 45 ahead and 8 to either side.",
            "A crawler waits 0.6 s, then runs 12 units per second.",
        ),
        facts=FACTS,
        prediction="The candy swings to the right and comes to rest under the pin.",
    )
