"""Pot one or more balls."""
