"""Compare Topple's PHYRE with the original package: tasks, folds, recorded and live outcomes."""
