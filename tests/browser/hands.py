"""Hands for tests: make the gestures of a plan on a page, by mouse, by touch or by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.web import films
from topple.worlds import parts, world
from topple.worlds.gestures import Done

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

Point = tuple[float, float]
PATIENCE_MS = 90_000  # for what must happen; only a failing test waits so long


@dataclass
class Pointer:
    """A mouse, or a finger where there is a session for it."""

    page: Page
    finger: CDPSession | None = None

    def drag(self, *way: Point) -> None:
        """Press at the first place, move along the way, let go at the last."""
        self.press(way[0])
        for place in way[1:]:
            self._finger("touchMove", place) if self.finger else self.page.mouse.move(*place)
        self.release()

    def press(self, place: Point) -> None:
        if self.finger:
            self._finger("touchStart", place)
            return
        self.page.mouse.move(*place)
        self.page.mouse.down()

    def release(self) -> None:
        if self.finger:
            self.finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        else:
            self.page.mouse.up()

    def _finger(self, kind: str, place: Point) -> None:
        assert self.finger
        points = [{"x": place[0], "y": place[1]}]
        self.finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


_ERRORS: WeakKeyDictionary[Page, list[str]] = WeakKeyDictionary()


def errors_of(page: Page) -> list[str]:
    """Return what has gone wrong on a page; a test that expects it clears the list."""
    return _ERRORS.setdefault(page, [])


def hurry(page: Page) -> None:
    """Let time pass faster than a page offers, up to the end of a film."""
    page.locator(".speed").evaluate("speed => { speed.selectedOptions[0].value = 16; }")


class Player:
    """Plays a task on an open page, gesture after gesture."""

    def __init__(self, page: Page, task: Task, *, touch: bool = False) -> None:
        self.page, self.task = page, task
        session = page.context.new_cdp_session(page) if touch else None
        self.pointer = Pointer(page, session)
        self.plan: Action = ()
        self.now = self.state["start"] or 0.0

    @property
    def state(self) -> Any:
        return films.shown(self.task, self.plan)

    def perform(self, done: Done, *, keys: bool) -> None:
        """Make a gesture when its moment has come, and wait for the film."""
        turn = parts.player(world(self.task.id.world)).turn(self.task, self.plan)
        gesture = turn.find(done.name)
        assert gesture, f"{done} cannot be done"
        self._go_to(done.at)
        with self.page.expect_response("**/film"):
            if keys:
                self._by_keys(gesture.data(), done)
            else:
                getattr(self, f"_{gesture.kind}")(gesture.data(), done)
        until_ready(self.page)
        self.plan = films.grown(self.task, self.plan, done)
        self.now = self.now if self.state["start"] is None else self.state["start"]

    def _go_to(self, moment: float) -> None:
        """Let time pass step by step while it stands still."""
        for _ in range(round((moment - self.now) * self.state["rate"])):
            self.page.keyboard.press(".")
        self.now = max(self.now, moment)

    def place_of(self, x: float, y: float) -> Point:
        """Return a place of the film on the page."""
        box = self.page.locator("canvas").bounding_box()
        assert box
        left, bottom, width, height = self.state["film"]["window"]
        scale = box["width"] / width
        return box["x"] + (x - left) * scale, box["y"] + (bottom + height - y) * scale

    def _place(self, gesture: dict[str, Any], done: Done) -> None:
        for i in range(0, len(done.numbers), 3):
            x, y, r = done.numbers[i : i + 3]
            self.pointer.drag(
                self.place_of(x, y), self.place_of(x + r / 2, y), self.place_of(x + r, y)
            )
        self.page.get_by_role("button", name=gesture["label"]).click()

    def _pull(self, gesture: dict[str, Any], done: Done) -> None:
        x, y, reach = gesture["x"], gesture["y"], gesture["reach"]
        (ax, ay), (bx, _) = self.place_of(x, y), self.place_of(x + reach, y)
        pixels = max(bx - ax, 90.0) / reach
        right, up = done.numbers
        self.pointer.drag((ax, ay), (ax + 9, ay), (ax + right * pixels, ay - up * pixels))

    def _aim(self, gesture: dict[str, Any], done: Done) -> None:
        import math

        angle, speed, side, height = done.numbers
        _, speeds, *_ = gesture["numbers"]
        far = gesture["reach"] * (speed - speeds["least"]) / (speeds["most"] - speeds["least"])
        turn = math.radians(angle)
        x, y = gesture["x"] - far * math.cos(turn), gesture["y"] - far * math.sin(turn)
        self.pointer.drag(self.place_of(gesture["x"], gesture["y"] - 0.05), self.place_of(x, y))
        ball = self.page.locator(".moves svg").bounding_box()
        assert ball
        half = ball["width"] / 2
        middle = ball["x"] + half, ball["y"] + half
        self.pointer.drag(middle, (middle[0] - side * half, middle[1] - height * half))
        self.page.get_by_role("button", name=gesture["label"], exact=True).click()

    def _pick(self, gesture: dict[str, Any], done: Done) -> None:
        if gesture["bodies"]:
            self.pointer.drag(self._body(gesture["bodies"]))
        elif gesture["disc"]:
            self.pointer.drag(self.place_of(*gesture["disc"][:2]))
        elif gesture["anywhere"]:
            box = self.page.locator("canvas").bounding_box()
            assert box
            self.pointer.drag((box["x"] + 20, box["y"] + 20))
        else:
            self.page.get_by_role("button", name=gesture["label"], exact=True).click()

    def _slide(self, gesture: dict[str, Any], done: Done) -> None:
        (ax, ay), (bx, by) = gesture["ends"]
        (share,) = done.numbers
        end = self.place_of(ax + share * (bx - ax), ay + share * (by - ay))
        self.pointer.drag(self._body(gesture["bodies"]), end)

    def _hold(self, gesture: dict[str, Any], done: Done) -> None:
        """Press a pad, or let go of the one that is pressed."""
        (value,) = done.numbers
        if value == 0:
            self.pointer.release()
            return
        (key,) = (key for key, each in gesture["keys"] if each == value)
        box = self.page.locator(".pad", has_text=key).bounding_box()
        assert box
        self.pointer.press((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))

    def _body(self, bodies: Sequence[int]) -> Point:
        """Return where one of some bodies is now."""
        found = parts.look(world(self.task.id.world)).record(self.task, self.plan or None, 1)
        frame = found.frames[int(abs(found.seconds - self.now).argmin())]
        rows = [row for row in frame.tolist() if row[0] in bodies]
        assert rows, f"none of {bodies} is seen at {self.now} s"
        return self.place_of(rows[-1][2], rows[-1][3])

    def _by_keys(self, gesture: dict[str, Any], done: Done) -> None:
        """Use Tab, digits and Enter only."""
        press = self.page.keyboard.press
        if gesture["kind"] == "hold":
            for key, value in gesture["keys"]:
                if done.numbers[0] == value:
                    self.page.keyboard.down(key)
                elif done.numbers[0] == 0:
                    self.page.keyboard.up(key)
            return
        if gesture["numbers"] and not self.page.locator(".moves details[open]").count():
            self._tab_to("numbers", gesture["label"])
            press("Enter")
        for number, value in zip(gesture["numbers"], done.numbers, strict=True):
            self._tab_to(number["name"], gesture["label"])
            press("Control+a")
            self.page.keyboard.type(repr(value))
        if gesture["numbers"]:
            press("Enter")
            return
        self._tab_to("", gesture["label"])
        press("Enter")

    def _tab_to(self, field: str, label: str) -> None:
        """Press Tab until the field of a gesture, or its button, has the focus."""
        here = (
            "() => { const on = document.activeElement; const set = on.closest('fieldset');"
            " return [on.name ?? (on.tagName === 'SUMMARY' ? 'numbers' : ''),"
            " set ? set.querySelector('legend').textContent"
            " : on.textContent]; }"
        )
        for _ in range(80):
            self.page.keyboard.press("Tab")
            if self.page.evaluate(here) == [field, label]:
                return
        raise AssertionError(f"Tab does not reach {field or label}")


def wait_for(page: Page, happens: Callable[[], bool]) -> None:
    """Wait until something is so; handlers of routes and events run meanwhile."""
    for _ in range(PATIENCE_MS // 50):
        if happens():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it did not happen")


def until_ready(page: Page) -> None:
    """Wait until the page has a film, and every gesture is answered and shown."""
    page.locator(".play[aria-busy=false]").wait_for()


def seconds(page: Page) -> float:
    """Return the moment of the film that a page shows."""
    return float(page.locator(".play .time").inner_text().split()[0])
