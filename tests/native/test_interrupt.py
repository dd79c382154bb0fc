"""Ctrl-C stops a long native call soon, with a KeyboardInterrupt."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

# Seconds; a machine under load needs some of them only to start again.
PROMPT = 5.0
LONG = 60.0
AT_WORK = 0.3  # after this the native call has begun

BATCH = """
from topple.worlds import phyre
task = phyre.task("00003:017")
actions = task.tier.action_set(500).repeat(2000, axis=0)
print("ready", flush=True)
phyre.simulate(task, actions)
"""
BALLS = """
from topple.sim import At, Body, Circle, Material, Polygon, Remove, Rollout, Scene, Sim, simulate
bouncy = Material(restitution=1.0, friction=0.0)
floor = Polygon(((90.0, 3.0), (-90.0, 3.0), (-90.0, -3.0), (90.0, -3.0)))
bodies = [Body("wall", 0.0, -5.0, 0.0, (floor,), False, 6, material=bouncy)]
for i in range(200):
    x, y = -80.0 + 8 * (i % 20), 5.0 + 8 * (i // 20)
    bodies.append(Body("ball", x, y, 0.0, (Circle(3.0),), True, 1, material=bouncy))
scene = Scene(tuple(bodies), 100.0, 100.0, 6.0)
print("ready", flush=True)
"""
STEPS = f"""{BALLS}
sim = Sim(scene)
for _ in range(100):
    sim.step(1_000_000)
"""
# Without the floor the balls fall for ever, and no step is quick because nothing moves.
FALLING = f"{BALLS}falling = Rollout(scene, commands=(At(0, Remove(0)),))"
ROLLOUT = f"{FALLING}\nsimulate([falling], most_steps=1_000_000)"
ROLLOUTS = f"{FALLING}\nsimulate([falling] * 5, most_steps=1_000_000)"


@pytest.mark.parametrize(
    "code",
    [BATCH, STEPS, ROLLOUT, ROLLOUTS],
    ids=["batch", "steps", "rollout", "rollouts"],
)
def test_ctrl_c_stops_a_long_call(code: str) -> None:
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            assert process.stdout
            assert process.stdout.readline() == b"ready\n"
            time.sleep(AT_WORK)
            assert process.poll() is None, "it ended before it could be stopped"
            start = time.monotonic()
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=LONG)
            assert time.monotonic() - start < PROMPT
            assert b"KeyboardInterrupt" in errors
            assert process.returncode != 0
        finally:
            process.kill()  # or a call that cannot be stopped would be waited for, for hours
