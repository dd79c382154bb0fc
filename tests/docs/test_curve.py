"""Learning curves in the docs are drawn from logs."""

from __future__ import annotations

import re
from pathlib import Path

from tools.docs.curve import SOLVED, STEPS, save


def test_a_rise_goes_up_inside_the_frame(tmp_path: Path) -> None:
    log = tmp_path / "progress.csv"
    log.write_text(f"{STEPS},{SOLVED}\n1000,\n2000,0.05\n3000,0.1\n4000,0.4\n")
    words = save(log, tmp_path / "curve.svg", "attempts")
    assert words == "curve.svg: 5 % of the first episodes and 40 % after 4,000 attempts"
    text = (tmp_path / "curve.svg").read_text()
    (line,) = re.findall(r'class="curve" d="M([^"]+)"', text)
    places = [tuple(map(float, place.split())) for place in line.split("L")]
    assert len(places) == 3
    assert places[0][1] > places[1][1] > places[2][1]
    assert all(0 <= x <= 560 and 0 <= y <= 300 for x, y in places)
