"""Thirty people take part over a bad network: every row is where it was done, and when.

Messages are lost, answers are lost, copies come twice or much later, old tabs speak up, laptops
sleep. The people here know a task by what they see of it, and keep their own books.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from people import form
from simulated import fail
from starlette.testclient import TestClient

from topple import load
from topple.cli.main import main
from topple.runs.find import attempts_at
from topple.tasks.attempt import Action
from topple.web import films
from topple.web.study.app import StudyApp
from topple.web.study.export import export
from topple.web.study.read import study_of
from topple.web.study.store import Store
from topple.worlds import parts, world
from topple.worlds.gestures import Done

PEOPLE = 30
LIMIT = 300.0  # seconds per task
SLEEP = 7200.0
TASKS = {
    "phyre": ["phyre/off_the_ledge@1:007", "phyre/rows_of_pins@1:002"],
    "iphyre": ["iphyre/hole@1:000", "iphyre/angle@1:000"],
    "pool": ["pool/bank@1:000", "pool/straight_pot@1:000"],
}
FILE = {
    "name": "three_worlds",
    "attempts": 2,
    "seconds": LIMIT,
    "block_order": "latin",
    "order": "latin",
    "texts": {"consent": "Do you agree?"},
    "questions": [{"name": "age", "text": "Age?", "kind": "number"}],
    "codes": {"completed": "DONE"},
    "blocks": [
        {"name": name, "tasks": tasks, "text": f"Now comes block {name}."}
        for name, tasks in TASKS.items()
    ],
}


@dataclass
class Network:
    """Carries messages, badly; its clock is the server's."""

    client: TestClient
    rng: random.Random
    now: float = 1000.0
    late: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    begun: dict[str, float] = field(default_factory=dict)
    ended: dict[str, float] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)

    def deliver(self, path: str, sent: dict[str, Any]) -> Any:
        self.now += self.rng.uniform(0.01, 0.9)
        answer = self.client.post(path, json=sent)
        assert answer.status_code in (200, 400, 409, 404), answer.text
        if answer.status_code == 200 and path.endswith(("/film", "/finish")):
            when = self.begun if path.endswith("/film") else self.ended
            when.setdefault(sent["trial"], self.now)
        return answer

    def send(self, path: str, sent: dict[str, Any]) -> dict[str, Any]:
        """Send until there is an answer, as a page does."""
        while True:
            fate = self.rng.random()
            if fate < 0.12:
                self.counts["lost"] += 1
                continue
            answer = self.deliver(path, sent)
            if fate < 0.24:
                self.counts["answer lost"] += 1
                continue
            if fate < 0.36:
                self.counts["doubled"] += 1
                self.deliver(path, sent)
            elif fate < 0.5:
                self.counts["late"] += 1
                self.late.append((path, sent))
            if self.late and self.rng.random() < 0.3:
                self.deliver(*self.late.pop(self.rng.randrange(len(self.late))))
            assert answer.status_code == 200, answer.text
            return dict(answer.json())


@dataclass(frozen=True)
class Entry:
    """What a person has done, by their own books."""

    task: str
    trial: str
    plan: tuple[float, ...]
    outcome: str
    slept: bool


@dataclass
class Someone:
    """A person with a browser, who looks at tasks and remembers."""

    network: Network
    path: str
    done: list[Entry] = field(default_factory=list)
    tabs: list[str] = field(default_factory=list)
    blocks: list[str] = field(default_factory=list)

    def take_part(self, plans: dict[str, dict[bool, Action]]) -> None:
        client = self.network.client
        for _ in range(50):
            page = client.get(self.path).text
            found = re.search(r'data-trial="(\w+)"', page)
            if not found:
                assert "DONE" in page
                return
            self.blocks += re.findall(r"Now comes block (\w+)", page)
            self.use_an_old_tab()
            self.play(found[1], plans)
        raise AssertionError("the study does not end")

    def play(self, trial: str, plans: dict[str, dict[bool, Action]]) -> None:
        """Make an attempt at what is seen: a solution or a miss, to its end or until one sleeps."""
        network, film = self.network, f"{self.path}/film"
        self.tabs.append(trial)
        task = known(network.send(film, {"trial": trial}))
        plan = plans[task][network.rng.random() < 0.6]
        slept = network.rng.random() < 0.1
        made = performed(task, plan)
        for number, done in enumerate(made):
            clock = network.rng.choice([5.0, None, -1e300, 1e308, "soon", 10**400])
            gesture = {"name": done.name, "numbers": done.numbers, "at": done.at}
            sent = {"trial": trial, "number": number, "done": gesture, "client_ms": clock}
            assert network.send(film, sent)["refused"] == ""
        if slept:
            network.now += SLEEP
        told = network.send(f"{self.path}/finish", {"trial": trial, "number": len(made)})
        (played,) = world(task.partition("/")[0]).play(
            [films.find(task)], [plan or None], threads=1
        )
        assert told["outcome"] == played.outcome
        self.done.append(Entry(task, trial, tuple(plan), str(played.outcome), slept))

    def use_an_old_tab(self) -> None:
        """End, or change, what an old page shows."""
        if self.tabs and self.network.rng.random() < 0.4:
            old = {"trial": self.network.rng.choice(self.tabs)}
            done = {"name": "balls", "numbers": [200, 200, 5], "at": 0}
            self.network.deliver(f"{self.path}/finish", {**old, "number": 0})
            self.network.deliver(f"{self.path}/film", {**old, "number": 0, "done": done})


def look(state: dict[str, Any]) -> str:
    """Return what never moves in a film, and what can be done in it."""
    first = [track[3:5] and [track[3][0], track[4][0]] for track in state["film"]["tracks"]]
    return json.dumps([state["film"]["fixed"], first])


KNOWN: dict[str, str] = {}


def known(state: dict[str, Any]) -> str:
    return KNOWN[look(state)]


def performed(task: str, action: Action) -> list[Done]:
    return films.performed(films.find(task), action) if action else []


def plans_of(task: str) -> dict[bool, Action]:
    """Return a plan that solves a task and one that does not, as gestures make them."""
    found, rng = films.find(task), random.Random(task)
    own = world(found.id.world)
    made = {True: own.solution(found), False: ()}
    if found.id.world == "phyre":
        made[False] = fail(found, rng)
    for solves, action in made.items():
        plan: Action = ()
        for done in performed(task, action):
            plan = parts.player(own).grown(found, plan, done)
        made[solves] = plan
    return made


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Network, list[Someone], Path, Store]:
    study = study_of(FILE)
    plans = {task: plans_of(task) for task in study.tasks}
    for task in study.tasks:
        KNOWN[look(json.loads(json.dumps(films.shown(films.find(task), ()))))] = task
    assert len(KNOWN) == len(study.tasks)
    rng = random.Random("network")
    folder = tmp_path_factory.mktemp("study")
    network = Network(None, rng)  # type: ignore[arg-type]
    store = Store(folder / "study.db", study.name, make=True, clock=lambda: network.now)
    app = StudyApp(study, store).app()
    network.client = TestClient(app, base_url="http://127.0.0.1")
    people = []
    for _ in range(PEOPLE):
        sent = form(network.client)
        for agrees in rng.choices(("yes", "no"), (3, 1), k=rng.randint(1, 3)):
            network.client.post("/", data={**sent, "agrees": agrees}, follow_redirects=False)
        network.client.post("/", data={**sent, "agrees": "yes"}, follow_redirects=False)
        path = f"/p/{sent['link']}"
        for age in range(20, 20 + rng.randint(1, 3)):
            network.client.post(f"{path}/answers", data={"stage": "before", "age": str(age)})
        people.append(Someone(network, path))
        people[-1].take_part(plans)
    for path, message in network.late:
        network.deliver(path, message)
    export(study, store, folder / "out")
    return network, people, folder / "out", store


def test_every_row_is_where_it_was_done(
    played: tuple[Network, list[Someone], Path, Store],
) -> None:
    network, people, _, store = played
    assert min(network.counts[kind] for kind in ("lost", "answer lost", "doubled", "late")) > 100
    assert sum(entry.slept for each in people for entry in each.done) > 10
    rows = store.rows("attempts")
    assert len(rows) == sum(len(each.done) for each in people)
    for person, row in zip(people, store.rows("people"), strict=True):
        own = [each for each in rows if each["person"] == row["id"]]
        assert [(each["trial"], each["task"]) for each in own] == [
            (each.trial, each.task) for each in person.done
        ]
        for entry, each in zip(person.done, own, strict=True):
            assert tuple(json.loads(each["plan"])) == entry.plan
            assert each["outcome"] == entry.outcome
            assert each["role"] == "task"
        events = Counter(e["trial"] for e in store.rows("events") if e["person"] == row["id"])
        assert events == {e.trial: len(performed(e.task, e.plan)) for e in person.done if e.plan}
    assert [row["answer"] for row in store.rows("answers") if row["name"] == "age"] == [
        "20"
    ] * PEOPLE
    assert {row["client_ms"] for row in store.rows("events")} == {5.0, None}


def test_every_time_is_when_it_happened(
    played: tuple[Network, list[Someone], Path, Store],
) -> None:
    network, people, _, store = played
    entries = {entry.trial: entry for each in people for entry in each.done}
    first: dict[tuple[int, str], float] = {}
    for row in store.rows("attempts"):
        assert row["begun"] == network.begun[row["trial"]]
        up = first.setdefault((row["person"], row["task"]), row["begun"]) + LIMIT
        late = entries[row["trial"]].slept
        assert row["ended"] == pytest.approx(up if late else network.ended[row["trial"]])


def test_the_export_has_a_run_per_world(
    played: tuple[Network, list[Someone], Path, Store],
) -> None:
    _, people, out, store = played
    folds = [row["row_number"] for row in store.rows("people")]
    for name, tasks in TASKS.items():
        assert load(out / "runs" / name).settings.world == name
        for task in tasks:
            found = [(a.fold, a.number, a.outcome) for a in attempts_at(out / "runs" / name, task)]
            wanted = [
                (fold, number, entry.outcome)
                for fold, each in zip(folds, people, strict=True)
                for number, entry in enumerate((e for e in each.done if e.task == task), 1)
            ]
            assert found == sorted(wanted)


def test_blocks_come_in_every_order_with_their_texts(
    played: tuple[Network, list[Someone], Path, Store],
) -> None:
    orders = [tuple(dict.fromkeys(each.blocks)) for each in played[1]]
    assert {len(order) for order in orders} == {len(TASKS)}
    assert Counter(order[0] for order in orders) == dict.fromkeys(TASKS, PEOPLE // len(TASKS))


def test_agents_play_the_same_study(
    played: tuple[Network, list[Someone], Path, Store],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The tasks are the study's own; each world is compared with the people who played it."""
    file = tmp_path / "mine.toml"
    blocks = "".join(
        f"[[blocks]]\nname = '{name}'\ntasks = {tasks}\n" for name, tasks in TASKS.items()
    )
    file.write_text(f"name = 'three_worlds'\nattempts = 2\n{blocks}\n[texts]\nconsent = '?'\n")
    out = tmp_path / "agent"
    assert main(["eval", f"study:{file}", "--agent", "solution", "--out", str(out)]) == 0
    for name, tasks in TASKS.items():
        people = played[2] / "runs" / name
        capsys.readouterr()
        assert main(["compare", str(out / name), str(people), "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["a"] == 100.0
        assert 0 < found["b"] < 100
        assert found["tasks"] == PEOPLE * len(tasks)
    assert main(["eval", f"study:{file}", "--agent", "random", "--limit", "3"]) == 2
    assert main(["eval", f"study:{file}", "--model", "topple/mock"]) == 2
