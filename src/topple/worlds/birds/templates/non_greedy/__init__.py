"""The action that gets fewer targets must come first."""
