"""How a template sets its scene: the stage, where tasks put it, distractors and the plan."""
