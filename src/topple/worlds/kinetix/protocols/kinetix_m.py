"""Kinetix, size M: hand-made levels after training on random ones."""

from topple.worlds.kinetix.protocols._kinetix import zero_shot

PROTOCOL = zero_shot("m")
