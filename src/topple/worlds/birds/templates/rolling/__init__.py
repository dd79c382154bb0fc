"""Round things must roll to the target."""
