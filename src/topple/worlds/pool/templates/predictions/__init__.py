"""Questions about a shot before it is played."""
