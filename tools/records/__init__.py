"""Train and test the ranker on many folds in one go, and keep the proof."""
