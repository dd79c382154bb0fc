"""Measure the browser player: how soon the picture moves after a gesture, and frames per second.

Debian's Chromium plays on a real server on loopback. The heaviest level is the one whose solution
moves most figures, of the first task of every template. The load of the machine is printed, because
it decides the figures.

    python benchmarks/browser.py
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from topple.web import films, gallery
from topple.web.play import Play
from topple.web.record import Record
from topple.web.serve import listen, server
from topple.worlds import world

if TYPE_CHECKING:
    from playwright.sync_api import Page

LEDGE = "phyre/off_the_ledge@1:023"
WORLDS = ("birds", "kinetix", "phyre")
MEASURES = "performance.getEntriesByName('gesture to film').map((each) => each.duration)"
FRAMES = """(seconds) => new Promise((done) => {
  let count = 0;
  const began = performance.now();
  const next = (now) => {
    count += 1;
    const passed = (now - began) / 1000;
    if (passed < seconds) requestAnimationFrame(next); else done(count / passed);
  };
  requestAnimationFrame(next);
})"""


@contextmanager
def serving() -> Iterator[str]:
    """Serve `topple play` on loopback, in a thread."""
    with tempfile.TemporaryDirectory() as folder:
        record, opened = Record(Path(folder), "person"), listen("127.0.0.1", 0)
        running = server(Play(record).app())
        threading.Thread(target=running.run, kwargs={"sockets": [opened]}, daemon=True).start()
        while not running.started:
            time.sleep(0.01)
        yield f"http://127.0.0.1:{opened.getsockname()[1]}"
        running.should_exit = True
        record.close()


def latencies(page: Page, address: str, count: int) -> list[float]:
    """Drop a ball again and again by mouse; return milliseconds until the picture moves."""
    page.goto(f"{address}/play/{LEDGE}")
    drop = page.get_by_role("button", name="Place the ball")
    for number in range(1, count + 1):
        drop.wait_for()
        box = page.locator("canvas").bounding_box()
        assert box
        page.mouse.click(box["x"] + box["width"] * (0.1 + 0.8 * number / count), box["y"] + 40)
        drop.click()
        for _ in range(200):
            if len(page.evaluate(MEASURES)) >= number:
                break
            page.wait_for_timeout(25)
        page.get_by_role("button", name="Again").click()
    return [float(each) for each in page.evaluate(MEASURES)]


def heaviest() -> tuple[str, int]:
    """Return the task whose solution moves most figures, and their number."""
    counts = {}
    for name in WORLDS:
        own = world(name)
        for choice in gallery.choices(own):
            task = films.find(choice.tasks[0])
            counts[str(task)] = len(films.shown(task, own.solution(task))["film"]["tracks"])
    return max(counts.items(), key=lambda each: each[1])


def frames_per_second(page: Page, address: str, task: str, seconds: float) -> float:
    """Play the stored solution; return how many frames were drawn per second meanwhile."""
    page.goto(f"{address}/play/{task}")
    page.locator(".moves *").first.wait_for()
    page.get_by_role("button", name="Show a solution").click()
    page.wait_for_timeout(1000)
    return float(page.evaluate(FRAMES, seconds))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--gestures", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=4)
    args = parser.parse_args()
    from playwright.sync_api import sync_playwright

    task, figures = heaviest()
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        found = latencies(page, address, args.gestures)
        rate = frames_per_second(page, address, task, args.seconds)
        browser.close()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(
        f"release to first moving frame: median {statistics.median(found):.0f} ms of {len(found)}"
    )
    print(f"largest {max(found):.0f} ms")
    print(f"frames per second: {rate:.0f} in {task} ({figures} figures)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
