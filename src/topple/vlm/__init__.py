"""Runs of vision-language models with Inspect."""
