"""Colours of the rope world. Where two things differ in colour, they also differ in shape."""

from __future__ import annotations

from topple.draw.figures import Rgb

PAPER: Rgb = (251, 247, 239)
DOT: Rgb = (226, 217, 202)
FRAME: Rgb = (176, 150, 120)
INK: Rgb = (58, 48, 52)
CREAM: Rgb = (255, 247, 230)
SHINE: Rgb = (255, 255, 255)
LABEL: Rgb = (168, 16, 40)

# Ropes: a dark edge and a light thread; further ones show how much a rope is stretched.
CORD: Rgb = (176, 128, 78)
CORD_EDGE: Rgb = (98, 66, 38)
CORD_THREAD: Rgb = (226, 188, 136)
ELASTIC: Rgb = (240, 150, 138)
TAUT: Rgb = (204, 16, 32)

CANDY: Rgb = (142, 84, 190)
CANDY_EDGE: Rgb = (82, 42, 122)
WRAPPER: Rgb = (190, 150, 222)
STAR: Rgb = (250, 198, 46)
STAR_EDGE: Rgb = (168, 112, 10)
STAR_DISC: Rgb = (238, 176, 88)

SKIN: Rgb = (247, 172, 164)
SKIN_EDGE: Rgb = (186, 92, 96)
GILL: Rgb = (222, 104, 116)
BELLY: Rgb = (254, 214, 204)
CHEEK: Rgb = (240, 130, 134)
MOUTH: Rgb = (104, 26, 44)
TONGUE: Rgb = (232, 112, 120)

PIN: Rgb = (88, 98, 112)
PIN_LIGHT: Rgb = (196, 204, 214)
ACTIVE: Rgb = (0, 114, 178)
BRASS: Rgb = (198, 158, 74)
BUBBLE: Rgb = (120, 190, 232)
BUBBLE_EDGE: Rgb = (64, 140, 196)
CUSHION: Rgb = (232, 126, 52)
CUSHION_EDGE: Rgb = (146, 68, 16)
AIR: Rgb = (110, 160, 190)
STEEL: Rgb = (74, 76, 86)
STEEL_LIGHT: Rgb = (150, 154, 166)
SPARK: Rgb = (255, 214, 40)
SPARK_EDGE: Rgb = (214, 92, 0)
PAD: Rgb = (0, 140, 112)
PAD_EDGE: Rgb = (0, 84, 68)
CRAWLER: Rgb = (66, 52, 60)
CRAWLER_SPOT: Rgb = (240, 200, 80)

# Hats: a colour per pair, and as many stripes as its number.
HATS: tuple[Rgb, ...] = ((0, 114, 178), (213, 94, 0), (0, 140, 112), (190, 96, 150))


def mixed(first: Rgb, second: Rgb, share: float) -> Rgb:
    """Return a colour between two: the first at a share of 0, the second at 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue
