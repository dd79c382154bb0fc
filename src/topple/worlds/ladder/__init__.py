"""The ladder: questions about tasks of any world, from seeing to planning.

A world joins with a part `ladder.py`, which says what its things are, and a file `ladder.json` with
its items. What is asked, how answers are read and how they are scored is written here, once.
"""
