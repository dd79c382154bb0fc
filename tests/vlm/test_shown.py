"""Settings of views: what an endpoint gets to see of them, what is recorded, what is refused."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from endpoint import Endpoint
from numpy.typing import NDArray
from PIL import Image

from topple.cli.main import main
from topple.draw.png import pixel_hash
from topple.errors import BadInput
from topple.prompting.exchange import Spent
from topple.prompting.setup import Setup
from topple.vlm.plan_questions import plan_of
from topple.worlds import phyre
from topple.worlds.phyre.view import to_rgb

ANSWER = "x: 0.5, y: 0.5, radius: 0"
Content = list[dict[str, Any]]


def asked(options: str, folder: Path, answer: str = ANSWER) -> list[Content]:
    """Give what an endpoint is asked of one task, turn by turn."""
    heard: list[Content] = []

    def listen(body: dict[str, Any], checked: set[str]) -> int:
        heard.append(body["messages"][1]["content"])
        return 0

    with Endpoint(answer=lambda digest: answer, check=listen) as endpoint:
        run = ["eval", *options.split(), "--model", "test", "--base-url", endpoint.url]
        assert main([*run, "--limit", "1", "--out", str(folder)]) == 0
    assert endpoint.wrong == []
    return heard


def png(part: dict[str, Any]) -> bytes:
    return base64.b64decode(part["image_url"]["url"].removeprefix("data:image/png;base64,"))


def pictures(content: Content) -> list[bytes]:
    return [png(part) for part in content if part["type"] == "image_url"]


def pixels(data: bytes) -> NDArray[np.uint8]:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))


def hash_of(data: bytes) -> str:
    """Return the pixel hash of a PNG file with a palette."""
    image = Image.open(io.BytesIO(data))
    palette = np.array(image.getpalette(), np.uint8).reshape(-1, 3)
    return pixel_hash(np.asarray(image), palette)


def turns(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "turns.jsonl").read_text().splitlines()]


def test_strips_and_labels_reach_the_model(tmp_path: Path) -> None:
    options = "deepphy-phyre --form free --view labelled --moments strip --history 1x2"
    *_, last = asked(options, tmp_path)
    scene, scale, labelled, strip = map(pixels, pictures(last))
    texts = [part["text"] for part in last if part["type"] == "text"]
    assert texts[2].startswith("The scene with numbers on its objects (1")
    assert texts[-2] == "Attempt 9, from left to right at 0 and 16.5 seconds:"
    assert scene.shape == scale.shape == labelled.shape == (512, 512, 3)
    assert (labelled != scene).any()
    played = phyre.task(turns(tmp_path)[0]["task"])
    every = phyre.simulate(played, [(0.5, 0.5, 0.0)], stride=10, images=True).images(0)
    assert np.array_equal(strip[:, :256], to_rgb(every[0]))
    assert np.array_equal(strip[:, -256:], to_rgb(every[-1]))


def test_a_plain_view_is_the_scene_alone(tmp_path: Path) -> None:
    first, *_ = asked("deepphy-phyre --view plain --history none", tmp_path, "?")
    (scene,) = map(pixels, pictures(first))
    played = phyre.task(turns(tmp_path)[0]["task"])
    assert np.array_equal(scene[::2, ::2], to_rgb(played.image()))
    assert first[0]["text"] == "The scene:"


def test_labelled_pigs_reach_the_model(tmp_path: Path) -> None:
    shot = "shoot(angle=80, power=0.1)"
    _, bare = map(pixels, pictures(asked("deepphy-birds", tmp_path / "bare", shot)[0]))
    options = "deepphy-birds --view labelled"
    _, numbered = map(pixels, pictures(asked(options, tmp_path / "labelled", shot)[0]))
    changed = (bare != numbered).any(axis=2)
    colours = {tuple(rgb) for rgb in np.unique(numbered[changed], axis=0).tolist()}
    assert colours == {(214, 0, 190), (255, 255, 255)}


def test_views_are_recorded_with_version_and_hash(tmp_path: Path) -> None:
    options = "deepphy-phyre --form free --view labelled --moments strip --history 2x3"
    *_, last = asked(options, tmp_path)
    digests = [hash_of(data) for data in pictures(last)]
    names = ["scene@2", "scale@4", "labelled@2", "strip@2", "strip@2"]
    assert turns(tmp_path)[-1]["views"] == [f"{n} {d}" for n, d in zip(names, digests, strict=True)]
    settings = json.loads((tmp_path / "run.json").read_text())
    assert settings["protocol"]["variant"] == "free, VLA, history 2x3, labelled view, strips"
    again = plan_of("deepphy-phyre", settings["asking"])
    assert (again.setup.data()["view"], again.setup.data()["moments"]) == ("labelled", "strip")


def test_usual_views_leave_settings_as_they_were() -> None:
    usual = Setup("5x5x5")
    names = ["form", "format", "history", "parameters", "pictures", "classic", "prompts"]
    assert list(usual.data()) == names
    assert Setup(**usual.data()) == usual
    assert usual.variant == "5x5x5, VLA, history 5x5"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("deepphy-phyre --view fancy", "no value of --view named `fancy`"),
        ("deepphy-phyre --moments film", "no value of --moments named `film`"),
        ("deepphy-phyre --moments strip --history text", "no moments to put into a strip"),
        ("deepphy-phyre-classic --view plain", "--view has no effect"),
        ("deepphy-phyre-classic --moments strip", "--moments has no effect"),
        ("deepphy-birds --moments strip", "--moments has no effect"),
        ("deepphy-birds --view plain", "the usual view of birds is plain"),
        ("deepphy-birds --view labelled --format wm", "pigs always have numbers"),
        ("physiq-yesno --view labelled", "--view has no effect"),
    ],
)
def test_views_that_do_not_fit_are_refused(
    options: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = ["eval", *options.split(), "--model", "topple/mock", "--out", str(tmp_path / "run")]
    assert main(run) == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_classic_pictures_are_as_published() -> None:
    with pytest.raises(BadInput, match="as published"):
        Setup("5x5x5", classic=True, view="labelled")


def test_classic_moments_carry_their_times() -> None:
    """They are the first seconds of an attempt, not the way from its start to its end."""
    asked = plan_of("deepphy-phyre-classic", {"form": "5x5x5", "classic": True, "history": "5x5"})
    game = asked.begin(asked.items()[0])
    while game.counted < 2 or game.attempts[-1].outcome != "missed":
        words = f"Cell: {game.counted + 1}, Radius: 1"
        game.answer(game.question(), words, Spent())
    texts = [part for part in game.question().parts if isinstance(part, str)]
    assert f"Attempt {game.counted} at 0, 1, 2, 3 and 4 seconds:" in texts


def test_strips_count_as_one_picture_each() -> None:
    setup = {"form": "free", "moments": "strip", "history": "5x5", "pictures": 4}
    game = plan_of("deepphy-phyre", setup, limit=1)
    play = game.begin(game.items()[0])
    for _ in range(4):
        play.answer(play.question(), ANSWER, Spent())
    names = [picture.name for picture in play.question().pictures]
    assert names == ["scene@2", "scale@4", "strip@2", "strip@2"]
