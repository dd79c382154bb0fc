"""What an agent simulates while it is tested is recorded, and decides its track."""

from __future__ import annotations

import dataclasses
import json
import signal
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from run_folders import PROTOCOLS, records

import topple
from topple.agents import Agent, agent, make_agent
from topple.agents.practice import Practice
from topple.protocols import protocol
from topple.runs.agent_call import AgentCall
from topple.runs.evaluate import Plan, run
from topple.runs.folder import ATTEMPTS, FINISHED
from topple.runs.load import load
from topple.submissions.card import Track, shown_track
from topple.tasks.attempt import Action, Attempt, Policy
from topple.tasks.game import Game, GamePolicy
from topple.tasks.protocol import Protocol
from topple.tasks.task import Task
from topple.testing import check_agent
from topple.worlds import draw_task, film, world

every_world = pytest.mark.parametrize("name", PROTOCOLS)
Doing = Callable[[Agent, Task, Sequence[Attempt]], object]


@agent("test/does", version=1)
class Does(Agent):
    """Does something, then acts at random twice."""

    def __post_init__(self) -> None:
        self.doing: Doing = lambda agent, task, past: None

    def act(self, task: Task, past: Sequence[Attempt]) -> Action | Policy | None:
        found = self.doing(self, task, past)
        if callable(found):
            return found
        return task.actions.sample(self.rng) if len(past) < 2 else None


def does(doing: Doing) -> Does:
    made = Does()
    made.doing = doing
    return made


def short(name: str, attempts: int = 2) -> Protocol:
    return dataclasses.replace(protocol(PROTOCOLS[name]), attempts=attempts)


def play(agent: Agent, name: str, folder: Path, limit: int = 2, attempts: int = 2) -> list[Attempt]:
    plan = Plan(short(name, attempts), agent, (0,), limit=limit)
    run(plan, folder, workers=1, cache=folder / "cache")
    return [Attempt.from_line(line) for line in (folder / ATTEMPTS).open("rb")]


def total(folder: Path) -> int | None:
    found = json.loads((folder / FINISHED).read_text()).get("test_simulations")
    return None if found is None else int(found)


def valid(task: Task) -> Action:
    """Return the stored solution, which no world refuses."""
    return world(task.id.world).solution(task)


def plays_worlds(agent: Agent, task: Task, past: Sequence[Attempt]) -> None:
    own = world(task.id.world)
    own.play([task] * 3, [valid(task)] * 3, 2)  # 3
    (game,) = own.begin([task], 1)
    twin = game.branch()
    game.stop()  # 1
    twin.stop()  # 1
    film(task, valid(task))  # 1
    topple.simulate(task, [valid(task)])  # 1


@every_world
def test_every_way_of_simulating_is_recorded(name: str, tmp_path: Path) -> None:
    made = play(does(plays_worlds), name, tmp_path)
    assert {attempt.simulations for attempt in made} == {7}
    found = load(tmp_path)
    assert total(tmp_path) == 7 * len(made) > 0
    assert shown_track(found.settings, found.finished) is Track.TEST


def looks(agent: Agent, task: Task, past: Sequence[Attempt]) -> None:
    (game,) = world(task.id.world).begin([task], 1)
    game.spots()
    draw_task(task)
    for attempt in past:
        if attempt.outcome in ("solved", "missed"):
            agent.replay(attempt)


@every_world
def test_looks_and_replays_are_no_simulations(name: str, tmp_path: Path) -> None:
    made = play(does(looks), name, tmp_path)
    assert {attempt.simulations for attempt in made} == {0}
    assert total(tmp_path) == 0
    found = load(tmp_path)
    assert shown_track(found.settings, found.finished) is Track.NONE


@every_world
def test_random_play_simulates_nothing(name: str, tmp_path: Path) -> None:
    play(make_agent("random"), name, tmp_path)
    assert total(tmp_path) == 0


@pytest.mark.parametrize("name", ["birds", "kinetix"])
def test_what_a_policy_simulates_counts_for_its_attempt(name: str, tmp_path: Path) -> None:
    asked: Counter[str] = Counter()

    def look_ahead(agent: Agent, task: Task, past: Sequence[Attempt]) -> Policy:
        def choose(game: Game) -> Action | None:
            asked[str(task)] += 1
            for _ in range(2):
                game.branch().stop()
            (kind, *_) = game.legal()
            return tuple(kind.draw(agent.rng)) if asked[str(task)] < 4 else None

        return GamePolicy(choose)

    made = play(does(look_ahead), name, tmp_path, limit=3, attempts=1)
    first = {attempt.task: attempt.simulations for attempt in made}
    assert first == {task: 2 * count for task, count in asked.items()}
    assert total(tmp_path) == 2 * sum(asked.values()) > 0


def test_what_is_simulated_before_giving_up_and_to_learn_counts_too(tmp_path: Path) -> None:
    @agent("test/learns", version=1)
    class Learns(Agent):
        online = True

        def act(self, task: Task, past: Sequence[Attempt]) -> Action | None:
            world("phyre").play([task], [valid(task)], 1)
            return None

        def update(self, task: Task, attempts: Sequence[Attempt]) -> None:
            world("phyre").play([task] * 10, [valid(task)] * 10, 1)

    assert play(Learns(), "phyre", tmp_path, limit=3) == []
    assert total(tmp_path) == 3 * 11


def test_threads_of_an_agent_count(tmp_path: Path) -> None:
    def start_threads(agent: Agent, task: Task, past: Sequence[Attempt]) -> None:
        def work() -> None:
            world("phyre").play([task] * 5, [valid(task)] * 5, 1)

        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    made = play(does(start_threads), "phyre", tmp_path)
    assert {attempt.simulations for attempt in made} == {15}


def test_a_failed_attempt_has_what_came_before_the_fault(tmp_path: Path) -> None:
    def fail(agent: Agent, task: Task, past: Sequence[Attempt]) -> None:
        world("phyre").play([task] * 2, [valid(task)] * 2, 1)
        raise ValueError("lost")

    made = play(does(fail), "phyre", tmp_path)
    assert {(attempt.outcome, attempt.simulations) for attempt in made} == {("failed", 2)}


def test_an_agent_that_is_stopped_while_it_simulates_is_still_counted() -> None:
    """The alarm inside of a batch leaves no counter held for the next attempt."""
    task = topple.task("birds/castle_of_two_rooms:0")

    def ring(seen: object) -> None:
        signal.raise_signal(signal.SIGALRM)

    def simulate_late(agent: Agent, task: Task, past: Sequence[Attempt]) -> None:
        world("birds").play([task], [valid(task)], 1)
        world("birds").play([task], [ring], 1)

    with AgentCall(does(simulate_late), 60.0) as call:
        answers = [call(task, []) for _ in range(2)]
    assert all("took longer" in answer.fault for answer in answers)
    assert [answer.simulations for answer in answers] == [1, 1]


def test_practice_is_no_simulation_of_a_test_task(tmp_path: Path) -> None:
    @agent("test/practises", version=1)
    class Practises(Agent):
        def fit(self, practice: Practice) -> None:
            task = practice.example
            assert task is not None
            world("phyre").play([task] * 4, [valid(task)] * 4, 1)

        def act(self, task: Task, past: Sequence[Attempt]) -> Action:
            return task.actions.sample(self.rng)

    play(Practises(), "phyre", tmp_path)
    found = load(tmp_path)
    assert found.finished is not None
    assert (found.finished.practice_simulations, found.finished.test_simulations) == (4, 0)
    assert shown_track(found.settings, found.finished) is Track.TRAINING


def test_an_oracle_has_its_number_with_and_without_stored_outcomes(tmp_path: Path) -> None:
    for folder in ("fresh", "stored"):
        plan = Plan(short("phyre"), make_agent("oracle", [("actions", "40")]), (0,), limit=3)
        run(plan, tmp_path / folder, workers=2, cache=tmp_path / "cache")
    assert records(tmp_path / "fresh" / ATTEMPTS) == records(tmp_path / "stored" / ATTEMPTS)
    candidates = [
        sum(not world("phyre").refusal(task, tuple(row)) for row in task.actions.candidates(40))
        for task in map(topple.task, plan.tasks(0))
    ]
    assert total(tmp_path / "fresh") == total(tmp_path / "stored") == sum(candidates)


@pytest.mark.parametrize("name", ["pool-planner", "kinetix-planner", "rope-planner"])
def test_planners_have_their_number(name: str, tmp_path: Path) -> None:
    few = {"pool-planner": "tries", "kinetix-planner": "episodes", "rope-planner": "width"}
    made = play(make_agent(name, [(few[name], "20")]), name.partition("-")[0], tmp_path, 1)
    assert made[0].simulations is not None
    assert made[0].simulations >= 20


def test_attempts_that_nobody_counted_are_unknown_not_zero(tmp_path: Path) -> None:
    play(make_agent("random"), "phyre", tmp_path)
    lines = (tmp_path / ATTEMPTS).read_text().replace('"simulations": 0, ', "")
    (tmp_path / ATTEMPTS).write_text(lines)
    finished = json.loads((tmp_path / FINISHED).read_text())
    del finished["test_simulations"]
    (tmp_path / FINISHED).write_text(json.dumps(finished))
    found = load(tmp_path)
    assert Attempt.from_line(lines.splitlines()[0].encode()).simulations is None
    assert found.finished is not None
    assert found.finished.test_simulations is None
    assert shown_track(found.settings, found.finished) is Track.NONE


def test_check_agent_refuses_an_agent_that_simulates_in_secret() -> None:
    tasks = [topple.task("00002:023")]
    check_agent(does(looks), tasks)
    with pytest.raises(AssertionError, match=r"`test/does` simulates .*\(7 times\)"):
        check_agent(does(plays_worlds), tasks)


def test_a_report_shows_what_was_simulated_and_ranks_it_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from topple.cli.main import main

    play(make_agent("random"), "phyre", tmp_path / "random")
    play(does(plays_worlds), "phyre", tmp_path / "does")
    assert main(["report", str(tmp_path / "random"), str(tmp_path / "does")]) == 0
    lines = capsys.readouterr().out.splitlines()
    (at,) = [number for number, line in enumerate(lines) if "simulated in act" in line]
    first, second = lines[at + 1 : at + 3]
    assert first.split()[-1] == "0"
    assert "(simulates)" in second
    assert second.split()[-1] == str(total(tmp_path / "does"))
