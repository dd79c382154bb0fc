"""Baselines answer as they are described, through the eyes of the same reader."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from topple.cli.main import main
from topple.errors import BadInput, UnknownName
from topple.prompting.hint import Hint
from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.vlm.baselines import answer, check_baseline, solution
from topple.vlm.plan import ModelPlan
from topple.worlds import phyre
from topple.worlds.phyre.models.forms import Grid, Place, form, read_classically
from topple.worlds.phyre.world import WORLD

RULES = protocol("deepphy-phyre")
NAMES = RULES.split(0).test
DRAWS = 2000


def hint(name: str = NAMES[0], attempt: int = 1, form: str = "5x5x5") -> Hint:
    return Hint(RULES.name, name, 0, attempt, 1, form)


def test_mock_is_uniform_and_silent_one_time_in_ten() -> None:
    read = [Grid().read(answer("mock", hint(attempt=n), 7)).values for n in range(DRAWS)]
    silent = read.count(None) / DRAWS
    # Four standard deviations of a share, and of a count of cells.
    assert abs(silent - 0.1) < 4 * (0.1 * 0.9 / DRAWS) ** 0.5
    cells = Counter(values[0] for values in read if values)
    levels = Counter(values[1] for values in read if values)
    assert (len(cells), len(levels)) == (25, 5)
    assert max(cells.values()) < 0.9 * DRAWS / 25 + 4 * (DRAWS / 25) ** 0.5


def test_mock_is_read_by_the_original_reader_in_both_formats() -> None:
    texts = [answer("mock", hint(attempt=n), 1) for n in range(100)]
    for after_label in (False, True):
        found = [read_classically(text, after_label=after_label).values for text in texts]
        assert found == [Grid().read(text).values for text in texts]


def test_draws_depend_on_seed_task_and_attempt_alone() -> None:
    assert answer("mock", hint(), 3) == answer("mock", hint(), 3)
    varied = {
        answer("mock", hint(name, n), s) for name in NAMES[:3] for n in (1, 2) for s in (0, 1)
    }
    assert len(varied) > 6


@pytest.mark.parametrize("kind", ["5x5x5", "8x8x8", "free"])
def test_random_valid_is_always_valid(kind: str) -> None:
    found = form(kind)
    for name in NAMES[::90]:
        values = found.read(answer("random-valid", hint(name, form=kind), 0)).values
        assert values is not None
        assert phyre.validate(phyre.task(name), found.action(values)) == 0


def test_the_oracle_solves_what_can_be_solved_and_says_so_otherwise() -> None:
    solvable = []
    for name in NAMES[::60]:
        values = Grid().read(answer("oracle", hint(name), 0)).values
        solvable.append(values is not None)
        assert bool(solution(RULES.name, name, "5x5x5")) == (values is not None)
        if values:
            (played,) = WORLD.play([phyre.task(name)], [Grid().action(values)])
            assert played.outcome == "solved"
    assert 0 < sum(solvable) < len(solvable)


def test_the_oracle_knows_solutions_for_free_coordinates() -> None:
    for name in NAMES[::150]:
        values = Place().read(answer("oracle", hint(name, form="free"), 0)).values
        assert values is not None
        (played,) = WORLD.play([phyre.task(name)], [Place().action(values)])
        assert played.outcome == "solved"


def test_best_constant_plays_the_same_on_every_task_and_never_twice() -> None:
    first = [answer("best-constant", hint(name, form="2x2x2"), 0) for name in NAMES[::300]]
    assert len(set(first)) == 1
    ten = [answer("best-constant", hint(attempt=n, form="2x2x2"), 0) for n in (1, 2)]
    assert len(set(ten)) == 2


def test_what_is_no_baseline_is_refused() -> None:
    with pytest.raises(UnknownName, match="topple/mokc"):
        answer("mokc", hint(), 0)
    with pytest.raises(BadInput):
        Hint.read(None)


@pytest.mark.parametrize(
    ("asked", "model", "says"),
    [
        ("deepphy-birds", "topple/always-no", "`topple/always-no` does not answer `deepphy-birds`"),
        (
            "deepphy-phyre",
            "topple/carried-over",
            "topple/best-constant, topple/example, topple/tries, topple/oracle",
        ),
        ("physiq-yesno", "topple/pixels", "`topple/pixels` does not answer `physiq-yesno`"),
        ("physiq-ranking", "topple/always-yes", "topple/mock, topple/random-valid"),
        ("deepphy-birds", "topple/mokc", "did you mean `topple/mock`?"),
        ("physiq-sanity", "topple/pixel", "did you mean `topple/pixels`?"),
    ],
)
def test_a_baseline_that_cannot_answer_is_refused_before_the_run(
    asked: str, model: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["eval", asked, "--model", model, "--out", str(tmp_path / "run")]) == 2
    assert says in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_every_baseline_of_phyre_plays_birds_too() -> None:
    for name in ("mock", "random-valid", "best-constant", "oracle"):
        check_baseline(f"topple/{name}", protocol("deepphy-birds"))
        check_baseline(f"topple/{name}", RULES)


def test_actions_of_a_grid_are_all_different() -> None:
    actions = np.array([Grid(8, 8, 8).action(values) for values in Grid(8, 8, 8).everything()])
    assert len(np.unique(actions, axis=0)) == 512


def test_the_example_baseline_copies_what_the_prompt_shows() -> None:
    plan = ModelPlan(RULES, Setup("5x5x5"), "topple/example", RULES.folds, limit=1)
    episode = plan.begin(plan.items()[0])
    said = answer("example", episode.hint, 0)
    assert said in episode.question().system
    assert Grid().read(said).values == Grid().example
