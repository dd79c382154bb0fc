"""What stands in a level: birds, pigs, blocks, platforms, TNT, and the ground."""
