"""The metric of ladders."""
