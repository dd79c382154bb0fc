"""Conversations: what holds for every world, whether attempts are plans or games of many turns."""

from __future__ import annotations

from itertools import islice

import pytest

from topple.prompting.conversation import Conversation
from topple.prompting.exchange import Exchange, Spent
from topple.tasks.outcome import Outcome
from topple.vlm.baselines import answer
from topple.vlm.options import usual_setup
from topple.vlm.plan_questions import plan_of

NAMES = [
    "deepphy-phyre",
    "deepphy-iphyre",
    "deepphy-birds",
    "deepphy-kinetix",
    "deepphy-pool",
    "deepphy-rope",
    "pool-prediction",
    "ladder-phyre",
    "rebuild-iphyre",
]


def begin(name: str, number: int = 0, **turns: object) -> Conversation:
    plan = plan_of(name, usual_setup(name))
    return plan.begin(plan.items()[number], **turns)  # type: ignore[arg-type]


def say(game: Conversation) -> Exchange:
    return game.answer(game.question(), answer("random-valid", game.hint, 5), Spent(1, 1))


@pytest.mark.parametrize("name", NAMES)
def test_asking_twice_asks_the_same(name: str) -> None:
    game = begin(name)
    for _ in islice(iter(lambda: game.over, True), 3):
        assert game.question().digest == game.question().digest
        say(game)


@pytest.mark.parametrize("name", NAMES[:6])
def test_simulating_an_answer_leaves_everything_as_it_is(name: str) -> None:
    tried, other = begin(name), begin(name)
    for _ in range(2):
        said = answer("random-valid", tried.hint, 5)
        assert tried.simulate(said) == tried.simulate(said)
        assert say(tried).turn == say(other).turn
        if tried.over:
            return


@pytest.mark.parametrize("name", NAMES[:6])
def test_a_simulated_answer_ends_as_the_played_one(name: str) -> None:
    game = begin(name)
    action, played = game.simulate(answer("random-valid", game.hint, 5))
    exchange = say(game)
    if exchange.attempt is None:  # a game goes on after its first move
        assert action == tuple(game.game.moves)
    else:
        told = exchange.attempt
        assert (told.action, told.outcome, told.digest) == (action, played.outcome, played.digest)


@pytest.mark.parametrize(
    ("name", "number"), [("deepphy-birds", 6), ("deepphy-kinetix", 0), ("deepphy-pool", 0)]
)
def test_a_stopped_game_goes_on_where_it_stood(name: str, number: int) -> None:
    game = begin(name, number)
    turns = [say(game).turn.data()]
    assert not game.over
    again = begin(name, number, turns=turns)
    assert [each.turn.data() for each in again.resume(turns)] == turns
    assert again.question().digest == game.question().digest


@pytest.mark.parametrize("name", NAMES)
def test_a_failure_of_the_provider_is_recorded_and_ends_the_task_for_now(name: str) -> None:
    game = begin(name)
    asked = game.question()
    told = game.fail(asked, "no connection", Spent(3, 0, 0.5))
    assert told.attempt is not None
    assert (told.attempt.outcome, told.attempt.asked) == (Outcome.FAILED, asked.digest)
    assert (told.turn.outcome, told.turn.why, told.attempt.cost_usd) == (
        "failed",
        "no connection",
        0.5,
    )
    assert game.over
    assert not begin(name, done=game.attempts).over
