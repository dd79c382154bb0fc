"""Films of any world: moments, strips, animations and pages, from recordings alone."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from PIL import Image

from topple.draw import animation, player
from topple.draw.animation import Palette
from topple.draw.figures import fill
from topple.draw.film import Film, moments, strip
from topple.draw.look import BORDER_SHARE, ENDS, Recording, Window
from topple.tasks.outcome import Outcome
from topple.worlds import film, find_task, world

SIZE = 64
TASKS = ["00003:017", "birds/pig_on_the_ground:0"]
RED, BLUE, PAPER = (230, 20, 20), (20, 20, 230), (240, 240, 240)
SQUARE = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]


@pytest.fixture(scope="module", params=TASKS)
def solved(request: pytest.FixtureRequest) -> Film:
    task = find_task(request.param)
    return film(task, world(task.id.world).solution(task))


@pytest.fixture(scope="module")
def toy() -> Recording:
    """A red square that moves right and a blue one that comes second and covers it."""
    frames = [
        [[7.0, 0, 2.0, 2.0, 0.0, 1.0, 1.0]],
        [[7.0, 0, 3.0, 2.0, 0.0, 1.0, 1.0], [3.0, 1, 3.0, 2.0, 0.0, 0.5, 0.5]],
        [[7.0, 1, 6.0, 2.0, 0.0, 1.0, 1.0], [3.0, 1, 3.0, 6.0, 0.0, 0.5, 0.5]],
        [[3.0, 1, 3.0, 6.0, 0.0, 0.5, 0.5], [-1.0, 0, 9.0, 9.0, 0.0, 1.0, 1.0]],
    ]
    return Recording(
        task=find_task(TASKS[0]),
        action=(0.5,),
        outcome=Outcome.SOLVED,
        words="solved </script>",
        steps=3,
        steps_per_second=10,
        stride=1,
        figures=((fill(RED, SQUARE),), (fill(BLUE, SQUARE),)),
        window=Window(0.0, 0.0, 16.0, 8.0),
        background=PAPER,
        frames=[np.array(rows) for rows in frames],
        seconds=np.arange(4) / 10,
        notes=np.array([[0, 14.0, 6.0, 0.0, 1.0, 1.0]]),
    )


def test_a_picture_shows_the_window_with_y_up(toy: Recording) -> None:
    picture = Film(toy).picture(1, 160)
    assert picture.shape == (80, 160, 3)
    assert picture[60, 30].tolist() == list(BLUE)
    assert picture[60, 22].tolist() == list(RED)
    assert picture[20, 30].tolist() == list(PAPER)


def test_notes_are_drawn_over_the_still_alone(toy: Recording) -> None:
    assert Film(toy).still(160)[20, 140].tolist() == list(RED)
    assert Film(toy).picture(0, 160)[20, 140].tolist() == list(PAPER)


def test_motion_counts_bodies_that_are_in_both_frames(toy: Recording) -> None:
    assert Film(toy).moved().tolist() == [1.0, 3.0 + 4.0, 0.0]


def test_the_last_picture_is_framed_by_the_outcome(solved: Film) -> None:
    ended = solved.picture(-1, SIZE)
    assert ended[0, 0].tolist() == list(ENDS[Outcome.SOLVED])
    assert (solved.picture(0, SIZE)[0, 0] != ended[0, 0]).any()
    assert (ended == solved.picture(len(solved) - 1, SIZE)).all()


def test_a_border_is_around_every_picture(toy: Recording) -> None:
    bordered = Film(dataclasses.replace(toy, border=(1, 2, 3)))
    width = round(200 * BORDER_SHARE)
    assert (bordered.picture(0, 200)[:width] == (1, 2, 3)).all()
    assert (bordered.picture(0, 200)[width, width] == PAPER).all()


def test_moments_run_from_first_to_last(solved: Film) -> None:
    chosen = moments(solved)
    assert chosen == sorted(set(chosen))
    assert (chosen[0], chosen[-1]) == (0, len(solved) - 1)
    assert 6 <= len(chosen) <= 8


def test_a_strip_has_rows_of_four(solved: Film) -> None:
    one, four, five = (strip(solved, SIZE, range(n)) for n in (1, 4, 5))
    assert four.shape[0] == one.shape[0]
    assert four.shape[1] > 3 * one.shape[1]
    assert five.shape[1] == four.shape[1]
    assert five.shape[0] > 1.8 * four.shape[0]


@pytest.mark.parametrize("tick", [1, 10])
def test_durations_add_up_to_real_time_and_a_hold(solved: Film, tick: int) -> None:
    times = animation.durations_ms(solved, tick)
    assert len(times) == len(solved)
    assert abs(sum(times) - (solved.seconds[-1] + 1) * 1000) <= tick
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
        assert image.size == solved.picture(0, 2 * SIZE).shape[1::-1]
        # Equal pictures in a row may be stored as one.
        assert 0.3 * len(solved) <= image.n_frames <= len(solved)
        assert sum(times) == sum(animation.durations_ms(solved, 10 if ending == "gif" else 1))
        image.seek(0)
        pixels = np.asarray(image.convert("RGB"))
    wanted, counts = np.unique(
        solved.picture(0, 2 * SIZE).reshape(-1, 3), axis=0, return_counts=True
    )
    for colour in wanted[counts > 20]:
        assert (pixels == colour).all(axis=-1).any()


def test_a_palette_keeps_frequent_colours_and_replaces_rare_ones() -> None:
    picture = np.zeros((4, 4, 3), np.uint8)
    picture[:2], picture[3, 3] = RED, (235, 25, 15)
    palette = Palette([picture], 2)
    painted = palette.colours[palette.numbers(picture)]
    assert (painted[:3] == picture[:3]).all()
    assert painted[3, 3].tolist() == list(RED)
    assert (palette.colours[palette.numbers(picture[::-1])] == painted[::-1]).all()


def test_an_mp4_plays_in_real_time(solved: Film, tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    animation.save(solved, path, SIZE + 1)
    rate = solved.recording.steps_per_second / solved.recording.stride
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        frames = [frame.to_ndarray(format="rgb24") for frame in container.decode(stream)]
        assert stream.average_rate == rate
    assert len(frames) == len(solved) + rate - 1
    expected = solved.picture(-1, SIZE + 2).astype(int)
    assert np.abs(frames[-1][: len(expected)].astype(int) - expected).mean() < 12


def test_a_page_is_complete_and_asks_for_nothing(solved: Film, tmp_path: Path) -> None:
    path = tmp_path / "film.html"
    player.save(solved, path)
    text = path.read_text(encoding="utf-8")
    assert "__FILM__" not in text
    assert f"<title>{solved.task}</title>" in text
    assert not re.search(r"(src|href)\s*=|https?://|@import|fetch\(", text)
    data = page_data(text)
    assert data["caption"] == solved.task.caption
    assert data["words"] == solved.words
    assert len(data["times_ms"]) == len(solved)
    assert len(text) < 60_000


def test_text_cannot_end_the_script_of_a_page(toy: Recording) -> None:
    assert page_data(player.page(toy))["words"] == "solved </script>"


def test_the_spots_in_a_page_are_those_of_the_recording(solved: Film) -> None:
    assert_same_spots(solved.recording)


def test_bodies_in_a_page_may_change_appear_and_vanish(toy: Recording) -> None:
    assert_same_spots(toy)
    assert len(page_data(player.page(toy))["tracks"]) == 4


def assert_same_spots(recording: Recording) -> None:
    """Rounding is all that may be lost, and what lies in front stays in front."""
    data = page_data(player.page(recording))
    units = np.array([data["unit"], data["unit"], *3 * [1 / data["per"]]])
    # Numbers of figures are those of the figures that are used.
    used = [row[0] for spots in (recording.fixed, recording.notes) for row in spots]
    used = sorted({*used, *(row[1] for frame in recording.frames for row in frame)})
    for number, frame in enumerate(recording.frames):
        tracks = [t for t in data["tracks"] if t[1] <= number < t[1] + t[2]]
        assert [used[track[0]] for track in tracks] == frame[:, 1].tolist()
        places = [
            [sum(column[: number - track[1] + 1]) for column in track[3:]] for track in tracks
        ]
        error = np.abs(np.array(places) * units - frame[:, 2:])
        assert (error <= 0.5001 * units).all()


def page_data(page: str) -> dict[str, Any]:
    match = re.search(r'id="film">(.*?)</script>', page, re.DOTALL)
    assert match
    data: dict[str, Any] = json.loads(match[1])
    return data
