"""Play level files as tasks, with the usual rules and with others."""

from pathlib import Path

import topple

LEVEL = """<?xml version="1.0"?>
<Level width="2">
  <Birds>
    <Bird type="BirdRed"/>
  </Birds>
  <Slingshot x="-12.0" y="-2.5"/>
  <GameObjects>
    <Pig type="BasicSmall" x="3" y="-3.28"/>
    <Block type="RectTiny" material="wood" x="1" y="-3.28" rotation="90"/>
  </GameObjects>
</Level>
"""
folder = Path("my_levels")
folder.mkdir(exist_ok=True)
(folder / "behind_a_post.xml").write_text(LEVEL)

flat = [-1.0, -0.1, -1.0, 0.0]  # x, y, tap, delay
task = topple.task("my_levels/behind_a_post.xml")
print(task)
print(topple.simulate(task, flat)[0].outcome)

twice = topple.task("my_levels/behind_a_post.xml", rules={"events_per_hit": 2})
print(topple.simulate(twice, flat)[0].outcome)

run = topple.evaluate("pig-shooter", "levels", levels=folder)
print(topple.load(run))
