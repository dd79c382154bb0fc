"""Games of nine-ball."""
