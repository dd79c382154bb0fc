"""Stored floors and ceilings fit the protocols as they are."""

from __future__ import annotations

import pytest

from topple.metrics.metric import metric
from topple.protocols import all_protocols, protocol
from topple.protocols.references import FOLDER, Reference, references, stored_name
from topple.vlm.options import usual_form

# Their runs take long, or their tasks are files of the user.
WITHOUT = {
    "levels",
    "phyq-levels",
    "phyq-broad",
    "phyq-local",
    "phyq-people",
    "pool-nine-ball-shaky",
}
# Floors of questions are exact, and stand with each number.
NAMES = [n for n, each in all_protocols().items() if n not in WITHOUT and not each.asks]


def form_of(name: str) -> str:
    return usual_form(name) if protocol(name).for_models else ""


@pytest.mark.parametrize("name", NAMES)
def test_a_protocol_has_a_floor_below_its_ceiling_in_every_fold(name: str) -> None:
    rules = protocol(name)
    found = references(stored_name(name, form_of(name)), rules.version, "test")
    assert found is not None
    assert found.command.startswith(f"topple references {name}")
    assert found.floor.figures.keys() == found.ceiling.figures.keys()
    assert found.floor.title == found.ceiling.title == metric(rules.metric).title
    for fold in rules.folds:
        assert 0 <= found.floor.mean([fold]) < found.ceiling.mean([fold]) <= 1


FOR_MODELS = [name for name in NAMES if protocol(name).for_models]
# Copied blindly, the example of their prompt scores this much, in points.
CLASSIC = {
    "deepphy-iphyre-classic": 20.0,
    "deepphy-kinetix-classic": 50.0,
    "deepphy-phyre-classic": 2.4,
    "deepphy-pool-classic": 26.0,
}


@pytest.mark.parametrize("name", FOR_MODELS)
def test_what_players_score_that_look_at_nothing_is_stored(name: str) -> None:
    found = references(stored_name(name, form_of(name)), protocol(name).version, "test")
    assert found is not None
    example = found.blind[0]
    assert (example.agent, example.title) == ("topple/example", found.floor.title)
    if name in CLASSIC:
        assert 100 * example.mean([0]) == pytest.approx(CLASSIC[name], abs=0.1)
    elif name != "pool-prediction":
        assert set(example.figures[example.title]) == {0.0}


def test_one_shot_clears_half_of_the_bird_levels() -> None:
    """Without training tasks the best constant is chosen in hindsight: no constant does better."""
    rules = protocol("deepphy-birds-levels")
    assert not rules.split(0).train
    found = references(stored_name(rules.name, form_of(rules.name)), rules.version, "test")
    assert found is not None
    constant = {each.agent: each for each in found.blind}["topple/best-constant"]
    assert 100 * constant.mean([0]) == pytest.approx(52.9, abs=0.1)


def test_every_stored_file_belongs_to_a_protocol() -> None:
    known = tuple(all_protocols())
    for path in FOLDER.glob("*/references/*.json"):
        assert path.stem.startswith(known)
        owner = max((name for name in known if path.stem.startswith(name)), key=len)
        assert path.parent.parent.name == protocol(owner).world


def test_a_figure_is_averaged_over_the_folds_asked_for() -> None:
    found = Reference("random", {"won": (0.1, 0.2, 0.6), "pots": (1.0, 2.0, 3.0)})
    assert found.mean([0, 2]) == pytest.approx(0.35)
    assert found.mean([1, 2], "pots") == pytest.approx(2.5)
    assert found.covers([2])
    assert not found.covers([3])
