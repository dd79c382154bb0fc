"""PHYRE as vision-language models play it."""
