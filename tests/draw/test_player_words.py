"""Players say what was done in words, in every world."""

from __future__ import annotations

import pytest

import topple
from topple.draw import player
from topple.draw.player.pack import pack
from topple.worlds import film, world, world_names


@pytest.mark.parametrize("name", world_names())
def test_a_player_says_the_action_in_words(name: str) -> None:
    task = topple.task(world(name).example)
    recording = film(task, world(name).solution(task)).recording
    told = pack(recording)
    assert told["facts"] == str(task)
    assert told["moves"][0] == recording.moves[0]
    assert not any(move.startswith("action") for move in told["moves"])
    assert told["legend"] == world(name).legend != ""
    assert len(recording.words) < 200


def test_a_page_leads_back_to_where_it_came_from() -> None:
    recording = film(topple.task("00002:023"), None).recording
    assert '<a href="index.html">Back</a>' in player.page(recording, "index.html")
    assert "Back</a>" not in player.page(recording)
