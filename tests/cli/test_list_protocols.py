"""`topple list protocols`."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from topple.cli.main import main
from topple.prompting.setup import Setup
from topple.protocols import all_protocols, protocol
from topple.vlm.options import usual_setup
from topple.worlds.phyre.physiq.find import SETS
from topple.worlds.phyre.physiq.settings import QuestionSettings

RUN_OPTIONS = {"fold", "dev", "limit", "seed", "levels", "rules", "unfiltered"}


def listed(name: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["list", "protocols", name, "--json"]) == 0
    (facts,) = json.loads(capsys.readouterr().out)
    assert isinstance(facts, dict)
    return facts


@pytest.mark.parametrize("name", [*all_protocols(), "physiq-yesno"])
def test_a_protocol_says_what_it_is(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    facts = listed(name, capsys)
    assert len(facts["about"]) > len(facts["caption"]) / 2
    of_files = name in ("levels", "phyq-levels")
    assert (facts["tasks"]["test"] > 0) != of_files
    assert facts["example"].startswith(f"topple eval {name} --")
    assert main(["list", "protocols", name]) == 0
    out = capsys.readouterr().out
    assert ("level files" if of_files else f"{facts['tasks']['test']:,} to test") in out
    for text in (facts["caption"], facts["scores"], facts["example"]):
        assert text in out


def test_tasks_are_those_of_the_split(capsys: pytest.CaptureFixture[str]) -> None:
    split = protocol("phyre-b-within").split(0)
    wanted = {"train": len(split.train), "dev": len(split.dev), "test": len(split.test)}
    assert listed("phyre-b-within", capsys)["tasks"] == wanted


@pytest.mark.parametrize("name", [*(n for n in all_protocols() if "deepphy" in n), "physiq-yesno"])
def test_defaults_are_those_of_what_is_asked(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A model's settings are listed with the values they have if nothing is said."""
    rows = {row["setting"]: row["default"] for row in listed(name, capsys)["settings"]}
    own = {option: text for option, text in rows.items() if option not in RUN_OPTIONS}
    usual: object = QuestionSettings() if name in SETS else Setup(**usual_setup(name))
    assert len(own) >= 3
    for option, text in own.items():
        found = getattr(usual, option)
        switch = {"True": "on", "False": "off"}
        assert text == switch.get(str(found), str(found)), option


@pytest.mark.parametrize("name", ["deepphy-phyre", "phyre-b-cross", "physiq-yesno"])
def test_settings_are_options_of_eval(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    facts = listed(name, capsys)
    with pytest.raises(SystemExit):
        main(["eval", "--help"])
    known = set(re.findall(r"--[a-z-]+", capsys.readouterr().out))
    assert {f"--{row['setting']}" for row in facts["settings"]} <= known


def test_only_what_a_protocol_knows_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    settings = {
        name: {row["setting"] for row in listed(name, capsys)["settings"]}
        for name in ("deepphy-phyre", "deepphy-phyre-classic", "deepphy-birds", "phyq-local")
    }
    assert {"view", "moments", "form"} <= settings["deepphy-phyre"]
    assert not {"view", "moments"} & settings["deepphy-phyre-classic"]
    assert not {"form", "moments"} & settings["deepphy-birds"]
    assert settings["phyq-local"] == {"limit", "rules", "seed", "unfiltered"}


def test_an_unknown_protocol_gets_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "protocols", "deepphy-fyre"]) == 2
    assert "did you mean `deepphy-phyre`?" in capsys.readouterr().err
