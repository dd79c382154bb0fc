"""The colours of pool."""

from __future__ import annotations

from topple.draw.figures import Rgb

CLOTH: Rgb = (38, 122, 92)
CLOTH_LINE: Rgb = (74, 150, 120)
CUSHION: Rgb = (27, 92, 70)
CUSHION_NOSE: Rgb = (50, 140, 106)
WOOD: Rgb = (112, 66, 36)
WOOD_LIGHT: Rgb = (146, 92, 54)
WOOD_DARK: Rgb = (74, 42, 24)
DIAMOND: Rgb = (238, 228, 204)
POCKET: Rgb = (20, 18, 20)
POCKET_RIM: Rgb = (52, 44, 42)
SHADOW: Rgb = (12, 52, 38)
MARK: Rgb = (255, 226, 92)
IVORY: Rgb = (250, 247, 236)
INK: Rgb = (24, 24, 28)

BALLS: tuple[Rgb, ...] = (
    IVORY,
    (246, 198, 32),
    (28, 78, 186),
    (206, 40, 40),
    (104, 52, 148),
    (240, 122, 28),
    (20, 110, 52),
    (122, 28, 40),
    (26, 26, 30),
    (246, 198, 32),
)
