"""Pictures of levels: figures, and where they are at a moment."""
