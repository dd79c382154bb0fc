"""The templates of pool: one folder per chapter, one file per template."""
