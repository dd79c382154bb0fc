"""Models play pool: forms, questions, predictions that are checked against the events."""

from __future__ import annotations

import json
import re
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from topple.prompting.conversation import Conversation
from topple.prompting.exchange import Spent
from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.tasks.draw import generator
from topple.tasks.outcome import Outcome
from topple.worlds.pool.game import PoolGame
from topple.worlds.pool.models import VOICE
from topple.worlds.pool.models.forms import FORMS, form
from topple.worlds.pool.models.predictions import area, check, potted
from topple.worlds.pool.reels import attempt
from topple.worlds.pool.shot import shots_of
from topple.worlds.pool.table import direction
from topple.worlds.pool.world import WORLD, own_task
from topple.worlds.voices import voice_of

BLACK = (20, 18, 20)  # pockets
NEAR = 2.0  # pixels: a pixel has two millimetres


@pytest.mark.parametrize("name", FORMS)
def test_a_form_reads_what_it_writes(name: str) -> None:
    own, rng = form(name), generator("form", name)
    for _ in range(50):
        values = own.sample(rng)
        assert not own.refusal(values)
        assert own.read(own.words(values)).values == pytest.approx(values)


@pytest.mark.parametrize(
    ("answer", "values"),
    [
        ("Speed: High, Strikespot: Middle Spin.", (2, 4)),
        ("I think SPEED: low, STRIKESPOT: top left spin would do.", (0, 0)),
        ("Speed: medium, Strikespot: Bottom Right Spin", (1, 8)),
        ("Speed: warp, Strikespot: Top Spin", None),
        ("", None),
    ],
)
def test_deepphy_names_are_read_anywhere(answer: str, values: tuple[int, int] | None) -> None:
    assert form("speed-spot").read(answer).values == values


def test_a_cut_aims_at_the_ghost_ball() -> None:
    task = own_task(WORLD.task("pool/cut_shot:0"))
    game = PoolGame(task)
    straight = form("ball-cut").shot(game, (1, 0.0, 3.0, 0.0, 0.0))
    left = form("ball-cut").shot(game, (1, 30.0, 3.0, 0.0, 0.0))
    towards = direction(game.place(), game.place(1))
    assert straight.angle == pytest.approx(towards)
    # To send the ball to the left, the cue ball passes on its right.
    assert 180 < (left.angle - towards) % 360 < 360
    gone = form("ball-cut").shot(game, (7, 0.0, 3.0, 0.0, 0.0))
    assert gone.refusal()


def test_a_game_is_asked_shot_by_shot() -> None:
    rules, task = protocol("deepphy-pool"), WORLD.task("pool/nine_ball:0")
    episode = Conversation(task, VOICE, Setup("angle", format="wm"), rules)
    own = form("angle")
    shots = [tuple(shot) for shot in shots_of(WORLD.solution(task))]
    for number, values in enumerate(shots, 1):
        question = episode.question()
        assert f"turn {number}" in str(question.parts[-1]).lower()
        text = f"Prediction: it falls.\nGoal: no\nFirst ball: 1\nAction: {own.words(values)}"
        exchange = episode.answer(question, text, Spent())
        assert "first_right" in exchange.turn.prediction
    assert exchange.attempt is not None
    assert exchange.attempt.outcome is Outcome.SOLVED
    assert exchange.attempt.points >= 1
    assert episode.over


def test_a_refused_answer_uses_up_a_turn() -> None:
    rules, task = protocol("deepphy-pool"), WORLD.task("pool/nine_ball:0")
    episode = Conversation(task, VOICE, Setup("angle"), rules)
    episode.answer(episode.question(), "shot(angle=90, speed=99, side=0, height=0)", Spent())
    assert "speed 99" in str(episode.question().parts[0])


def test_predictions_are_checked_by_the_events() -> None:
    task = own_task(WORLD.task("pool/straight_pot:0"))
    reel = attempt(task, WORLD.solution(task)).reels[0]
    fell = ", ".join(map(str, potted(reel)))
    rails = int(reel.facts.rails[0, 0])
    text = (
        f"Goal: yes\nFirst ball: 1\nBalls potted: {fell}\nCue rails: {rails}\n"
        f"Cue ball stops: {area(reel)}"
    )
    checked = check(text, reel, solved=True)
    assert all(each is not None and each.right for each in checked)
    wrong = check("Goal: no\nBalls potted: none\nCue rails: 99", reel, solved=True)
    assert [each.right for each in wrong if each is not None] == [False, False, False]


def test_the_classic_protocol_takes_the_named_shots() -> None:
    assert voice_of(protocol("deepphy-pool-classic")).usual_form == "speed-spot"
    assert voice_of(protocol("deepphy-pool")).usual_form == "angle"
    rules, task = protocol("deepphy-pool-classic"), WORLD.task("pool/nine_ball_2025:0")
    episode = Conversation(task, VOICE, Setup("speed-spot", classic=True), rules)
    question = episode.question()
    assert "Strikespot" in question.system
    assert len(question.pictures) == 1
    json.dumps(question.system)


def test_mock_plays_no_shot_twice_in_a_game() -> None:
    rules, task = protocol("deepphy-pool-classic"), WORLD.task("pool/nine_ball_2025:0")
    episode = Conversation(task, VOICE, Setup("speed-spot", classic=True), rules)
    own, said = form("speed-spot"), list[str]()
    while not episode.over:
        said.append(own.among(episode.hint.choices).mock(generator("mock", len(said))))
        episode.answer(episode.question(), said[-1], Spent())
    assert len(set(said)) == len(said) > 1


def pixel_middle(pixels: np.ndarray, near: tuple[int, int, int], off: int) -> np.ndarray:
    """Return the middle of all pixels of about a colour, x to the right and y up."""
    rows, columns = np.nonzero(np.abs(pixels.astype(int) - near).sum(axis=2) <= off)
    return np.array([columns.mean(), len(pixels) - rows.mean()])


@pytest.mark.parametrize("name", ["pool/nine_ball@1:000", "pool/how_many_rails@1:000"])
def test_places_in_words_are_those_in_the_picture(name: str) -> None:
    """Two pockets tell scale and origin; the other pockets and the cue ball must fit these."""
    used = protocol("pool-prediction" if "rails" in name else "deepphy-pool")
    voice = voice_of(used)
    setup = Setup(voice.usual_form, history="none")
    question = Conversation(WORLD.task(name), voice, setup, used).question()
    number = r"(-?\d+(?:\.\d+)?)"
    said = rf"((?:bottom|top|left|right) \w+) \({number}, {number}\)"
    pockets = {
        where: np.array([float(x), float(y)]) for where, x, y in re.findall(said, question.system)
    }
    assert len(pockets) == 6
    (words,) = (part for part in question.parts if isinstance(part, str) and "Centres" in part)
    ((x, y),) = re.findall(rf"cue \({number}, {number}\)", words)
    cue = np.array([float(x), float(y)])
    pixels = np.asarray(Image.open(BytesIO(question.pictures[0].png)).convert("RGB"))
    quarter, width = len(pixels) // 4, pixels.shape[1]
    parts = {"top": slice(0, quarter), "bottom": slice(3 * quarter, None)}
    sides = {"left": slice(0, width // 5), "right": slice(width - width // 5, None)}
    parts["side"] = slice(quarter, 3 * quarter)
    found = {}
    for where in pockets:
        height, side = where.split() if "side" not in where else ("side", where.split()[0])
        area = pixels[parts[height], sides[side]]
        below = len(pixels) - (parts[height].stop or len(pixels))
        found[where] = pixel_middle(area, BLACK, 6) + np.array([sides[side].start, below])
    low, high = pockets["bottom left"], pockets["top right"]
    scale = (found["top right"] - found["bottom left"]) / (high - low)
    assert scale[0] == pytest.approx(scale[1], rel=0.01)
    for where, place in pockets.items():
        at = found["bottom left"] + (place - low) * scale
        assert np.abs(at - found[where]).max() < NEAR, where
    at = found["bottom left"] + (cue - low) * scale
    across, down = round(at[0]), len(pixels) - round(at[1])
    assert (pixels[down - 3 : down + 4, across - 3 : across + 4] > 225).all()


def test_a_question_without_coordinates_explains_none() -> None:
    classic = Setup("speed-spot", history="none", classic=True)
    task = WORLD.task("pool/nine_ball_2025@1:000")
    question = Conversation(task, VOICE, classic, protocol("deepphy-pool-classic")).question()
    assert "millimetres" not in question.system + str(question.parts)
