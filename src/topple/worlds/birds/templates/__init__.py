"""The templates of birds: one folder per scenario, one file per template."""
