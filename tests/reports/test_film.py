"""Attempts as films: strips, animations and pages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from PIL import Image

from topple.draw import animation
from topple.draw.film import moments, strip
from topple.reports import player
from topple.tasks.outcome import Outcome
from topple.worlds import phyre
from topple.worlds.phyre.bodies import Colour
from topple.worlds.phyre.film import PhyreFilm as Film
from topple.worlds.phyre.film import film
from topple.worlds.phyre.view import PALETTE, poses

SIZE = 64


@pytest.fixture(scope="module")
def solved() -> Film:
    return film(phyre.task("00003:017"), [0.3, 0.8, 0.3])


@pytest.fixture(scope="module")
def refused() -> Film:
    return film(phyre.task("00003:017"), [0.28, 0.1, 0.3])


def test_a_film_starts_with_the_scene_and_ends_with_the_end(solved: Film) -> None:
    assert solved.outcome is Outcome.SOLVED
    assert (solved.frames[0, :-1] == poses(solved.task.scene)).all()
    assert solved.frames[0, -1].tolist() == [76.0, 204.0, 0.0]
    assert (solved.frames[1] == solved.batch.frames(0)[1]).all()
    assert (solved.frames[-1] == solved.batch.bodies(0)).all()
    assert len(solved.frames) == 334
    assert solved.seconds[0] == 0
    assert solved.seconds[-1] == 665 / 60


@pytest.mark.parametrize("stride", [1, 5, 7, 133, 664, 665, 666, 1000])
def test_a_film_of_any_stride_has_every_moment_once(stride: int) -> None:
    played = film(phyre.task("00003:017"), [0.3, 0.8, 0.3], stride)
    steps = [*range(0, 665, stride), 665]
    assert np.allclose(played.seconds * 60, steps)
    assert (played.frames[-1] == played.batch.bodies(0)).all()


def test_a_film_without_an_action_is_a_wait() -> None:
    waited = film(phyre.task("00003:017"), None, stride=10)
    assert waited.outcome is Outcome.MISSED
    assert waited.balls == []
    assert waited.frames.shape[1] == len(waited.task.scene.bodies)


def test_a_refused_action_shows_where_the_ball_would_be(refused: Film) -> None:
    assert refused.reason == "occluded"
    assert refused.words == "invalid: occluded"
    assert refused.balls == [(71.0, 25.0, 11.0)]
    assert len(refused.frames) == 1
    off = film(refused.task, [1.5, 0.5, 0.3])
    assert off.balls == [(382, 127, 11)]
    assert film(refused.task, [1e300, 0.5, 0.3]).balls == []


def test_moments_run_from_first_to_last(solved: Film) -> None:
    chosen = moments(solved)
    assert chosen == sorted(set(chosen))
    assert chosen[0] == 0
    assert chosen[-1] == len(solved.frames) - 1
    assert 6 <= len(chosen) <= 8


def test_the_last_picture_is_framed_by_the_outcome(solved: Film) -> None:
    assert (solved.picture(0, SIZE)[0, 0] != solved.picture(-1, SIZE)[0, 0]).any()
    assert (solved.picture(-1, SIZE) == solved.picture(len(solved.frames) - 1, SIZE)).all()


def test_a_strip_has_rows_of_four(solved: Film) -> None:
    one, four, five = (strip(solved, SIZE, range(n)) for n in (1, 4, 5))
    assert four.shape[0] == one.shape[0]
    assert four.shape[1] > 3 * one.shape[1]
    assert five.shape[1] == four.shape[1]
    assert five.shape[0] > 1.8 * four.shape[0]


@pytest.mark.parametrize("tick", [1, 10])
def test_durations_add_up_to_real_time_and_a_hold(solved: Film, tick: int) -> None:
    times = animation.durations_ms(solved, tick)
    assert len(times) == len(solved.frames)
    assert abs(sum(times) - (665 / 60 + 1) * 1000) <= tick
    assert all(time % tick == 0 for time in times)
    assert times[-1] >= 990


@pytest.mark.parametrize("ending", ["gif", "webp"])
def test_an_animation_has_all_frames_and_their_colours(
    ending: str, solved: Film, tmp_path: Path
) -> None:
    path = tmp_path / f"film.{ending}"
    animation.save(solved, path, 2 * SIZE)
    with Image.open(path) as opened:
        image: Any = opened
        times = []
        for frame in range(image.n_frames):
            image.seek(frame)
            image.load()
            times.append(image.info["duration"])
        assert image.size == (2 * SIZE, 2 * SIZE)
        # Equal pictures in a row may be stored as one.
        assert 0.7 * len(solved.frames) <= image.n_frames <= len(solved.frames)
        assert sum(times) == sum(animation.durations_ms(solved, 10 if ending == "gif" else 1))
        image.seek(0)
        pixels = np.asarray(image.convert("RGB"))
    for colour in (Colour.RED, Colour.GREEN, Colour.PURPLE):
        assert (pixels == PALETTE[colour]).all(axis=-1).any()


def test_an_mp4_plays_30_pictures_a_second(solved: Film, tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    animation.save(solved, path, SIZE + 1)
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        frames = [frame.to_ndarray(format="rgb24") for frame in container.decode(stream)]
        assert stream.average_rate == 30
    assert len(frames) == len(solved.frames) + 29
    assert frames[0].shape == (SIZE + 2, SIZE + 2, 3)
    expected = solved.picture(-1, SIZE + 2).astype(int)
    assert np.abs(frames[-1].astype(int) - expected).mean() < 12


def test_a_page_is_complete_and_asks_for_nothing(solved: Film, tmp_path: Path) -> None:
    path = tmp_path / "film.html"
    player.save(solved, path)
    text = path.read_text(encoding="utf-8")
    assert "{{" not in text
    assert "<title>phyre/tip_the_rod@1:017</title>" in text
    assert not re.search(r"(src|href)\s*=|https?://|@import|fetch\(", text)
    data = film_data(text)
    assert data["caption"] == solved.task.caption
    assert data["words"] == "solved after 665 steps (11.1 s)"
    assert len(text) < 60_000


def test_the_poses_in_a_page_are_those_of_the_film(solved: Film) -> None:
    data = film_data(player.page(solved))
    shown = [i for i, body in enumerate(solved.bodies) if body.kind != "wall"]
    for body, i in zip(data["bodies"], shown, strict=True):
        if body["track"] < 0:
            # The scene has doubles, the engine 32-bit numbers.
            assert np.ptp(solved.frames[:, i], axis=0).max() < 1e-5
            continue
        parts = np.cumsum(np.array(data["tracks"][body["track"]]), axis=1).T
        # Rounding to the unit is all that may be lost.
        error = np.abs(parts / np.array(data["units"]) - solved.frames[:, i])
        assert (error <= 0.5001 / np.array(data["units"])).all()


def test_a_page_of_a_refused_action_shows_the_ball(refused: Film) -> None:
    data = film_data(player.page(refused))
    assert data["refused"] == [[71.0, 25.0, 11.0]]
    assert data["tracks"] == []
    assert data["words"] == "invalid: occluded"


def film_data(page: str) -> dict[str, Any]:
    match = re.search(r'id="film">(.*?)</script>', page, re.DOTALL)
    assert match
    data: dict[str, Any] = json.loads(match[1])
    return data
