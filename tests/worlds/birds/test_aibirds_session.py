"""What AIBIRDS clients are told and shown, and what their shots do."""

from __future__ import annotations

import json
import random
import struct
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from aibirds_client import LOST, PLAYING, WON, Client, Lab, serving, task_ids, until
from levels import RED
from looking import KINDS

from topple.errors import BadAction
from topple.tasks.outcome import Outcome
from topple.worlds.birds import Level, view
from topple.worlds.birds.aibirds.colours import SHARES, class_of
from topple.worlds.birds.aibirds.contest import Contest
from topple.worlds.birds.aibirds.level_set import LevelSet, Limits, State
from topple.worlds.birds.aibirds.messages import SEQUENCES, SHOTS, Code, Request, read_request
from topple.worlds.birds.aibirds.session import Session
from topple.worlds.birds.aibirds.shots import GAME, ORIGINAL, shot_of
from topple.worlds.birds.look.screenshot import screenshot
from topple.worlds.birds.symbolic import NOISE_RADIUS
from topple.worlds.birds.things.names import EGG

# Its levels have all that can be in one: pigs, birds, blocks with and without holes, platforms.
TASKS = (*task_ids("square_along_the_ground"), *task_ids("big_pig_behind_a_post"))
SEEN = view(Level(("BirdRed",), ()))
# The classifier of AIBIRDS clients, for the colours that occur: a bias, and a weight per colour.
COLOURS = (
    0,
    19,
    21,
    36,
    68,
    73,
    84,
    87,
    119,
    123,
    125,
    136,
    146,
    182,
    205,
    209,
    240,
    248,
    250,
    255,
)
CLASSIFIER = json.loads((Path(__file__).parent / "aibirds_classifier.json").read_text())


@pytest.fixture
def lab(tmp_path: Path) -> Any:
    with serving(tmp_path, TASKS, 50, ground_truth="developer") as found:
        yield found


def started(lab: Lab, level: int = 1) -> Client:
    client = lab.client()
    client.begin()
    assert client.load(level)
    return client


def rings(features: list[dict[str, Any]]) -> list[list[Any]]:
    return [each["geometry"].get("coordinates", []) for each in features]


def test_every_class_is_known_by_its_colours() -> None:
    for kind in {kind for kind, _ in KINDS} - {EGG}:  # eggs are not shown
        shares = SHARES[class_of(kind)]
        assert sum(shares.values()) == pytest.approx(1.0)
        scores = {
            name: bias + sum(share * weights[COLOURS.index(c)] for c, share in shares.items())
            for name, (bias, weights) in CLASSIFIER.items()
        }
        assert max(scores, key=lambda name: scores[name]) == class_of(kind)


def test_developers_see_exact_outlines_with_names_and_life(lab: Lab) -> None:
    with started(lab) as client:
        first, again = client.ground_truth(62), client.ground_truth(62)
    assert first == again
    ground, sling, *others = first
    assert ground["properties"] == {
        "id": ground["properties"]["id"],
        "label": "Ground",
        "yindex": 286,
        "colormap": [],
    }
    assert sling["geometry"]["coordinates"] == [[[92, 249], [105, 249], [105, 286], [92, 286]]]
    assert sling["properties"]["currentLife"] == 3.402823e38
    labels = [each["properties"]["label"] for each in others]
    assert labels[0].startswith("pig_basic_")
    assert labels[1].startswith("bird_")
    assert labels[-1] == "Platform"
    assert all("currentLife" in each["properties"] for each in others)
    assert not any("triangle" in label for label in labels)


def test_noise_moves_things_by_at_most_two_pixels_and_birds_not_at_all(lab: Lab) -> None:
    with started(lab) as client:
        exact = client.ground_truth(62)
        moved = [client.ground_truth(64) for _ in range(20)]
    names = [each["properties"]["label"] for each in exact]
    assert {each["properties"]["label"] for each in moved[0]} == {"Ground", "Slingshot", "Object"}
    apart = set()
    for noisy in moved:
        for name, before, after in zip(names, rings(exact), rings(noisy), strict=True):
            steps = [np.array(b) - a for a, b in zip(before, after, strict=True)]
            if name.startswith("bird_") or name in ("Ground", "Slingshot"):
                assert not any(step.any() for step in steps)
                continue
            assert all(np.hypot(*step.T).max() <= NOISE_RADIUS + 1.5 for step in steps)
            if len(steps) > 1:
                apart.add(tuple(np.round(steps[0].mean(0) - steps[1].mean(0)).tolist()))
    assert len({json.dumps(noisy) for noisy in moved}) == len(moved)
    assert not apart or len(apart) > 1, "a hole moves on its own"


def test_the_text_is_as_java_clients_read_it(lab: Lab) -> None:
    with started(lab) as client:
        size = client.number(bytes([62]))
        data = client.read(size)
    assert data[-5:] == b" " * 5
    for feature in json.loads(data[:-5], parse_float=str)[0]["features"]:
        assert int(feature["properties"]["id"]) < 0
        assert isinstance(feature["properties"]["id"], str)
        for ring in feature["geometry"].get("coordinates", []):
            assert all(isinstance(number, int) for point in ring for number in point)
        for share in feature["properties"]["colormap"]:
            assert isinstance(share["color"], int)
            assert "." in share["percent"]


def test_numbers_of_things_last_until_a_reload(lab: Lab) -> None:
    def ids(client: Client) -> set[str]:
        return {each["properties"]["id"] for each in client.ground_truth()}

    with started(lab) as client:
        first = ids(client)
        assert ids(client) == first
        assert client.ask(bytes([52]), 1) == b"\x01"
        assert not ids(client) & first


def test_dots_of_the_last_flight_are_shown_after_a_shot(lab: Lab) -> None:
    with started(lab, level=2) as client:
        assert not [f for f in client.ground_truth() if f["properties"]["label"] == "Trajectory"]
        assert client.shoot(-100, 300)
        (dots,) = [f for f in client.ground_truth() if f["properties"]["label"] == "Trajectory"]
    assert dots["geometry"]["type"] == "MultiPoint"
    xs = [x for x, _ in dots["geometry"]["coordinates"]]
    assert len(xs) > 5
    assert xs == sorted(xs)
    assert xs[0] == pytest.approx(81, abs=6), "it begins where the bird was let go"


def test_pictures_follow_the_ground_truth(lab: Lab) -> None:
    with started(lab) as client:
        picture = client.ask(bytes([11]), 8 + 640 * 480 * 3)
        assert struct.unpack(">2I", picture[:8]) == (640, 480)
        client.read(client.number(bytes([61])))
        assert client.read(len(picture)) == picture
        assert client.shoot(-100, 300)
        assert client.ask(bytes([11]), len(picture)) != picture
    pixels = np.frombuffer(picture[8:], np.uint8).reshape(480, 640, 3)
    level = screenshot(lab.server.tasks[0].level)
    assert (pixels == level).mean() > 0.95


def test_without_a_level_there_is_nothing_to_see_or_shoot(lab: Lab) -> None:
    with lab.client() as client:
        client.begin()
        # Clients wait for ever for a picture without pixels.
        assert struct.unpack(">2I", client.ask(bytes([11]), 8)) == (640, 480)
        client.read(3 * 640 * 480)
        for code in (62, 64):
            assert client.ground_truth(code) == []
        assert client.ground_truth(61) == []
        assert client.read(8) == struct.pack(">2I", 640, 480)
        client.read(3 * 640 * 480)
        assert client.ask(bytes([65]), 4) == bytes(4)
        assert not client.shoot(-100, 300)
        assert client.ask(bytes([52]), 1) == b"\x00"
        assert not client.load(0)
        assert not client.load(3)
        assert client.state() == State.MAIN_MENU


def test_a_level_is_won_or_lost_and_then_waits(lab: Lab) -> None:
    with started(lab) as client:
        while client.state() == PLAYING:
            client.shoot(-100, 300)
        assert client.state() in (WON, LOST)
        assert not client.shoot(-100, 300), "there is no bird left"
        assert client.ask(bytes([68]), 19)[8:16] == struct.pack(">2I", 2, 50)
        assert client.state() in (WON, LOST)


def test_a_recorded_shot_ends_as_any_other(lab: Lab) -> None:
    with started(lab, level=2) as client:
        count = client.number(struct.pack(">B5i", 38, -100, 300, 0, 0, 10))
        seen = [client.read(int.from_bytes(client.read(4), "big")) for _ in range(count)]
        last = client.number(bytes([65]))
        assert client.load(2)
        assert client.shoot(-100, 300)
        assert client.number(bytes([65])) == last
    assert count > 10
    assert len(set(seen)) > 10
    until(lambda: len(lab.attempts()) == 2)
    first, second = lab.attempts()
    assert first.action is not None
    assert second.action is not None
    assert first.action[:4] == second.action[:4]


def test_fast_shots_do_not_wait_until_everything_rests(lab: Lab) -> None:
    with started(lab, level=2) as client:
        while client.state() == PLAYING:
            assert client.shoot(-100, 300, code=41)
        assert client.load(2)
        shots = struct.pack(">B4i", 31, -100, 300, 0, 0) * 3
        assert client.ask(bytes([33, 3]) + shots, 3) == b"\x01\x01\x01"
    fast, safe = (np.array(attempt.action).reshape(-1, 4) for attempt in lab.attempts())
    assert (fast[1:, 3] == 0).all()
    assert (safe[1:, 3] > 0).all()


def test_taps_follow_the_clock_of_the_game_or_of_the_original() -> None:
    numbers = (-100, 300, 0, 2000)

    def tap(clock: str, speed: int) -> float | None:
        return shot_of(Code.SHOOT, numbers, SEEN, clock, speed).tap

    assert tap(GAME, 50) == 2.0
    assert tap(ORIGINAL, 1) == 2.0
    assert tap(ORIGINAL, 50) == pytest.approx(2.0 * 1.2 / 50)
    assert tap(ORIGINAL, 100) == tap(ORIGINAL, 50)
    assert shot_of(Code.SHOOT, (-100, 300, 0, 0), SEEN, GAME, 1).tap is None


def test_four_six_and_polar_integers_are_the_same_shot() -> None:
    four = shot_of(Code.SHOOT, (48, 303, 500, 0), SEEN, GAME, 1)
    six = shot_of(Code.SHOOT, (98, 253, -50, 50, 500, 0), SEEN, GAME, 1)
    polar = shot_of(Code.SHOOT_POLAR, (4500, 71, 500, 0), SEEN, GAME, 1)
    assert four == six
    assert four.delay == 0.5
    assert (polar.x, polar.y) == pytest.approx((four.x, four.y), abs=0.03)
    far = shot_of(Code.SHOOT, (-(2**31), 2**31 - 1, 0, 2**31 - 1), SEEN, GAME, 1)
    assert far.x == pytest.approx(far.y, rel=1e-6)
    assert far.tap is None, "no flight lasts so long"
    with pytest.raises(BadAction, match="delay"):
        shot_of(Code.SHOOT, (0, 0, 2**31 - 1, 0), SEEN, GAME, 1)


def test_six_integers_are_an_option(tmp_path: Path) -> None:
    shot = struct.pack(">B6i", 31, 98, 253, -50, 50, 0, 0)
    with serving(tmp_path, TASKS, integers="6") as lab, started(lab) as client:
        assert client.ask(shot, 1) == b"\x01"
    (attempt,) = lab.attempts()
    assert attempt.action is not None
    assert attempt.action[0] == pytest.approx(attempt.action[1], abs=0.03)


def test_time_runs_from_ready_on(lab: Lab) -> None:
    now = 100.0

    def state_at(time: float) -> State:
        nonlocal now
        now = time
        return levels.state

    contest = lab.server.contest(5)
    levels = LevelSet(contest, Limits(seconds=60), in_order=False, clock=lambda: now)
    assert state_at(200.0) is State.NEW_TRAINING_SET
    levels.begin()
    assert levels.load_next() == 1
    assert state_at(259.0) is State.PLAYING
    assert state_at(260.0) is State.ENDED
    assert levels.load_next() == 0


def test_any_sequence_of_requests_is_answered(lab: Lab) -> None:
    session = Session(lab.server.ruling, lab.server.contest)
    draw = random.Random(1)
    for _ in range(80):
        code = draw.choice(list(Code))
        data = draw.choice(
            [bytes(200), b"\xff" * 200, draw.randbytes(200), bytes([0, 0, 0, 1] * 50)]
        )
        at = 0

        def read(size: int, data: bytes = data) -> bytes:
            nonlocal at
            at += size
            return (data * 400)[at - size : at]

        if code in SEQUENCES:
            request = Request(code, shots=((draw.choice(SHOTS), (-9, 9, 0, 0)),) * 2)
        elif code in (Code.NOVELTY_LIKELIHOOD, Code.NOVELTY_DESCRIPTION):
            request = Request(code, (0,))
        else:
            request = read_request(code, read, 4)
        assert isinstance(session.answer(request), bytes)
    session.leave()


def test_a_level_that_wins_itself_counts_as_a_play(lab: Lab) -> None:
    """Otherwise clients that ask for the next level would get it for ever."""
    task = replace(lab.server.tasks[0], level=Level(RED, ()))
    contest = Contest([task], lab.runs.run_of(6), list)
    levels = LevelSet(contest, Limits(), in_order=False)
    for _ in range(50):
        assert levels.load_next() == 1
        assert levels.state is State.WON
    assert levels.load_next() == 0
    assert {(a.action, a.outcome) for a in lab.attempts(6)} == {((), Outcome.SOLVED)}
