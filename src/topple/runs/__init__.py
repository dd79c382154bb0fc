"""Runs: one agent under one protocol, kept as a folder of attempts."""
