"""People in Topple are counted as those of Phy-Q's study."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from run_folders import finish, settings, write_run

from topple.cli.main import main
from topple.errors import BadInput
from topple.metrics.metric import Counts, metric
from topple.metrics.phyq.people import Person, people
from topple.metrics.phyq.scale import load_published
from topple.protocols import protocol
from topple.runs.load import load
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome

STUDY = protocol("phyq-people")
MISSED, SOLVED = Outcome.MISSED, Outcome.SOLVED
SHOT = (-0.9, -0.3, None, 0.0)


def player(solved_at: list[int], think_s: float = np.nan) -> Person:
    """Make up a person who played the two tasks of rolling that people played."""
    found = np.array(solved_at)
    template = np.array(["ball_along_the_shelf", "ball_down_the_covered_ramp"])
    passed, counted = np.sign(found), np.where(found, found, 5)
    return Person(Counts(0 * found, template, found, passed, counted, 5), np.full(2, think_s))


def test_a_pass_counts_less_the_later_it_comes() -> None:
    at = np.array([1, 2, 3, 4, 5, 0])
    template = np.array(["wider_gap"] * 6)
    found = metric("phyq-people").credit(Counts(0 * at, template, at, np.sign(at), at, 5))
    assert found.tolist() == pytest.approx([1.0, 0.8, 0.6, 0.4, 0.2, 0.0])


def test_mean_and_spread_are_over_players_attempts_and_time_over_tasks() -> None:
    found = people([player([1, 1], 10.0), player([1, 3], 30.0), player([0, 2])])
    assert found.players == 3
    rates = np.array([1.0, 0.8, 0.4])
    assert found.mean[2] == pytest.approx(rates.mean())
    assert found.sd[2] == pytest.approx(rates.std())  # the paper's is that of the population, too
    assert found.within[2] == pytest.approx(5 / 6)
    assert found.attempts[2] == pytest.approx((1 + 1 + 1 + 3 + 5 + 2) / 6)
    assert found.think_s[2] == 20.0
    assert np.isnan(found.mean[0])


def test_the_studys_falling_scenario_comes_out_as_published() -> None:
    """Four tenths less in all, and six by squares: only two of 0.9 and one of 0.8 can be that."""
    shares = [*[[1, 1]] * 16, [1, 2], [2, 1], [2, 2]]
    template = np.array(["ball_off_the_ledge", "square_off_the_ledge"])
    players = []
    for pair in shares:
        at = np.array(pair)
        counts = Counts(0 * at, template, at, np.sign(at), at, 5)
        players.append(Person(counts, np.full(2, np.nan)))
    found, known = people(players), load_published()
    assert found.mean[3] == pytest.approx(known.human_mean[3])
    assert found.sd[3] == pytest.approx(known.human_sd[3])
    assert found.attempts[3] == pytest.approx(known.human_attempts[3], abs=1e-4)


def test_people_who_do_not_differ_make_no_scale() -> None:
    with pytest.raises(BadInput, match="they make no scale"):
        people([player([1, 1]), player([1, 1])]).scale(load_published().agents["Random"])
    with pytest.raises(BadInput, match="nobody has played"):
        people([])


def test_players_who_did_as_published_are_at_a_hundred_on_average() -> None:
    known = load_published()
    rng = np.random.default_rng(0)
    rates = rng.random((19, 15))
    rates = (rates - rates.mean(axis=0)) / rates.std(axis=0) * known.human_sd + known.human_mean
    found = known.scale.score(rates)
    assert found.mean() == pytest.approx(1.0)


def write(folder: Path, think_ms: float | None) -> Path:
    """Write what a person would: the first task solved at the second attempt, the next never."""
    given = settings(
        STUDY.name,
        "person",
        rules={"attempts": 5},
        kind={"settings": {"player": "p07"}},
        limit=2,
        tasks={"0": 2},
    )
    first, second = STUDY.split(0).test[0], STUDY.split(0).test[15]
    attempts = [
        Attempt(0, task, number, SHOT, end, 99, think_ms=think_ms)
        for task, ends in ((first, (MISSED, SOLVED)), (second, (MISSED,) * 5))
        for number, end in enumerate(ends, 1)
    ]
    return finish(write_run(folder, given, attempts), 7, 2)


def test_thinking_time_is_recorded_and_read_back(tmp_path: Path) -> None:
    found = load(write(tmp_path / "p07", 1500.0))
    assert sorted(found.think_s().tolist()) == [3.0, 7.5]
    assert sorted(found.counts.solved_at.tolist()) == [0, 2]
    unmeasured = load(write(tmp_path / "p08", None))
    assert np.isnan(unmeasured.think_s()).all()


def test_a_record_without_thinking_time_reads_as_before() -> None:
    attempt = Attempt(0, "birds/wider_gap@2:080", 1, SHOT, Outcome.MISSED, 99, "0a", "", 1.5)
    assert "think_ms" not in attempt.to_line()
    thought = attempt._replace(think_ms=812.5)
    line = thought.to_line()
    assert json.loads(line)["think_ms"] == 812.5
    assert Attempt.from_line(f"{line}\n".encode()) == thought
    assert Attempt.from_line(f"{attempt.to_line()}\n".encode()) == attempt


def test_a_persons_run_is_reported_like_any_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write(tmp_path / "p07", 900.0)
    assert load(folder).metric.name == "phyq-people"
    assert main(["report", str(folder), "--json"]) == 0
    ((run,),) = (group["runs"] for group in json.loads(capsys.readouterr().out))
    assert run["mean_of_templates"]["value"] == pytest.approx(0.4)
    assert run["settings"] == {"player": "p07"}


def test_the_study_has_one_task_of_each_template_people_played() -> None:
    tested = STUDY.split(0).test
    templates = [name.split("@")[0] for name in tested]
    assert len(set(templates)) == len(templates) == 31
    assert "birds/small_ball_along_the_channel" in templates
