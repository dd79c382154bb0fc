"""The metric of nine-ball: games won, shots, and balls potted."""
