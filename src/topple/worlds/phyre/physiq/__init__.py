"""PhysIQ: questions about PHYRE scenes, as tasks."""
