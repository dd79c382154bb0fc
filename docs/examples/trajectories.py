"""Follow attempts step by step: poses, images, object features."""

from topple.worlds import phyre
from topple.worlds.phyre import view

task = phyre.task("00002:023")
print("image", view.image(task).shape, "features", view.initial_features(task).shape)

batch = phyre.simulate(task, [[0.86354, 0.74712, 0.55624]], stride=60, images=True)
print("frames x bodies x (x, y, angle):", batch.frames(0).shape)
print("frames x rows x columns:", batch.images(0).shape)
print("frames x objects x 14:", batch.features(0).shape)
print("height of the goal ball:", batch.frames(0)[:, task.goal.first, 1].round(1))
