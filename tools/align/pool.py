"""Compare pool with outcomes recorded from pooltool 0.4.4 (models of 2025) and 0.6.0 (of 2026).

Numbers within the tolerance count as near. The older release decides by a rounding error how a
rolling ball leaves a cushion: after the first such event only statistics are compared, and the
number of shots that may differ is limited.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.align.original import NoOriginal
from tools.align.tally import Tally
from topple._native import pool as core
from topple.worlds.pool.events import JAWS, KINDS, POCKETED, POCKETS, RAILS

RELEASES = {"0.4.4": 0, "0.6.0": 1}  # and the number of their models
GEOMETRY = 1e-12
TIMES, BREAK_TIMES = 1e-6, 1e-4  # seconds and metres
SINGLE_PLACES = 0.05  # metres: single balls in the models of 2025
_PLACE, _VELOCITY, _SPIN = slice(0, 3), slice(3, 6), slice(6, 9)
# Velocities and spins after an impact, by release and whether rounding decides.
IMPACTS = {
    ("0.6.0", False): (1e-12, 1e-10),
    ("0.6.0", True): (1e-12, 1e-10),
    ("0.4.4", False): (1e-9, 1e-6),
    ("0.4.4", True): (1e-3, 0.1),
}
Golden = Mapping[str, Any]
Event = Sequence[Any]


def add_options(group: argparse._ArgumentGroup) -> None:
    """Declare no options."""


def reads(golden: Golden) -> bool:
    """Return whether these outcomes were recorded from pooltool."""
    return str(golden.get("reference")).startswith("pooltool")


def compare_original(options: argparse.Namespace) -> list[Tally]:
    """Raise NoOriginal: the original is compared by the outcomes recorded from it."""
    raise NoOriginal("pool is compared by recorded outcomes", "give --golden FILE")


def compare_golden(golden: Golden) -> list[Tally]:
    """Compare everything in a file of recorded outcomes."""
    tallies = [_geometry(golden["table"])] if "table" in golden else []
    for release, impacts in golden.get("impacts", {}).items():
        tallies += _impacts(release, impacts)
    for release, results in golden.get("results", {}).items():
        compare = _exact_shots if release == "0.6.0" else _noisy_shots
        tallies += compare(release, list(zip(golden["shots"], results, strict=True)))
    return tallies


def _count(tally: Tally, worst: float, tolerance: float, note: str) -> None:
    """Count numbers that are equal, near, or different by `worst`."""
    if 0 < worst <= tolerance:
        tally.near += 1
    else:
        tally.add(worst == 0, f"{note}: by {worst:.3g}, which")


def _geometry(table: Golden) -> Tally:
    tally = Tally("table")
    rows = {
        "rails": {str(number): numbers for number, *numbers in core.rails()},
        "jaws": {name: numbers for name, *numbers in core.jaws()},
        "pockets": {name: numbers for name, *numbers in core.pockets()},
    }
    for kind, ours in rows.items():
        tally.add(list(ours) == list(table[kind]), f"order of {kind}")
        for name, numbers in table[kind].items():
            _count(tally, _apart(ours[name], numbers), GEOMETRY, f"{kind} {name}")
    return tally


def _apart(ours: Iterable[float], theirs: Iterable[float]) -> float:
    return max(abs(a - b) for a, b in zip(ours, theirs, strict=True))


def _impacts(release: str, impacts: Sequence[Golden]) -> list[Tally]:
    tallies: dict[str, Tally] = {}
    for number, impact in enumerate(impacts):
        what = f"{release}: impacts, {impact['kind']}"
        tally = tallies.setdefault(what, Tally(what))
        ours = impact_after(impact, RELEASES[release])
        off = np.abs(ours - np.array(impact["after"]))
        velocity, spin = IMPACTS[release, bool(impact.get("rolling"))]
        worst = max(off[:, _VELOCITY].max() / velocity, off[:, _SPIN].max() / spin)
        places = off[:, _PLACE].max() / GEOMETRY
        _count(tally, float(max(worst, places)), 1.0, f"number {number} in tolerances")
    return list(tallies.values())


def impact_after(impact: Golden, model: int) -> NDArray[np.float64]:
    """Return the balls after a recorded impact, as simulated here."""
    if impact["kind"] == "stick":
        return core.strike([*impact["after"][0][:3], 0, 0, 0, 0, 0, 0], impact["cue"])
    if impact["kind"] == "ball":
        return core.collide(impact["before"], impact["states"], model)
    jaw = impact["kind"] == "jaw"
    part = (JAWS if jaw else RAILS).index(impact["cushion"])
    return core.bounce(impact["before"][0], impact["rolling"], jaw, part, model)


def play(shot: Golden, model: int) -> tuple[list[list[Any]], dict[str, list[float]]]:
    """Simulate a recorded shot; return its events and final balls in the form of the record."""
    names, cue = list(shot["balls"]), shot["cue"]
    strike = np.array([[cue[key] for key in ("V0", "phi", "theta", "a", "b")]])
    tables = np.array([[shot["balls"][name] for name in names]])
    batch = core.play(tables, names.index("cue"), strike, model, True, 1)
    partners = {"ball": names, "rail": RAILS, "jaw": JAWS, "pocket": POCKETS}
    events: list[list[Any]] = []
    for time, kind, ball, other in batch.event_list(0):
        partner = [partners[KINDS[kind]][other]] if KINDS[kind] in partners else []
        events.append([KINDS[kind], names[ball], *partner, time])
    rows, states = batch.final(0)
    final = {
        name: [float(state), *row]
        for name, state, row in zip(names, states, rows.tolist(), strict=True)
    }
    return events, final


def _names(events: Sequence[Event]) -> list[list[Any]]:
    return [list(event[:-1]) for event in events]


def _times_apart(ours: Sequence[Event], theirs: Sequence[Event]) -> float:
    return max((abs(a[-1] - b[-1]) for a, b in zip(ours, theirs, strict=False)), default=0.0)


def _exact_shots(release: str, shots: Sequence[tuple[Golden, Golden]]) -> list[Tally]:
    """Compare shots whose every event must be the same."""
    what = ("event sequences", "event times", "final states", "final places")
    sequences, times, states, places = (Tally(f"{release}: {part}") for part in what)
    for number, (shot, result) in enumerate(shots):
        note = f"shot {number} ({shot['set']})"
        tolerance = BREAK_TIMES if shot["set"] == "break" else TIMES
        events, final = play(shot, RELEASES[release])
        same = _names(events) == _names(result["events"])
        sequences.add(same, note)
        _count(times, _times_apart(events, result["events"]), tolerance, note)
        for name, theirs in result["final"].items():
            states.add(final[name][0] == theirs[0], f"{note} ball {name}")
            off = _apart(final[name][1:4], theirs[1:4])
            _count(places, off, tolerance, f"{note} ball {name}")
    return [sequences, times, states, places]


def _noisy_shots(release: str, shots: Sequence[tuple[Golden, Golden]]) -> list[Tally]:
    """Compare shots exactly until rounding decides, and statistically after that."""
    kinds = [shot["set"] for shot, _ in shots]
    breaks = kinds.count("break")
    few, others = math.ceil(0.02 * len(shots)), len(kinds) - breaks
    until = Tally(f"{release}: times until rounding decides", math.ceil(others / 60))
    sequences = Tally(f"{release}: event sequences", math.ceil(0.05 * others))
    storms = Tally(f"{release}: event sequences, breaks", math.ceil(0.3 * breaks))
    potted = Tally(f"{release}: potted balls", few)
    places = Tally(f"{release}: final places, single balls")
    for number, (shot, result) in enumerate(shots):
        note = f"shot {number} ({shot['set']})"
        theirs = result["events"]
        events, final = play(shot, RELEASES[release])
        tally = storms if shot["set"] == "break" else sequences
        _limited(tally, _names(events) == _names(theirs), note)
        _limited(potted, _potted(final) == _potted(result["final"]), note)
        if shot["set"] == "single":
            off = _apart(final["cue"][1:4], result["final"]["cue"][1:4])
            _count(places, off, SINGLE_PLACES, note)
        if shot["set"] != "break":
            last = result["rolling_cushion"]
            end = len(theirs) if last is None else last + 1
            same = _names(events[:end]) == _names(theirs[:end])
            _limited(until, same and _times_apart(events[:end], theirs[:end]) <= TIMES, note)
    return [until, sequences, storms, potted, places]


def _limited(tally: Tally, same: bool, note: str) -> None:
    if same:
        tally.add(True)
    else:
        tally.add_near(f"{note} differs")


def _potted(final: Golden) -> set[str]:
    return {name for name, row in final.items() if row[0] == POCKETED}
