"""Staging of a scene: the stage, its placement in tasks, distractors and the plan."""
