"""What all trained agents share: options, loop, clock, checkpoints and files."""
