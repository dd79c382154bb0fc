"""What all agents that are trained share: options, clock, files, checkpoints."""
