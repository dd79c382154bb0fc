"""A learnt player that sees only shallow features: what it gets right, a shortcut gives."""
