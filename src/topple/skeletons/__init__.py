"""Skeletons of worlds, agents and templates: files with `$name` and `$Name` in them."""
