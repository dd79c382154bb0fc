"""How birds looks: drawings, screenshots, paths."""
