"""What heuristic agents of birds share: three follow ideas of champions of AIBIRDS."""
