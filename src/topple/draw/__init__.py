"""Pictures: figures as data, stills, strips, films and pages, for people and models."""

STRIDE = 2  # steps from one picture of a film to the next: 25 to 30 pictures per second
