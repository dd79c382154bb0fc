"""Pool: strike the cue ball so that the right balls fall, stop and meet."""
