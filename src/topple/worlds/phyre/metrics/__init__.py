"""Metrics of questions about PHYRE scenes."""
