"""`topple doctor`."""

from __future__ import annotations

import json

import pytest

from topple.cli.main import main
from topple.tasks.selftest import SelfTest
from topple.worlds.birds import selftest as birds
from topple.worlds.phyre import selftest


def test_this_build_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert f"phyre ok: 400 attempts on 50 templates, digest {selftest.GOLDEN}" in out
    assert f"birds ok: 150 attempts on 75 templates, digest {birds.GOLDEN}" in out
    assert "-ffp-contract=off" in out
    assert "extra report" in out


def test_a_build_with_other_bits_is_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = SelfTest(400, 50, "0123456789abcdef", selftest.GOLDEN)
    monkeypatch.setattr(selftest, "self_test", lambda: other)
    assert main(["doctor", "--json"]) == 1
    engine = json.loads(capsys.readouterr().out)["engine"]
    assert engine["ok"] is False
    assert engine["worlds"]["phyre"]["digest"] == "0123456789abcdef"
    assert engine["worlds"]["birds"]["ok"] is True
    assert main(["doctor"]) == 1
    assert (
        f"phyre not ok: 400 attempts on 50 templates, digest 0123456789abcdef, should be "
        f"{selftest.GOLDEN}" in capsys.readouterr().out
    )


def test_doctor_as_json_names_versions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    machine = {"platform", "processor", "c_library", "multiply_add"}
    assert machine | {"topple", "python", "numpy", "compiler", "flags"} <= set(facts)
    assert set(facts["extras"]) >= {"gym", "report"}
    assert facts["engine"]["ok"] is True
    assert all("topple" not in packages for packages in facts["extras"].values())
    assert "stable-baselines3" in facts["extras"]["sb3"]


@pytest.mark.parametrize("threads", [1, 3])
def test_the_self_test_does_not_depend_on_threads(threads: int) -> None:
    assert selftest.self_test(threads).ok
    assert birds.self_test(threads).ok
