from topple.worlds import find_task, world

task = find_task("iphyre/support:0")
plan = (0, 1.0, 1, 2.5)  # block 0 after 1 s, block 1 after 2.5 s
(played,) = world("iphyre").play([task], [plan])
print(played.outcome, played.steps)


def patient(seen):
    """Remove a block every second."""
    return seen.remove(seen.left[0]) if seen.seconds % 1 == 0 else ()


(played,) = world("iphyre").play([task], [patient])
print(played.outcome, played.action)
