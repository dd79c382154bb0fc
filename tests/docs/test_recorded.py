"""Solutions recorded by the original are read as plain data, or not at all."""

from __future__ import annotations

import lzma
import pickle
import zipfile
from collections import defaultdict
from pathlib import Path

import pytest

from tools.align.phyre.solutions import recorded


def test_solutions_are_read_by_task(tmp_path: Path) -> None:
    tiers = {"ball": {"solutions": [[0.1, 0.2, 0.3]], "unstable_solutions": []}}
    wheel = _wheel(tmp_path, {"eval_stats": defaultdict(dict, {"00007:003": tiers})})
    found = recorded(wheel, "00007", "ball")
    assert list(found) == ["00007:003"]
    assert found["00007:003"].actions.tolist() == [[0.1, 0.2, 0.3]]
    assert found["00007:003"].unstable.shape == (0, 3)


def test_what_could_run_is_refused(tmp_path: Path) -> None:
    wheel = _wheel(tmp_path, {"eval_stats": Path("anything")})
    with pytest.raises(pickle.UnpicklingError, match="not plain data"):
        recorded(wheel, "00007", "ball")


def _wheel(folder: Path, data: object) -> Path:
    path = folder / "some.whl"
    with zipfile.ZipFile(path, "w") as archive:
        packed = lzma.compress(pickle.dumps(data))
        archive.writestr("phyre/data/evaluations/00007.lzma", packed)
    return path
