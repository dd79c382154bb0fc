"""Results of many folds: a summary, and the runs in one archive per protocol."""

from __future__ import annotations

import hashlib
import json
import tarfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools.records.folds import TRAINED, Fold
from topple.runs.folder import FINISHED
from topple.runs.score import score

MODEL = "model.pt"


def write(folds: Sequence[Fold], out: Path) -> None:
    """Write what is known about finished folds; print each fold's score."""
    done = [fold for fold in folds if fold.tested]
    rows = [_row(fold) for fold in done]
    (out / "summary.json").write_text(json.dumps(rows, indent=1) + "\n")
    for name in {fold.protocol.name for fold in done}:
        with tarfile.open(out / f"{name}.tar.gz", "w:gz", compresslevel=1) as archive:
            for fold in done:
                if fold.protocol.name == name:
                    archive.add(fold.run, fold.run.name)
    line = ", ".join(f"{row['protocol']} {row['fold']}: {100 * row['auccess']:.1f}" for row in rows)
    print(f"AUCCESS of {len(done)} of {len(folds)} folds: {line}", flush=True)


def _row(fold: Fold) -> dict[str, Any]:
    """Score a fold, once: the row is kept next to its model."""
    kept = fold.model / "row.json"
    if not kept.exists():
        kept.write_text(json.dumps(_scored(fold)))
    found: dict[str, Any] = json.loads(kept.read_text())
    return found


def _scored(fold: Fold) -> dict[str, Any]:
    found = score(fold.run)
    facts = found.facts()
    return {
        "protocol": fold.protocol.name,
        "fold": fold.number,
        "auccess": facts["auccess"]["value"],
        "interval": facts["auccess"]["interval"],
        "success_at": {k: each["value"] for k, each in facts["success_at"].items()},
        "by_template": {each.template: each.share for each in found.by_template},
        **_models(fold),
        "tested": json.loads((fold.run / FINISHED).read_text()),
    }


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
