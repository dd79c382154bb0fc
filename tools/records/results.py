"""Results of many folds: a summary, and the runs in one archive per protocol."""

from __future__ import annotations

import hashlib
import json
import tarfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.records.folds import TRAINED, Fold
from topple.metrics.credit import credit
from topple.runs.folder import FINISHED
from topple.runs.load import load
from topple.runs.score import score

MODEL = "model.pt"
_PLAY = ("ranked", "reach", "penalty", "alike", "alike_penalty")  # settings of a test


def write(folds: Sequence[Fold], choosing: Sequence[Fold], out: Path) -> None:
    """Write what is known about finished tests, and tests to choose by; print the former's."""
    done = [(fold, player) for fold in folds for player in fold.players if fold.tested(player)]
    rows = [row(fold, player) for fold, player in done]
    (out / "summary.json").write_text(_lines(rows))
    (out / "chosen.json").write_text(_lines(_chosen(choosing)))
    for name, player in {(fold.protocol.name, player) for fold, player in done}:
        with tarfile.open(out / f"{name}-{player}.tar.gz", "w:gz", compresslevel=1) as archive:
            for fold, own in done:
                if (fold.protocol.name, own) == (name, player):
                    archive.add(fold.run(player), fold.run(player).name)
    line = ", ".join(
        f"{each['agent']} {each['protocol']} {each['fold']}: {100 * each['auccess']:.1f}"
        for each in rows
    )
    print(f"AUCCESS of {len(done)} tests of {len(folds)} folds: {line}", flush=True)


def _lines(rows: Sequence[dict[str, Any]]) -> str:
    """Return rows as JSON, a line each."""
    return "[\n" + ",\n".join(json.dumps(each) for each in rows) + "\n]\n"


def _chosen(choosing: Sequence[Fold]) -> list[dict[str, Any]]:
    """Return what each choice scored on the dev tasks of its fold, for all that were played."""
    return [
        {
            "protocol": fold.protocol.name,
            "fold": fold.number,
            "player": player,
            "auccess": row(fold, player)["auccess"],
        }
        for fold in choosing
        for player in fold.players
        if fold.tested(player)
    ]


def row(fold: Fold, player: str) -> dict[str, Any]:
    """Score a test, once: the row is kept next to the fold's models."""
    kept = fold.folder / f"{player}-{fold.seeds}.json"
    if not kept.exists():
        kept.write_text(json.dumps({**scored(fold.run(player)), **_models(fold)}))
    found: dict[str, Any] = json.loads(kept.read_text())
    return found


def scored(run: Path) -> dict[str, Any]:
    """Return the scores of a test of one fold."""
    found, own = score(run), load(run)
    facts = found.facts()
    (fold,) = own.settings.folds
    gained = credit(own.results.solved_at, own.settings.attempts)
    return {
        "protocol": own.settings.protocol,
        "agent": own.settings.agent,
        "version": own.settings.agent_version,
        "plays_on": bool(own.settings.agent_settings.get("plays_on")),
        "play": {name: own.settings.agent_settings[name] for name in _PLAY},
        "fold": fold,
        "auccess": facts["auccess"]["value"],
        "interval": facts["auccess"]["interval"],
        "success_at": {k: each["value"] for k, each in facts["success_at"].items()},
        "by_template": {each.template: each.share for each in found.by_template},
        "by_tenth": by_tenth(own.results.template, gained),
        "tested": json.loads((run / FINISHED).read_text()),
    }


def by_tenth(templates: NDArray[np.str_], credits: NDArray[np.float64]) -> list[float]:
    """Return the mean credit of the first tenth of every template's tasks, of the second, ..."""
    tenths: list[list[float]] = [[] for _ in range(10)]
    for template in np.unique(templates):
        parts = np.array_split(credits[templates == template], len(tenths))
        for tenth, part in zip(tenths, parts, strict=True):
            tenth += part.tolist()
    return [float(np.mean(tenth)) for tenth in tenths]


def _models(fold: Fold) -> dict[str, Any]:
    """Return the hash of a fold's networks, and what their training took in all."""
    content, trained = hashlib.sha256(), []
    for model in fold.models:
        content.update((model / MODEL).read_bytes())
        trained.append(json.loads((model / TRAINED).read_text()))
    sums = {name: sum(each[name] for each in trained) for name in ("updates", "seconds")}
    return {
        "model_sha256": content.hexdigest(),
        "seeds": fold.seeds,
        "trained": {**trained[0], **sums},
    }
