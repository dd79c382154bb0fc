"""The thing of the right shape must be moved or destroyed."""
