"""The stored levels: DeepPHY's queues, certified, and played in turns."""

from __future__ import annotations

from collections import Counter

import pytest
from small_games import game_at

from topple.errors import UnknownName
from topple.protocols import protocol
from topple.tasks.outcome import Outcome
from topple.vlm.baselines import solution
from topple.worlds.birds import level_search, view
from topple.worlds.birds.certify import certify, check
from topple.worlds.birds.models.description import describe
from topple.worlds.birds.models.forms import Sling
from topple.worlds.birds.rules import RULE_SETS
from topple.worlds.birds.stored_levels import SCENES, StoredLevel, all_levels
from topple.worlds.birds.world import WORLD, template

RULES = protocol("deepphy-birds-levels")
LEVELS = list(all_levels().values())
BIRDS = {"r": "BirdRed", "y": "BirdYellow", "b": "BirdBlue", "k": "BirdBlack"}
# DeepPHY's birds, level by level.
QUEUES = {
    "scene_one": "rrr rrrrr rrrr rrrr rrrr rrrr rrrr rrrr rrrr bbbbb rbbb bbbr bbrr rrrr bbbb "
    "yyyyy yyy yyyyy byyr yyyyy brybryyy",
    "scene_two": "ryyb bbbb rrryy ybbr kkkk kkk yykb yrk kbyk kkkk kkkk bbyyyk ykkk",
}

every_level = pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)


def test_levels_have_the_queues_of_deepphy() -> None:
    for scene, queues in QUEUES.items():
        birds = [level.level.birds for level in LEVELS if level.scene == scene]
        assert birds == [tuple(BIRDS[bird] for bird in queue) for queue in queues.split()]
    assert Counter(bird for level in LEVELS for bird in level.level.birds) == {
        "BirdRed": 53,
        "BirdYellow": 37,
        "BirdBlue": 31,
        "BirdBlack": 23,
    }


@pytest.mark.parametrize("level", LEVELS[::4], ids=lambda level: level.name)
def test_certificates_hold(level: StoredLevel) -> None:
    assert check(level).wrong == {}


@every_level
def test_the_whole_level_is_in_the_picture(level: StoredLevel) -> None:
    seen = view(game_at(level.level))
    x, _, wide = level.level.camera
    assert level.level.rules == "levels"
    assert all(x - wide / 2 < thing.x < x + wide / 2 for thing in seen.things)


@every_level
def test_a_stored_solution_can_be_said_in_turns_and_waiting_fails(level: StoredLevel) -> None:
    assert list(WORLD.served(level)) == [0]
    (waited,) = WORLD.play([level.only], [None])
    assert waited.outcome is Outcome.MISSED
    stored = Sling().moves(WORLD.solution(level.only))
    assert 0 < len(stored) <= len(level.level.birds)
    assert solution(RULES.name, str(level.only), Sling().name) == tuple(stored)


def test_the_protocol_plays_every_level_once() -> None:
    assert RULES.tasks(0) == tuple(str(level.only) for level in LEVELS)
    assert len(RULES.tasks(0)) == 34
    assert [sum(level.scene == scene for level in LEVELS) for scene in SCENES] == [21, 13]


def test_a_level_has_one_task_and_its_own_rules() -> None:
    assert LEVELS[0].only.rules == RULE_SETS["levels"]
    assert WORLD.task(f"birds/{LEVELS[0].name}:0") is LEVELS[0].only
    with pytest.raises(UnknownName):
        LEVELS[0].task(1)


def test_certifying_again_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(level_search, "GAMES", 1)
    monkeypatch.setattr("topple.worlds.birds.certify.MOST_SHARE", 1.0)
    level = all_levels()["wooden_hut"]
    found = certify(level)
    assert found == certify(level, threads=1)
    assert found.stamp(level) == WORLD.certificates(level)


def test_a_level_that_random_shots_pass_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(level_search, "random_share", lambda task, threads: 0.6)
    found = certify(all_levels()["wooden_hut"])
    assert (dict(found.tasks), dict(found.refused)) == ({}, {0: "60% of random games pass it"})


def test_words_say_what_differs_from_the_usual_game() -> None:
    words = " ".join(describe(all_levels()["castle_on_the_hill"].only).legend)
    assert "breaks blocks nearby" in words
    assert "Hills" in words
    assert "leaving the level" in words
    usual = " ".join(describe(template("15.8").task(0)).legend)
    assert "leaving the picture" in usual
    assert "breaks blocks nearby" not in usual
