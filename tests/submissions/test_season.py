"""A season: commitment, play, revelation, and a check with the public files alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from topple.cli.main import main
from topple.errors import BadInput
from topple.submissions import season
from topple.submissions.faults import Kind
from topple.submissions.verify import verify


def quiet(done: int, of: int, words: str) -> None:
    pass


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run a season up to its end: two templates, two tasks each."""
    home = tmp_path_factory.mktemp("season")
    organiser, tasks = home / "organiser", home / "tasks.json"
    chosen = ["--template", "off_the_ledge", "--template", "miss_the_jar", "--per-template", "2"]
    start = ["season", "new", str(organiser), "phyre-b-within", *chosen]
    assert main(start) == 0
    assert main(["season", "serve", str(organiser), "--file", str(tasks)]) == 0
    play = ["eval", "phyre-b-within", "--agent", "random", "--tasks", str(tasks)]
    assert main([*play, "--out", str(home / "run")]) == 0
    pack = ["submit", str(home / "run"), "--out", str(home / "submission"), "--author", "Ada"]
    assert main(pack) == 0
    assert main(["season", "reveal", str(organiser)]) == 0
    public = home / "public"
    public.mkdir()
    for name in (season.SEASON, season.REVEALED):
        (public / name).write_bytes((organiser / name).read_bytes())
    return home


def test_anyone_can_check_with_the_public_files(home: Path) -> None:
    assert main(["season", "check", str(home / "public"), "--file", str(home / "tasks.json")]) == 0
    found = verify(home / "submission")
    assert found.verified
    served = season.read_tasks(home / "tasks.json")
    (run,) = found.runs.values()
    assert run["tasks"] == len(served) == 4


def test_a_submission_of_the_season_played_all_its_tasks_and_no_others(
    home: Path, tmp_path: Path
) -> None:
    submission, tasks = str(home / "submission"), str(home / "tasks.json")
    assert main(["verify", submission, "--tasks", tasks]) == 0
    served = json.loads((home / "tasks.json").read_text())
    served["tasks"].popitem()
    (tmp_path / "tasks.json").write_text(json.dumps(served))
    assert main(["verify", submission, "--tasks", str(tmp_path / "tasks.json")]) == 1
    (fault,) = verify(home / "submission", tasks=served["tasks"]).faults
    assert fault.kind is Kind.TASK


def test_the_public_files_do_not_hold_the_seed_before_the_end(home: Path) -> None:
    secret = json.loads((home / "organiser" / season.SECRET).read_text())
    before = [home / "organiser" / season.SEASON, home / "tasks.json"]
    assert not any(secret["seed"] in path.read_text() for path in before)
    assert not (home / "organiser" / season.SECRET).stat().st_mode & 0o077


def test_a_wrong_seed_is_refused(home: Path, tmp_path: Path) -> None:
    for name in (season.SEASON, season.REVEALED):
        (tmp_path / name).write_bytes((home / "public" / name).read_bytes())
    data = json.loads((tmp_path / season.REVEALED).read_text())
    (tmp_path / season.REVEALED).write_text(json.dumps({**data, "seed": "00" * 32}))
    with pytest.raises(BadInput, match="not the one that season organiser is committed to"):
        season.check(tmp_path, home / "tasks.json", quiet)


def test_tasks_chosen_by_hand_are_refused(home: Path, tmp_path: Path) -> None:
    served = json.loads((home / "tasks.json").read_text())
    first = next(iter(served["tasks"]))
    served["tasks"] = {"phyre/off_the_ledge@1:1234": served["tasks"].pop(first), **served["tasks"]}
    (tmp_path / "tasks.json").write_text(json.dumps(served))
    with pytest.raises(BadInput, match="does not hold the tasks"):
        season.check(home / "public", tmp_path / "tasks.json", quiet)


def test_another_scene_under_a_served_id_is_refused(home: Path, tmp_path: Path) -> None:
    served = json.loads((home / "tasks.json").read_text())
    first = next(iter(served["tasks"]))
    served["tasks"][first] = "0" * 16
    (tmp_path / "tasks.json").write_text(json.dumps(served))
    with pytest.raises(BadInput, match="another scene"):
        season.check(home / "public", tmp_path / "tasks.json", quiet)


def test_another_plan_breaks_the_commitment(home: Path, tmp_path: Path) -> None:
    """An organiser cannot change the number of tasks after the fact."""
    for name in (season.SEASON, season.REVEALED):
        (tmp_path / name).write_bytes((home / "public" / name).read_bytes())
    data = json.loads((tmp_path / season.SEASON).read_text())
    data["plan"]["tasks"] = 1
    (tmp_path / season.SEASON).write_text(json.dumps(data))
    with pytest.raises(BadInput, match="committed"):
        season.check(tmp_path, home / "tasks.json", quiet)


def test_a_commitment_opens_in_one_way(home: Path, tmp_path: Path) -> None:
    """Other spellings of the seed, and other ways to cut salt and seed apart, are refused."""
    for name in (season.SEASON, season.REVEALED):
        (tmp_path / name).write_bytes((home / "public" / name).read_bytes())
    secret = json.loads((tmp_path / season.REVEALED).read_text())
    seed, salt = secret["seed"], secret["salt"]
    for forged in (
        {"seed": seed.upper(), "salt": salt},
        {"seed": f"{seed} ", "salt": salt},
        {"seed": f"{seed[:2]} {seed[2:]}", "salt": salt},
        {"seed": seed[1:], "salt": salt + seed[:1]},
        {"seed": int(seed, 16), "salt": salt},
    ):
        (tmp_path / season.REVEALED).write_text(json.dumps(forged))
        with pytest.raises(BadInput):
            season.check(tmp_path, home / "tasks.json", quiet)


def test_a_plan_binds_the_sources_of_templates(home: Path, tmp_path: Path) -> None:
    for name in (season.SEASON, season.REVEALED):
        (tmp_path / name).write_bytes((home / "public" / name).read_bytes())
    data = json.loads((tmp_path / season.SEASON).read_text())
    data["plan"]["templates"]["off_the_ledge"][1] = "0" * 64
    (tmp_path / season.SEASON).write_text(json.dumps(data))
    with pytest.raises(BadInput, match="other versions"):
        season.check(tmp_path, home / "tasks.json", quiet)


def test_two_seasons_have_other_tasks(home: Path, tmp_path: Path) -> None:
    plan = season.new("b", "phyre-b-within", ["off_the_ledge"], 2, tmp_path)
    secret = json.loads((tmp_path / season.SECRET).read_text())
    found = season.draw_tasks(plan, secret["seed"], quiet)
    assert not set(found) & set(season.read_tasks(home / "tasks.json"))
