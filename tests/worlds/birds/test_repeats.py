"""The same level and the same shots give the same bits."""

from __future__ import annotations

import math

import pytest
from levels import FAR_PIG, RED, flight, shelf

from topple.errors import BadScene
from topple.worlds.birds import Game, Level, Placed, Rules, Shot, simulate
from topple.worlds.birds.blocks import BLOCKS

X, Y = flight(math.radians(20), 1.0)
TOWER = Level(
    ("BirdBlue", "BirdWhite", *RED),
    (
        shelf(X, Y - 1.0),
        *(
            Placed("block", shape, X + 0.3 * (i % 2), Y - 0.5 + 0.9 * i, 0.0, material)
            for i, (shape, material) in enumerate(
                zip(BLOCKS, ("wood", "stone", "ice") * 4, strict=True)
            )
        ),
        Placed("tnt", "", X + 1.5, -3.17),
        Placed("pig", "BasicMedium", X + 2.5, -3.1),
        FAR_PIG,
    ),
)
SHOTS = [
    [Shot.at_angle(math.radians(degrees), tap=0.8), Shot.at_angle(0.5, tap=1.0), Shot.at_angle(0.3)]
    for degrees in range(10, 50, 5)
]
# Of the first game above; a change means that results change: raise the rules' version.
GOLDEN = "139f02d7ecee8ec4"


def digests(threads: int) -> list[str]:
    return [play.digest for play in simulate(TOWER, SHOTS, threads=threads)]


def test_repeats_threads_and_batches_agree() -> None:
    first = digests(1)
    assert digests(1) == first
    assert digests(2) == first
    assert [simulate(TOWER, [shots])[0].digest for shots in SHOTS] == first
    assert len(set(first)) == len(first)


def test_the_golden_digest_stands() -> None:
    assert digests(1)[0] == GOLDEN


def test_outcome_only_changes_no_outcome() -> None:
    full = simulate(TOWER, SHOTS)
    short = simulate(TOWER, SHOTS, outcome_only=True)
    assert [play.outcome for play in short] == [play.outcome for play in full]


@pytest.mark.parametrize("steps", [0, 60, 160, 185, 230, 300])
def test_a_snapshot_goes_on_with_the_same_bits(steps: int) -> None:
    game = Game(TOWER)
    left = list(SHOTS[2])
    for _ in range(steps):
        if game.ready:
            game.shoot(left.pop(0))
        game.step()
    twin = game.branch()
    assert twin.digest() == game.digest()
    for each in (game, twin):
        rest = list(left)
        while not each.over:
            if each.ready:
                each.shoot(rest.pop(0))
            each.step()
    assert twin.digest() == game.digest() == simulate(TOWER, [SHOTS[2]])[0].digest


def test_a_damaged_snapshot_is_refused() -> None:
    game = Game(TOWER)
    good = game.snapshot()
    for bad in (b"", good[:-1], good[:40], good[:50] + b"x" + good[51:]):
        with pytest.raises(BadScene):
            game.restore(bad)


def test_stray_levels_do_not_share_a_snapshot() -> None:
    game = Game(Level(RED, (FAR_PIG,)), Rules())
    with pytest.raises(BadScene):
        game.restore(Game(TOWER).snapshot())
