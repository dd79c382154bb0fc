"""The thing of the right weight must be moved."""
