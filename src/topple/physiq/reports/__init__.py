"""Reports of runs that answer questions: scores, pages, comparisons."""
