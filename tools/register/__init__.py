"""Files by which others find the benchmarks: a register entry and a dataset repository."""
