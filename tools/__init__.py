"""What developers of Topple run: alignment with the original PHYRE, docs, statistics."""
