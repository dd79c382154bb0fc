"""The look of rope: true lengths, honest colours, labels that never change or overlap."""

from __future__ import annotations

import math

import numpy as np
import pytest

from topple.draw.film import Film
from topple.draw.player import page
from topple.worlds import film
from topple.worlds.rope.calls import Call, Timed, Verb, action_of
from topple.worlds.rope.frame import Frame, RopeState
from topple.worlds.rope.level import Level
from topple.worlds.rope.look import creature, labels, notes, ropes
from topple.worlds.rope.look.furniture import WINDOW
from topple.worlds.rope.look.recording import picture
from topple.worlds.rope.look.scene import Moment, figures_of, scene
from topple.worlds.rope.simulate import EVENTS, Ending, Event, simulate
from topple.worlds.rope.story import story, words_of
from topple.worlds.rope.world import WORLD, all_templates

every_layout = pytest.mark.parametrize("name", all_templates())

ALL_KINDS = Level.from_data(
    {
        "candies": [{"x": 50, "y": 60}],
        "mouth": {"x": 50, "y": 10},
        "pins": [
            {"x": 50, "y": 90, "ropes": [{"length": 30}], "crawler": True},
            {"x": 20, "y": 70, "ropes": [{"length": 20, "stiffness": 40}]},
        ],
        "active_pins": [{"x": 80, "y": 30, "radius": 12}],
        "pulleys": [{"x1": 60, "y1": 96, "x2": 90, "y2": 96, "ropes": [{"length": 60}]}],
        "bubbles": [{"x": 30, "y": 30}],
        "cushions": [{"x": 5, "y": 50, "dx": 1, "dy": 0}],
        "stars": [{"x": 50, "y": 40}, {"x": 70, "y": 60, "expires": 2.0}],
        "spikes": [{"x1": 5, "y1": 5, "x2": 25, "y2": 5}],
        "gates": [{"x1": 80, "y1": 60, "x2": 95, "y2": 60, "on": 1, "off": 1}],
        "hats": [
            {"x": 10, "y": 85, "nx": 0, "ny": -1},
            {"x": 92, "y": 45, "nx": -1, "ny": 0},
        ],
        "pads": [{"x1": 30, "y1": 15, "x2": 40, "y2": 18, "restitution": 0.8}],
    }
)


def drawn(level: Level, frame: Frame, ending: Ending = Ending.none) -> dict[str, str]:
    """Return the names of all figures by what they stand for."""
    return {each.key: each.figure for each in scene(level).drawn(Moment(frame, (), ending))}


def frames(level: Level, *plan: Timed, every: int = 24) -> tuple[Frame, ...]:
    (play,) = simulate(level, [plan], stride=every, threads=1)
    return play.frames


@every_layout
def test_a_rope_is_drawn_as_long_as_it_is(name: str) -> None:
    layout = all_templates()[name].layout
    for frame in frames(layout.level, *layout.solution, every=80):
        for rope in frame.ropes:
            candy = frame.candies[rope.candy - 1]
            points = ropes.curve(rope, candy.x, candy.y)
            length = np.hypot(*np.diff(points, axis=0).T).sum()
            straight = math.dist((rope.x, rope.y), (candy.x, candy.y))
            assert length == pytest.approx(max(rope.length, straight), abs=1e-6)


def test_a_slack_rope_hangs_below_both_of_its_ends() -> None:
    rope = RopeState("pin", 1, 20.0, 80.0, 1, 60.0, 0.0, -1.0)
    points = ropes.curve(rope, 50.0, 70.0)
    assert points[:, 1].min() < 60
    assert ropes.at(points, 60.0) == pytest.approx((50.0, 70.0))


def test_ropes_turn_red_above_five_per_cent_and_redder_with_the_stretch() -> None:
    assert ropes.shade(0.049) == 0
    shades = [ropes.shade(stretch) for stretch in (0.051, 0.3, 0.6, 2.0)]
    assert shades == sorted(set(shades))
    assert shades[-1] == ropes.SHADES - 1
    for kind in (ropes.cord, ropes.elastic):
        inks = [kind(shade)[1][1] for shade in range(ropes.SHADES)]
        redness = [red - (green + blue) / 2 for red, green, blue in inks]
        assert redness == sorted(redness)


def test_the_mouth_opens_as_the_candy_comes_near() -> None:
    opened = [creature.nearest_opening(distance) for distance in (60, 30, 20, 10)]
    assert opened == [0, 1, 2, 3]


def test_the_mouth_stays_closed_for_halves() -> None:
    level = all_templates()["swing_together"].layout.level
    faces = {drawn(level, frame)["creature"] for frame in frames(level)}
    assert faces == {"face 0"}


def test_the_ending_shows_in_the_face() -> None:
    (start, *_) = frames(ALL_KINDS)
    assert drawn(ALL_KINDS, start, Ending.eaten)["creature"] == "happy"
    assert drawn(ALL_KINDS, start, Ending.lost)["creature"] == "sad"
    assert "candy 0" not in drawn(ALL_KINDS, start, Ending.eaten)


def test_gates_show_both_states() -> None:
    lit, dark = (frame for frame in frames(ALL_KINDS, every=480)[:2])
    assert "bolt 0" in drawn(ALL_KINDS, lit)
    assert "bolt 0" not in drawn(ALL_KINDS, dark)
    clocks = [next(notes.clocks(ALL_KINDS, frame)).figure for frame in (lit, dark)]
    assert clocks == [f"lit {notes.HOURS}", f"dark {notes.HOURS}"]


def test_an_expiring_star_has_a_disc_that_shrinks() -> None:
    sizes = []
    for frame in frames(ALL_KINDS, every=120):
        found = {each.key: each for each in scene(ALL_KINDS).drawn(Moment(frame))}
        sizes.append(found["disc 2"].scale_x if "disc 2" in found else 0.0)
    assert sizes[0] == 1.0
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] == 0.0


def test_a_candy_moves_and_all_else_decorates() -> None:
    first, *_, last = frames(ALL_KINDS, Timed(0.5, Call(Verb.cut_pin, 1)))
    for frame in (first, last):
        bodies = scene(ALL_KINDS).bodies(Moment(frame))[:, 0]
        assert len(set(bodies.tolist())) == len(bodies)
        assert set(bodies[bodies >= 0].tolist()) <= {0.0}


@every_layout
@pytest.mark.parametrize("index", [0, 1, 10, 11])
def test_labels_cover_nothing(name: str, index: int) -> None:
    level = all_templates()[name].level(index)
    boxes = {item: _box(labels.words(item), *at) for item, at in labels.places(level).items()}
    for item, (left, bottom, right, top) in boxes.items():
        assert WINDOW.left < left < right < WINDOW.left + WINDOW.width, item
        assert WINDOW.bottom < bottom < top < WINDOW.bottom + WINDOW.height, item
        for other, (a, b, c, d) in boxes.items():
            apart = item == other or right < a or c < left or top < b or d < bottom
            assert apart, (item, other)
        for candy in level.candies:
            near = min(max(candy.x, left), right), min(max(candy.y, bottom), top)
            assert math.dist(near, (candy.x, candy.y)) > 3, item


def test_a_bubble_keeps_its_label_when_it_carries_the_candy() -> None:
    layout = all_templates()["safe_bubble"].layout
    played = frames(layout.level, *layout.solution)
    first, carried = played[0], next(f for f in played if f.candies[0].bubble)
    number = carried.candies[0].bubble
    start = {each.figure: each for each in notes.bubbles(layout.level, first)}
    later = {each.figure: each for each in notes.bubbles(layout.level, carried)}
    name = f"label bubble {number}"
    assert set(later) == set(start)
    moved = later[name].x - start[name].x, later[name].y - start[name].y
    bubble, candy = layout.level.bubbles[number - 1], carried.candies[0]
    assert moved == pytest.approx((candy.x - bubble.x, candy.y - bubble.y))


def test_only_the_annotated_view_has_labels() -> None:
    (start, *_) = frames(ALL_KINDS)
    names = set(drawn(ALL_KINDS, start).values())
    assert not {name for name in names if name.startswith(("label", "jet", "lit", "dark"))}
    annotated = {each.figure for each in notes.everything(ALL_KINDS, start)}
    assert {f"label {labels.words(item)}" for item in labels.items(ALL_KINDS)} < annotated
    assert "jet" in annotated
    plain, marked = (
        picture(ALL_KINDS, Moment(start), further)
        for further in ((), notes.everything(ALL_KINDS, start))
    )
    assert plain.shape == marked.shape == (600, 600, 3)
    assert (plain != marked).any()


def test_pictures_repeat_and_follow_the_candy() -> None:
    first, *_, last = frames(ALL_KINDS, Timed(0.0, Call(Verb.cut_pin, 1)))
    one, again, other = (picture(ALL_KINDS, Moment(frame)) for frame in (first, first, last))
    assert (one == again).all()
    assert (one != other).any()


def test_pairs_of_hats_differ_in_more_than_colour() -> None:
    level = all_templates()["right_pair"].layout.level
    one, two = (figures_of(level)[f"hat {pair}"] for pair in (1, 2))
    assert len(one) != len(two), "a pair has as many stripes as its number"


def test_a_film_shows_the_whole_attempt() -> None:
    task = WORLD.task("rope/pop_to_swing:0")
    found = film(task, action_of(all_templates()["pop_to_swing"].layout.solution))
    assert isinstance(found, Film)
    assert found.words.endswith("with 3 stars")
    assert found.seconds[0] == 0
    assert "pop_to_swing" in page(found.recording)


def test_an_invalid_plan_is_one_picture_with_its_reason() -> None:
    task = WORLD.task("rope/plumb_drop:0")
    found = film(task, action_of([Timed(0.0, Call(Verb.cut_pin, 7))]))
    assert len(found) == 1
    assert found.words == "invalid: there is no such pin"
    assert found.recording.hint


@pytest.mark.parametrize("what", EVENTS)
def test_every_event_has_words(what: str) -> None:
    assert words_of(Event(0.0, what, 1, 1))


def test_a_story_tells_calls_catches_and_the_end() -> None:
    layout = all_templates()["right_pair"].layout
    (play,) = simulate(layout.level, [layout.solution], threads=1)
    expected = "tap cushion 1 3 times; cut pin 1; into hat 4; out of hat 1; eaten at 2.0 s with 3"
    assert story(play).startswith(expected)
    (waited,) = simulate(layout.level, [[]], threads=1)
    assert story(waited) == "not eaten by 10.0 s, 0 stars collected"


def _box(text: str, x: float, y: float) -> tuple[float, float, float, float]:
    rings = labels.label(text)[0][0]
    xs, ys = zip(*(point for ring in rings for point in ring), strict=True)
    return x + min(xs), y + min(ys), x + max(xs), y + max(ys)
