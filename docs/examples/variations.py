"""Draw new tasks from a template."""

from topple.worlds import phyre

template = phyre.template("off_the_ledge")
print(f"{len(template.shipped)} shipped tasks, the first is {template.shipped[0]}")
for index in range(phyre.FIRST_VARIATION, phyre.FIRST_VARIATION + 3):
    task = phyre.task(f"phyre/off_the_ledge:{index}")
    ledge = task.scene.bodies[4]
    print(task, f"has a ledge of {ledge.diameter:.1f} pixels at x {ledge.x:.1f}, y {ledge.y:.1f}")
