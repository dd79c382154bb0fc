"""Compare every world with the package it re-creates."""
