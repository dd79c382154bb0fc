"""Servers of this world: agents of AIBIRDS and Phy-Q connect to `aibirds`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from topple.tasks.attempt import Action, Played
from topple.tasks.task import Task
from topple.worlds.birds.action_space import shots_of
from topple.worlds.birds.aibirds.server import AibirdsServer
from topple.worlds.birds.aibirds.shots import GAME, ORIGINAL
from topple.worlds.birds.simulate import simulate
from topple.worlds.birds.world import own_task
from topple.worlds.servers import Offer, Option, Server
from topple.worlds.world import World


class Aibirds(Server):
    """The protocol of the AIBIRDS competition, as Science Birds speaks it."""

    caption = "Play birds with agents of the AIBIRDS competition and of Phy-Q, over TCP."
    about = """\
An agent that was written for Science Birds connects to this server instead and needs no change. All
messages of its protocol are answered; every agent has its own game, and several can play at once.
Every play is recorded like an attempt of `topple eval`, so that `topple report` and `topple show`
show such agents like any other.

Agents are told apart by the id that they send when they connect. Connections with one id are one
agent: they share its levels and its records, and a later connection goes on where the last one
ended. Stop the server with Ctrl-C; run the same command again to go on.

Start an agent in its own folder: `java -jar data_lab_agent_v5.jar 1`, for example, in that of the
Phy-Q benchmark. `topple report runs/*` shows its scores, also while it plays."""
    examples = """\
  topple serve aibirds phyq-broad --agent datalab
  topple serve aibirds --limit 34 --agent 28888=pig-shooter --ground-truth developer
  topple serve aibirds --levels my_levels --rules events_per_hit=2 --taps original
"""
    port = 2004
    protocol = "phyq-broad"
    options: ClassVar[Mapping[str, Option]] = {
        "ground-truth": Option(
            "noisy",
            "what requests 61 and 62 return: noisy outlines, or exact ones with names and life",
            ("noisy", "developer"),
        ),
        "taps": Option(
            GAME,
            "clock of taps: game time, or the wall clock divided by the requested speed as in the "
            "original, where most taps come too early",
            (GAME, ORIGINAL),
        ),
        "integers": Option(
            "4",
            "integers per shot: 4 as clients of Science Birds send, or 6 (focus, offset, times)",
            ("4", "6"),
        ),
        "order": Option(
            "chosen",
            "whether agents choose levels by number, or play them in a fixed order",
            ("chosen", "fixed"),
        ),
        "seconds": Option(0, "time limit of a connection, from `ready` on; 0 is none"),
        "interactions": Option(
            0, "limit of levels loaded and shots made on a connection; 0 is none"
        ),
    }

    def play(
        self, world: World, tasks: Sequence[Task], actions: Sequence[Action], threads: int | None
    ) -> list[Played]:
        """Play until everything rests, as long as points are counted."""
        own = [own_task(task) for task in tasks]
        whole = simulate(
            [task.level for task in own],
            [shots_of(action) for action in actions],
            rules=[task.rules for task in own],
            threads=threads,
        )
        played = world.play(tasks, actions, threads)
        return [replace(p, points=w.score) for p, w in zip(played, whole, strict=True)]

    def listen(self, offer: Offer, host: str, port: int) -> AibirdsServer:
        return AibirdsServer(offer, host, port)


SERVERS = {"aibirds": Aibirds()}
