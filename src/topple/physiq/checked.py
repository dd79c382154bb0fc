"""Check stored proposals again: winners win, losers lose, all stand where their grade says."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from topple.physiq.proposals import LOSERS, Grade, Proposals, action, stored
from topple.physiq.rings import in_ring
from topple.physiq.search import digest, firmness
from topple.worlds.phyre.simulate import simulate
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.template import Template

_STATUS = dict.fromkeys(LOSERS, -1) | {Grade.CORRECT: 1}


@dataclass(frozen=True, slots=True)
class Checked:
    """What checking the proposals of a template showed."""

    checked: int
    wrong: dict[str, str]
    firm: int  # tasks whose four proposals are all firm


def check(
    template: Template, *, most: int | None = None, deep: bool = False, threads: int | None = None
) -> Checked:
    """Play all proposals of a template again; `deep` measures again how firm they are."""
    found = stored(template)
    wrong = {} if found.tasks else {template.name: "no proposals"}
    if found.template_version != template.version:
        wrong[template.name] = f"proposals are for version {found.template_version}"
    kept = list(found.tasks.values())[:most]
    for proposals in kept:
        task = template.task(proposals.index)
        why = _wrong(task, proposals, threads) or (deep and _not_as_firm(task, proposals, threads))
        if why:
            wrong[str(task)] = why
    return Checked(len(kept), wrong, sum(proposals.all_firm for proposals in kept))


def _wrong(task: PhyreTask, proposals: Proposals, threads: int | None) -> str:
    winner = proposals.balls[Grade.CORRECT]
    balls = [proposals.balls[grade] for grade in Grade]
    status = simulate(task, [action(each) for each in balls], threads=threads).status
    for grade, code in zip(Grade, status, strict=True):
        if code != _STATUS[grade]:
            return f"the {grade} proposal has status {code}"
    for grade in LOSERS:
        if not in_ring(np.array([proposals.balls[grade]]), winner, grade)[0]:
            return f"the {grade} proposal lies outside its ring"
    return "" if digest(task, balls, threads) == proposals.digest else "the simulations differ"


def _not_as_firm(task: PhyreTask, proposals: Proposals, threads: int | None) -> str:
    for grade in Grade:
        share = round(firmness(task, proposals.balls[grade], threads), 3)
        if share != proposals.firm[grade]:
            return f"the {grade} proposal is firm to {share}, not {proposals.firm[grade]}"
    return ""
