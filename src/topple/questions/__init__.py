"""Questions about PHYRE scenes: items as plain data, the reading of answers, players to compare."""
