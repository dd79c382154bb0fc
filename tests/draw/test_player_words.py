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
    task_told, action = pack(recording)["facts"].split(" · ")
    assert task_told == str(task)
    assert recording.moves
    assert action.startswith(recording.moves[0])
    assert "action" not in action
    assert len(recording.words) < 200


def test_a_page_leads_back_to_where_it_came_from() -> None:
    recording = film(topple.task("00002:023"), None).recording
    assert '<a href="index.html">Back</a>' in player.page(recording, "index.html")
    assert "Back</a>" not in player.page(recording)
