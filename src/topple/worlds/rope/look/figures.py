"""Every figure of a level by its name."""

from __future__ import annotations

from collections.abc import Mapping

from topple.draw.figures import Figure
from topple.worlds.rope.level import Level
from topple.worlds.rope.look import creature, furniture, gadgets, notes, ropes, sweets


def figures_of(level: Level) -> Mapping[str, Figure]:
    """Draw every figure that a level may show, by name."""
    named = {
        "board": furniture.board(),
        "star": sweets.prize(),
        "disc": sweets.expiry(),
        "rim": sweets.expiry_rim(),
        "sparkle": sweets.sparkle(),
        "puff": gadgets.puff(),
        "cushion": gadgets.cushion(),
        "happy": creature.happy(),
        "sad": creature.sad(),
        "pin": furniture.pin(),
        "active": furniture.active_pin(armed=True),
        "fired": furniture.active_pin(armed=False),
        "pulley": furniture.pulley(),
        "crawler": gadgets.crawler(),
        "candy": sweets.candy(),
        "half 0": sweets.half(-1),
        "half 1": sweets.half(1),
        "bubble": gadgets.bubble(),
        "drops": gadgets.drops(),
        "snip": gadgets.snip(),
    }
    named |= {f"face {i}": creature.face(i) for i in range(creature.OPENINGS)}
    named |= {f"cord {i}": ropes.cord(i) for i in range(ropes.SHADES)}
    named |= {f"elastic {i}": ropes.elastic(i) for i in range(ropes.SHADES)}
    named |= {f"hat {hat.pair}": gadgets.hat(hat.pair) for hat in level.hats}
    named |= {f"circle {i}": furniture.circle(p.radius) for i, p in enumerate(level.active_pins)}
    named |= {f"rail {i}": furniture.rail(each) for i, each in enumerate(level.pulleys)}
    named |= {f"spikes {i}": furniture.spikes(each) for i, each in enumerate(level.spikes)}
    named |= {f"pad {i}": furniture.pad(each) for i, each in enumerate(level.pads)}
    for i, gate in enumerate(level.gates):
        named[f"electrodes {i}"] = furniture.electrodes(gate)
        named |= {f"bolt {i} {n}": furniture.bolt(gate, n) for n in range(furniture.SPARKS)}
    return {**named, **notes.figures(level)}
