"""The target needs several pushes."""
