"""The templates of birds, a folder a scenario, one file each."""
