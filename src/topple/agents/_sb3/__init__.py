"""What policies that Stable-Baselines3 trains share."""
