"""Birds as vision-language models play it."""
