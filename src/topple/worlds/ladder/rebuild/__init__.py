"""The rebuild probe: write a scene as JSON from its picture.

The rebuilt scene is simulated beside the true one, and marked by what it does.
"""
