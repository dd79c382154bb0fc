"""Simulated people of known ability, who take part in a study as browsers do: by HTTP."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import Any

import httpx
from starlette.testclient import TestClient

from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.web import films
from topple.worlds import world

TRIES = 200


@dataclass
class Someone:
    """A person who solves a task at the first attempt with a known chance."""

    client: httpx.Client | TestClient
    ability: float
    rng: random.Random
    path: str = ""

    def enter(self) -> None:
        """Come, and agree."""
        (link,) = re.findall(r'name="link" value="([^"]*)"', self.client.get("/").text)
        self.client.post("/", data={"link": link, "agrees": "yes"}, follow_redirects=False)
        self.path = f"/p/{link}"

    def play(self, task: Task) -> dict[str, Any]:
        """Make one attempt: a solution, or an action that is none."""
        solves = self.rng.random() < self.ability
        action = world(task.id.world).solution(task) if solves else fail(task, self.rng)
        return self.make(task, action)

    def make(self, task: Task, action: Action) -> dict[str, Any]:
        """Open the page, make the gestures of an action, and end the attempt."""
        (trial,) = re.findall(r'data-trial="(\w+)"', self.client.get(self.path).text)
        self.client.post(f"{self.path}/film", json={"trial": trial})
        performed = films.performed(task, action)
        for number, done in enumerate(performed):
            made = {"name": done.name, "numbers": done.numbers, "at": done.at}
            sent = {"trial": trial, "number": number, "done": made, "client_ms": 5}
            answer = self.client.post(f"{self.path}/film", json=sent)
            assert answer.status_code == 200, answer.text
            assert answer.json()["refused"] == ""
        sent = {"trial": trial, "number": len(performed)}
        return dict(self.client.post(f"{self.path}/finish", json=sent).json())


def fail(task: Task, rng: random.Random) -> Action:
    """Return a possible action that does not solve a task."""
    own = world(task.id.world)
    for _ in range(TRIES):
        action = task.actions.one([rng.random() for _ in range(task.actions.dimensions)])
        (done,) = films.performed(task, action)
        action = films.grown(task, (), done)
        (played,) = own.play([task], [action], threads=1)
        if played.outcome == "missed":
            return action
    raise AssertionError(f"{task} is too easy")
