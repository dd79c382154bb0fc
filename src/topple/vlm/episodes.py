"""Episodes of every world that models can play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topple.errors import BadInput
from topple.prompting.episode import Episode
from topple.prompting.form import Form
from topple.prompting.setup import LABELLED, PLAIN, STRIP, Setup
from topple.tasks.attempt import Attempt
from topple.tasks.protocol import Protocol

_USUAL_FORMS = {"phyre": "5x5x5", "birds": "angle-power"}


def usual_form(world_name: str) -> str:
    """Name the way in which actions of a world are written unless another is asked for."""
    if world_name not in _USUAL_FORMS:
        raise BadInput(f"`{world_name}` cannot be asked of models")
    return _USUAL_FORMS[world_name]


def form_of(world_name: str, name: str) -> Form:
    """Find an action form of a world by name."""
    match world_name:
        case "phyre":
            from topple.worlds.phyre.models.forms import form as phyre_form

            return phyre_form(name)
        case "birds":
            from topple.worlds.birds.models.forms import form as birds_form

            return birds_form(name)
    raise BadInput(f"`{world_name}` cannot be asked of models")


def check_setup(world_name: str, setup: Setup) -> None:
    """Refuse what does not fit a world, or would change nothing there."""
    form_of(world_name, setup.form)
    if world_name != "birds":
        return
    if setup.view == PLAIN:
        raise BadInput("the usual view of birds is plain", f"leave it out, or give {LABELLED}")
    if setup.view == LABELLED and setup.format == "wm":
        raise BadInput("with format wm pigs have numbers in any case", "leave the view out")
    if setup.moments == STRIP:
        raise BadInput("turns of birds are shown apart, not in strips", "leave moments out")


def episode(
    setup: Setup,
    protocol: Protocol,
    task: str,
    fold: int,
    done: Sequence[Attempt] = (),
    told: Sequence[dict[str, Any]] = (),
) -> Episode:
    """Begin a task, or go on with it; a new world is named here."""
    match protocol.world:
        case "phyre":
            from topple.worlds.phyre.models.episode import PhyreEpisode
            from topple.worlds.phyre.world import task as phyre_task

            return PhyreEpisode(setup, protocol, phyre_task(task), fold, done, told)
        case "birds":
            from topple.worlds.birds.models.episode import BirdsEpisode
            from topple.worlds.birds.world import task as birds_task

            return BirdsEpisode(setup, protocol, birds_task(task), fold, done)
    raise BadInput(f"`{protocol.world}` cannot be asked of models")
