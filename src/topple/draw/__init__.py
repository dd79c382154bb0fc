"""Pictures: figures as data, stills, strips, films and pages, for people and models."""
