"""Every forgery of a submission is found and named, also when all its hashes are made anew."""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from forger import Forger

from topple.cli.main import main
from topple.submissions.faults import Kind
from topple.submissions.files import seal
from topple.submissions.verify import verify

PLAYED = {
    "phyre": ["phyre-b-within", "--agent", "random", "--limit", "3"],
    "iphyre": ["iphyre-within", "--agent", "random", "--limit", "1"],
    "oracle": ["phyre-b-within", "--agent", "oracle", "--limit", "1"],
    "model": ["deepphy-phyre", "--model", "topple/random-valid", "--limit", "1"],
}


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make an honest submission of each kind."""
    home = tmp_path_factory.mktemp("honest")
    for name, words in PLAYED.items():
        run = home / "played" / name
        assert main(["eval", *words, "--out", str(run)]) == 0
        out = home / name
        assert main(["submit", str(run), "--out", str(out), "--author", "Ada"]) == 0
        assert verify(out).verified
    return home


def flip_outcomes(f: Forger) -> None:
    """Say that the first attempt at every task solved it, and drop the others."""
    first = {row["task"]: row for row in reversed(f.rows)}
    f.set_rows([{**row, "outcome": "solved"} for row in first.values()])


def flip_an_outcome_and_keep_the_digest(f: Forger) -> None:
    rows = f.rows
    row = next(row for row in rows if row["outcome"] == "missed")
    row["outcome"] = "invalid"
    f.set_rows(rows)


def claim_another_digest(f: Forger) -> None:
    rows = f.rows
    rows[0]["digest"] = "0" * 16
    f.set_rows(rows)


def move_an_action_by_its_last_bit(f: Forger) -> None:
    """Move a number that the engine does not round: in I-PHYRE a time, in 64 bits."""
    rows = f.rows
    row = next(row for row in rows if row["outcome"] == "missed")
    row["action"][0] = math.nextafter(row["action"][0], math.inf)
    f.set_rows(rows)


def exchange_actions(f: Forger) -> None:
    rows = f.rows
    first, second = [row for row in rows if row["outcome"] == "missed"][:2]
    first["action"], second["action"] = second["action"], first["action"]
    f.set_rows(rows)


def put_the_solution_first(f: Forger) -> None:
    """Renumber the attempts of a solved task, so that the solution comes first."""
    rows = f.rows
    solved = next(row for row in rows if row["outcome"] == "solved" and row["attempt"] > 1)
    own = [row for row in rows if row["task"] == solved["task"]]
    others = [row for row in rows if row["task"] != solved["task"]]
    for number, row in enumerate([solved, *own[:-1]], 1):
        row["attempt"] = number
    f.set_rows([*others, *sorted(own, key=lambda row: int(row["attempt"]))])


def reverse_the_file(f: Forger) -> None:
    f.set_rows(f.rows[::-1])


def drop_attempts(f: Forger) -> None:
    """Drop the attempts before a solution, so that it seems to be the first."""
    rows = f.rows
    solved = next(row for row in rows if row["outcome"] == "solved" and row["attempt"] > 1)
    task = solved["task"]
    f.set_rows([row for row in rows if row["task"] != task or row is solved])


def drop_a_task(f: Forger) -> None:
    rows = f.rows
    told = json.loads(f.packed("tasks.json"))
    task = rows[0]["task"]
    f.set_rows([row for row in rows if row["task"] != task])
    told["0"].pop(task)
    f.pack("tasks.json", json.dumps(told))


def double_an_attempt(f: Forger) -> None:
    rows = f.rows
    f.set_rows([rows[0], *rows])


def invent_a_task(f: Forger) -> None:
    rows = f.rows
    task, _, index = rows[0]["task"].rpartition(":")
    f.set_rows([*rows, {**rows[0], "task": f"{task}:{int(index) + 1:03d}"}])


def play_on_beyond_the_limit(f: Forger) -> None:
    rows = f.rows
    last = [row for row in rows if row["task"] == rows[0]["task"]][-1]
    f.set_rows([*rows, {**last, "attempt": last["attempt"] + 1}])


def raise_the_limit(f: Forger) -> None:
    data = f.json("run.json")
    data["protocol"]["attempts"] *= 10
    f.set("run.json", data)
    f.claim()


def play_the_dev_part(f: Forger) -> None:
    f.set("run.json", {**f.json("run.json"), "part": "dev"})


def come_from_another_version(f: Forger) -> None:
    data = f.json("run.json")
    data["world"]["version"] += 1
    f.set("run.json", data)


def come_from_an_agent_of_the_future(f: Forger) -> None:
    data = f.json("run.json")
    data["agent"]["version"] += 1
    f.set("run.json", data)


def name_a_task_of_another_version(f: Forger) -> None:
    old, new = (f"{f.rows[0]['task'].split('@')[0]}@{version}:" for version in (1, 9))
    for name in ("attempts.jsonl", "tasks.json"):
        f.pack(name, f.packed(name).replace(old, new))
    f.claim()


def change_a_scene(f: Forger) -> None:
    told = json.loads(f.packed("tasks.json"))
    next(iter(told["0"].values()))[0] = "0" * 16
    f.pack("tasks.json", json.dumps(told))


def use_an_action_that_is_not_offered(f: Forger) -> None:
    rows = f.rows
    rows[0]["action"] = [*rows[0]["action"], 0.5]
    f.set_rows(rows)


def claim_a_better_score(f: Forger) -> None:
    data = f.json("claim.json")
    data["by_template"] = dict.fromkeys(data["by_template"], 1.0)
    f.set("claim.json", data)


def claim_a_smaller_cost(f: Forger) -> None:
    f.set("claim.json", {**f.json("claim.json"), "cost_usd": -1.0})


def hide_what_an_attempt_cost(f: Forger) -> None:
    turns = [json.loads(line) for line in f.packed("turns.jsonl").splitlines()]
    for turn in turns:
        turn["spent"]["cost_usd"] = 0.25
    f.pack("turns.jsonl", "".join(f"{json.dumps(turn)}\n" for turn in turns))


def spend_more_than_the_card_says(f: Forger) -> None:
    hide_what_an_attempt_cost(f)
    f.set_rows([{**row, "cost_usd": 0.25} for row in f.rows])


def act_without_an_answer(f: Forger) -> None:
    turns = [json.loads(line) for line in f.packed("turns.jsonl").splitlines()]
    turns[0]["answer"] = "I would rather not say."
    f.pack("turns.jsonl", "".join(f"{json.dumps(turn)}\n" for turn in turns))


def stop_a_model_early(f: Forger) -> None:
    rows = f.rows
    f.set_rows(rows[: len(rows) // 2])


def hide_the_simulator(f: Forger) -> None:
    f.card(track="no simulator")


def pretend_to_be_another_agent(f: Forger) -> None:
    data = f.json("run.json")
    data["agent"]["name"] = "oracle"
    f.set("run.json", data)


def write_a_card_that_is_none(f: Forger) -> None:
    (f.folder / "card.toml").write_text("agent = 7\n")


def change_a_file(f: Forger) -> None:
    f.set("claim.json", {})


def lose_a_file(f: Forger) -> None:
    (f.run / "attempts.jsonl.gz").unlink()


def add_a_file(f: Forger) -> None:
    (f.run / "verify.py").write_text("print()")


def link_to_a_file(f: Forger) -> None:
    (f.run / "claim.json").unlink()
    (f.run / "claim.json").symlink_to("/etc/hostname")


def lead_elsewhere(f: Forger) -> None:
    path = f.folder / "submission.json"
    data = json.loads(path.read_text())
    data["files"]["runs/../../../outside/run.json"] = {"bytes": 1, "sha256": "0" * 64}
    path.write_text(json.dumps(data))


def pack_a_bomb(f: Forger) -> None:
    path = f.folder / "submission.json"
    data = json.loads(path.read_text())
    name = f"runs/{f.run.name}/attempts.jsonl.gz"
    told = data["files"][name]["bytes"]
    f.pack("attempts.jsonl", "0" * 50_000_000)
    seal(f.folder)
    data = json.loads(path.read_text())
    data["files"][name]["bytes"] = told
    path.write_text(json.dumps(data))


def declare_more_than_is_allowed(f: Forger) -> None:
    path = f.folder / "submission.json"
    data = json.loads(path.read_text())
    next(iter(data["files"].values()))["bytes"] = 1 << 40
    path.write_text(json.dumps(data))


FORGERIES: list[tuple[str, Callable[[Forger], None], Kind]] = [
    ("phyre", flip_outcomes, Kind.OUTCOME),
    ("phyre", flip_an_outcome_and_keep_the_digest, Kind.OUTCOME),
    ("phyre", claim_another_digest, Kind.OUTCOME),
    ("iphyre", move_an_action_by_its_last_bit, Kind.OUTCOME),
    ("phyre", exchange_actions, Kind.OUTCOME),
    ("phyre", put_the_solution_first, Kind.BEYOND),
    ("phyre", reverse_the_file, Kind.MISSING),
    ("phyre", drop_attempts, Kind.MISSING),
    ("phyre", drop_a_task, Kind.TASK),
    ("phyre", double_an_attempt, Kind.DOUBLED),
    ("phyre", invent_a_task, Kind.TASK),
    ("phyre", play_on_beyond_the_limit, Kind.BEYOND),
    ("phyre", raise_the_limit, Kind.RULES),
    ("phyre", play_the_dev_part, Kind.TASK),
    ("phyre", come_from_another_version, Kind.VERSION),
    ("phyre", come_from_an_agent_of_the_future, Kind.AGENT),
    ("phyre", name_a_task_of_another_version, Kind.VERSION),
    ("phyre", change_a_scene, Kind.SCENE),
    ("phyre", use_an_action_that_is_not_offered, Kind.ACTION),
    ("phyre", claim_a_better_score, Kind.SCORE),
    ("model", claim_a_smaller_cost, Kind.COST),
    ("model", hide_what_an_attempt_cost, Kind.COST),
    ("model", spend_more_than_the_card_says, Kind.COST),
    ("model", act_without_an_answer, Kind.ANSWER),
    ("model", stop_a_model_early, Kind.MISSING),
    ("oracle", hide_the_simulator, Kind.TRACK),
    ("phyre", pretend_to_be_another_agent, Kind.TRACK),
    ("phyre", write_a_card_that_is_none, Kind.CARD),
    ("phyre", link_to_a_file, Kind.NAME),
]
# These do not make the hashes anew, or forge them.
UNSEALED: list[tuple[str, Callable[[Forger], None], Kind]] = [
    ("phyre", move_an_action_by_its_last_bit, Kind.FILE),
    ("phyre", change_a_file, Kind.FILE),
    ("phyre", lose_a_file, Kind.FILE),
    ("phyre", add_a_file, Kind.FILE),
    ("phyre", lead_elsewhere, Kind.NAME),
    ("phyre", pack_a_bomb, Kind.SIZE),
    ("phyre", declare_more_than_is_allowed, Kind.SIZE),
]


def kinds(folder: Path) -> set[Kind]:
    found = verify(folder)
    assert not found.verified
    return {fault.kind for fault in found.faults}


@pytest.mark.parametrize(
    ("name", "forge", "kind"), FORGERIES, ids=[forge.__name__ for _, forge, _ in FORGERIES]
)
def test_a_forgery_with_hashes_that_fit_is_named(
    name: str, forge: Callable[[Forger], None], kind: Kind, honest: Path, tmp_path: Path
) -> None:
    folder = tmp_path / name
    shutil.copytree(honest / name, folder)
    forge(Forger(folder))
    seal(folder)
    assert kind in kinds(folder)
    assert main(["verify", str(folder)]) == 1


@pytest.mark.parametrize(
    ("name", "forge", "kind"), UNSEALED, ids=[forge.__name__ for _, forge, _ in UNSEALED]
)
def test_a_change_without_new_hashes_is_named(
    name: str, forge: Callable[[Forger], None], kind: Kind, honest: Path, tmp_path: Path
) -> None:
    folder = tmp_path / name
    shutil.copytree(honest / name, folder)
    forge(Forger(folder))
    assert kind in kinds(folder)
