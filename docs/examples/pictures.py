"""Write a scene, a film strip, an animation and a page with a player."""

from pathlib import Path

from topple.draw import animation, player, png
from topple.draw.film import strip
from topple.worlds import film, phyre

task = phyre.task("00002:023")
png.save(Path("scene.png"), film(task, None).picture(0, size=512))

attempt = film(task, [0.86354, 0.74712, 0.55624])
print(attempt.words)
png.save(Path("strip.png"), strip(attempt, size=256))
animation.save(attempt, Path("attempt.gif"), size=400)  # .webp and .mp4 work too
player.save(attempt, Path("attempt.html"))
