"""Look at a task, place one ball, and print the outcome."""

from topple.worlds import phyre

task = phyre.task("00002:023")  # PHYRE's id; "phyre/off_the_ledge:023" is the same task
print(task.caption)
for number in (task.goal.first, task.goal.second):
    body = task.scene.bodies[number]
    print(f"body {number}: a {body.kind} at x {body.x:.1f}, y {body.y:.1f}")

attempt = phyre.simulate(task, [0.86354, 0.74712, 0.55624])  # x, y, radius, each from 0 to 1
print(attempt.outcome(0), "after", attempt.steps[0], "steps; the ball:", attempt.balls[0, 0])
