"""Certify levels: store decisions that solve them, and check that waiting does not.

Levels are searched with 16 decisions, held 16 steps each as in DeepPHY, then with freer ones. A
level without a known solution is listed as open. Solutions that are stored already are kept, so
that running the command again with more actions goes on with the open levels.
"""

from __future__ import annotations

from topple.tasks.attempt import Action
from topple.tasks.certificates import Certificate, Certificates, Checked
from topple.tasks.draw import generator
from topple.tasks.outcome import Outcome
from topple.tasks.template import Template
from topple.worlds.kinetix.actions import HOLD
from topple.worlds.kinetix.search import random_actions, search
from topple.worlds.kinetix.task import KinetixTask
from topple.worlds.kinetix.template import KinetixTemplate, Random
from topple.worlds.kinetix.world import WORLD, own_template
from topple.worlds.parts import Report

RANDOM_LEVELS = 100  # certified levels per size
MOST_TRIED = 10  # random levels examined at most, as a multiple of those wanted
DRAWS = 256  # random actions that measure how easy a level is
FREE_HOLDS = (8, 4, 2)  # steps for which freer decisions are held
OPEN = "open: no solution found"


def certify(
    template: Template,
    *,
    actions: int = 1000,
    threads: int | None = None,
    report: Report = lambda done, of, words: None,
) -> Certificates:
    """Search for solutions: of the level, or of the first random levels that have one.

    A search plays up to ten times `actions` episodes per level and kind of decisions. Results are
    stored after every level.
    """
    own = own_template(template)
    stored = WORLD.certificates(template)
    if stored.version != own.version:
        stored = Certificates(own.name, own.version, {}, {}, WORLD.columns)
    found, refused = dict(stored.tasks), dict(stored.refused)
    wanted, looked = 1, range(1)
    if isinstance(own, Random):
        wanted, looked = RANDOM_LEVELS, range(MOST_TRIED * RANDOM_LEVELS)
    for index in looked:
        # A refused random level is not searched again: there is always another one.
        if len(found) >= wanted or (index in refused and isinstance(own, Random)):
            continue
        if index not in found:
            refused.pop(index, None)
            best = _certificate(own.task(index), actions, threads)
            if isinstance(best, Certificate):
                found[index] = best
            else:
                refused[index] = best
            _save(own, found, refused)
        report(len(found), wanted, "")
    return _save(own, found, refused)


def check(
    template: Template,
    *,
    most: int | None = None,
    deep: bool = False,
    threads: int | None = None,
) -> Checked:
    """Play every stored solution again; with `deep`, also draw the random actions again."""
    own = own_template(template)
    stored = WORLD.certificates(template)
    wrong = stored.faults(own.version)
    kept = list(stored.tasks.values())[:most]
    for one in kept:
        task = own.task(one.index)
        if not _solves(task, one.solution, threads):
            wrong[str(task)] = "the solution does not solve it"
        elif _solves(task, None, threads):
            wrong[str(task)] = "waiting solves it"
        elif one.facts["held"] != _is_held(task, one.solution):
            wrong[str(task)] = "the decisions are not held as the certificate says"
        elif deep and _random_share(task, threads) != one.facts["random"]:
            wrong[str(task)] = "the share of random actions has changed"
    return Checked(len(kept), wrong, {"open": len(stored.refused)})


def _certificate(task: KinetixTask, actions: int, threads: int | None) -> Certificate | str:
    """Return a certificate, or why there is none."""
    if not task.level.channels:
        return "nothing can be driven"
    if _solves(task, None, threads):
        return "waiting solves it"
    share = _random_share(task, threads)
    for hold in (HOLD, *FREE_HOLDS):
        rng = generator("kinetix search", task, hold, actions)
        found = search(task, hold, 10 * actions, rng, threads)
        if found is not None:
            facts = {"held": hold == HOLD, "random": share, "tried": found.tried}
            return Certificate(task.id.index, found.action, facts)
    return OPEN


def _random_share(task: KinetixTask, threads: int | None) -> float:
    """Return the share of random actions that solve a task."""
    drawn = random_actions(task, HOLD, DRAWS, generator("kinetix random share", task))
    played = WORLD.play([task] * DRAWS, drawn, threads)
    return sum(each.outcome is Outcome.SOLVED for each in played) / DRAWS


def _solves(task: KinetixTask, action: Action | None, threads: int | None) -> bool:
    return WORLD.play([task], [action], threads)[0].outcome is Outcome.SOLVED


def _is_held(task: KinetixTask, action: Action) -> bool:
    """Return whether all decisions change at multiples of 16 steps."""
    held = action[task.actions.width - 1 :: task.actions.width]
    return all(steps % HOLD == 0 for steps in held[:-1])


def _save(
    template: KinetixTemplate, found: dict[int, Certificate], refused: dict[int, str]
) -> Certificates:
    certificates = Certificates(
        template.name,
        template.version,
        dict(sorted(found.items())),
        dict(sorted(refused.items())),
        WORLD.columns,
    )
    path = WORLD.certificate_file(template)
    path.parent.mkdir(parents=True, exist_ok=True)
    certificates.save(path)
    return certificates
