"""Things must fall onto the target."""
