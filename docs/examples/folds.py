"""Split tasks as PHYRE does."""

from topple.worlds.phyre.folds import SETUPS, fold

print(*SETUPS)
parts = fold("ball_cross_template", seed=0)
print(len(parts.train), len(parts.dev), len(parts.test), parts.test[0])
