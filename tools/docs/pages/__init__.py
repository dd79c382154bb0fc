"""The pages in docs/results: each module builds the page of its name from runs."""
