"""Topple in the browser: play tasks, watch runs, study people."""
