"""Predictions are read from what models write and compared with what the simulator does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from topple.cli.main import main
from topple.prompting.conversation import Conversation
from topple.prompting.exchange import Spent
from topple.prompting.predictions import FactCount, said_goal, tally, text_of
from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.vlm.baselines import solution
from topple.vlm.direct import play_directly
from topple.vlm.plan import ModelPlan
from topple.worlds.birds.models.forms import Sling
from topple.worlds.birds.models.predictions import said_blocks, said_pigs
from topple.worlds.phyre.models.predictions import said_touch

BIRDS = protocol("deepphy-birds")
MISS = "Action: shoot(angle=90, power=0.1)"


def birds_task(name: str) -> str:
    return next(each for each in BIRDS.split(0).test if f"/{name}@" in each)


def begin(name: str, kind: str) -> Conversation:
    return ModelPlan(BIRDS, Setup("angle-power", kind), "", (0,)).begin((0, name))


def foretell(name: str, *answers: str) -> list[dict[str, object]]:
    """Play a task of birds with written answers; give what was made of each prediction."""
    game = begin(birds_task(name), "wm")
    return [game.answer(game.question(), text, Spent()).turn.prediction for text in answers]


def shot(name: str, turn: int = 0) -> str:
    moves = solution(BIRDS.name, birds_task(name), "angle-power")
    return f"Action: {Sling().words(moves[turn])}"


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("Goal: yes", True),
        ("**Goal:** No.", False),
        ("Prediction: the goal: no, wait.\nGoal: yes\nAction: ...", True),
        ("goal = no", False),
        ("Goal: perhaps", None),
        ("The goal will hold.", None),
        ("<think>Goal: yes</think> Goal: no", False),
    ],
)
def test_a_goal_is_read_from_its_line(text: str, goal: bool | None) -> None:
    assert said_goal(text) is goal


@pytest.mark.parametrize(
    ("text", "pigs"),
    [
        ("Pigs destroyed: none", []),
        ("Pigs destroyed: 1", [1]),
        ("pigs destroyed: 2, 1", [1, 2]),
        ("Pig destroyed: pig 3", [3]),
        ("- **Pigs destroyed:** 1 and 2.", [1, 2]),
        ("Pigs destroyed: [1, 3]", [1, 3]),
        ("Pigs destroyed: 1\nPigs destroyed: none", None),
        ("Pigs destroyed: 1, wait.\nPigs destroyed: none", []),
        ("Pigs destroyed: 1 or 2", None),
        ("Pigs destroyed: the left one", None),
        ("Pigs destroyed:", None),
        ("It destroys pig 1.", None),
    ],
)
def test_pigs_are_read_by_number(text: str, pigs: list[int] | None) -> None:
    assert said_pigs(text) == pigs


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("Blocks moved: wood", ["wood"]),
        ("Blocks moved: Stone, ICE", ["ice", "stone"]),
        ("Blocks moved: wood and ice blocks", ["ice", "wood"]),
        ("Blocks moved: none", []),
        ("Blocks moved: the roof", None),
        ("Blocks destroyed: wood", None),
    ],
)
def test_blocks_are_read_by_material(text: str, blocks: list[str] | None) -> None:
    assert said_blocks("blocks? moved", text) == blocks


@pytest.mark.parametrize(
    ("text", "touched"),
    [
        ("First touch: green", "green"),
        ("first touch: the grey jar", "gray"),
        ("First touch: none", "nothing"),
        ("First touch: floor", "wall"),
        ("First touch: the left one", None),
    ],
)
def test_a_first_touch_is_read_by_colour(text: str, touched: str | None) -> None:
    assert said_touch(text) == touched


def test_a_prediction_ends_where_the_action_begins() -> None:
    assert text_of("Prediction: It flies.\nGoal: no\nAction: shoot(1, 1)") == "It flies.\nGoal: no"
    assert text_of("shoot(1, 1)") == ""


def test_what_came_true_is_right() -> None:
    said = "Goal: yes\nPigs destroyed: 1, 2\nBlocks moved: stone\nBlocks destroyed: none\n"
    (facts,) = foretell(
        "a_ball_to_each_side", f"Prediction: Both.\n{said}{shot('a_ball_to_each_side')}"
    )
    assert facts["text"] == f"Both.\n{said}".strip()
    assert [facts[f"{name}_right"] for name in ("goal", "pigs", "moved", "destroyed")] == [True] * 4


def test_what_did_not_come_true_is_wrong_and_the_truth_is_kept() -> None:
    said = "Goal: yes\nPigs destroyed: 1\nBlocks moved: wood\nBlocks destroyed: ice\n"
    (facts,) = foretell("a_ball_to_each_side", f"Prediction: Both.\n{said}{MISS}")
    truths = {"goal": False, "pigs": [], "moved": [], "destroyed": []}
    assert {name: facts[f"{name}_was"] for name in truths} == truths
    assert not any(facts[f"{name}_right"] for name in truths)


def test_each_turn_is_compared_with_its_own_shot() -> None:
    first = f"Pigs destroyed: 3\nGoal: no\n{shot('bucket_first')}"
    second = f"Pigs destroyed: 1, 2\nGoal: yes\n{shot('bucket_first', 1)}"
    for facts in foretell("bucket_first", first, second):
        assert facts["pigs_right"]
        assert facts["goal_right"]
        assert "moved" not in facts


def test_a_prediction_without_a_shot_is_kept_and_not_checked() -> None:
    said = "Prediction: It flies.\nGoal: yes\n"
    facts, _ = foretell("bucket_first", f"{said}Action: shoot(angle=95, power=1)", said + MISS)
    assert facts == {"text": "It flies.\nGoal: yes"}


def test_predictions_are_asked_for_in_one_format_only() -> None:
    name = birds_task("castle_of_two_rooms")
    asked = {kind: begin(name, kind).question() for kind in ("vla", "wm")}
    shown = {kind: [picture.name for picture in asked[kind].pictures] for kind in asked}
    assert shown["vla"] == ["screenshot@3", "close_up@1"]
    assert shown["wm"] == ["screenshot@3", "numbered_close_up@1"]
    assert "Pigs destroyed" in asked["wm"].system
    assert "Pigs destroyed" not in asked["vla"].system


def test_facts_are_counted_with_the_commonest_truth_beside_them() -> None:
    records: list[dict[str, object]] = [
        {"text": "a", "goal": True, "goal_was": False, "goal_right": False},
        {"text": "b", "goal": False, "goal_was": False, "goal_right": True},
        {"text": "c", "goal": True, "goal_was": True, "goal_right": True},
        {"text": "d"},
    ]
    assert tally(records) == [FactCount("goal", said=3, right=2, commonest=2)]


def test_a_run_says_how_often_it_foretold_rightly(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = ModelPlan(BIRDS, Setup("angle-power", "wm"), "test", (0,), limit=3)
    play_directly(plan, tmp_path, lambda note, question: f"Goal: yes\nPigs destroyed: none\n{MISS}")
    assert main(["report", str(tmp_path), "--json"]) == 0
    ((run,),) = (group["runs"] for group in json.loads(capsys.readouterr().out))
    goal, pigs = run["predictions"]
    turns = len((tmp_path / "turns.jsonl").read_text().splitlines())
    assert goal == {"name": "goal", "said": turns, "right": 0, "commonest": turns}
    assert pigs == {"name": "pigs", "said": turns, "right": turns, "commonest": turns}
    assert main(["report", str(tmp_path)]) == 0
    shown = capsys.readouterr().out.partition("predictions of ")[2].splitlines()
    assert [row.split() for row in shown[3:5]] == [
        ["goal", str(turns), "0.0", "%", "100.0", "%"],
        ["pigs", str(turns), "100.0", "%", "100.0", "%"],
    ]


def test_a_run_without_predictions_reports_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = ModelPlan(BIRDS, Setup("angle-power", "vla"), "test", (0,), limit=1)
    play_directly(plan, tmp_path, lambda note, question: MISS)
    assert main(["report", str(tmp_path), "--json"]) == 0
    ((run,),) = (group["runs"] for group in json.loads(capsys.readouterr().out))
    assert "predictions" not in run
