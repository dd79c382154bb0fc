"""Kinetix, size L: hand-made levels after training on random ones."""

from topple.worlds.kinetix.protocols._kinetix import zero_shot

PROTOCOL = zero_shot("l")
