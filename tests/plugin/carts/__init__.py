"""A world of turns from another package: push a cart onto a mark."""
