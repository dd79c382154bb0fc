"""Submissions: runs packed with a card, so that others can play every attempt again."""
