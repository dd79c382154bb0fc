"""Forgeries of files, numbers, names, agents and selections: each is named."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from forger import Forger

from topple.cli.main import main
from topple.submissions.faults import Kind
from topple.submissions.files import seal
from topple.submissions.verify import Verdict, verify

PLAYED = {
    "phyre": ["phyre-b-within", "--agent", "random", "--limit", "3"],
    "phyq": ["phyq-broad", "--agent", "pig-shooter", "--limit", "2"],
    "model": ["deepphy-phyre", "--model", "topple/random-valid", "--limit", "1"],
}
# Replace a text in a file by another: kind of submission, file, old, new, the fault.
TEXTS = {
    "an_amount_that_is_no_number": ("attempts.jsonl", '"wall_ms": ', '"wall_ms": NaN, "x": ', "S"),
    "an_amount_beyond_all_numbers": ("attempts.jsonl", '"wall_ms": ', '"wall_ms": 1e999', "S"),
    "an_amount_no_clock_shows": ("attempts.jsonl", '"wall_ms": ', '"wall_ms": 1e30', "S"),
    "an_amount_below_zero": ("attempts.jsonl", '"wall_ms": ', '"wall_ms": -', "S"),
    "an_attempt_and_a_half": ("attempts.jsonl", '"attempt": 1,', '"attempt": 1.5,', "S"),
    "an_attempt_in_words": ("attempts.jsonl", '"attempt": 1,', '"attempt": "1",', "S"),
    "steps_in_words": ("attempts.jsonl", '"steps": ', '"steps": "7", "x": ', "S"),
    "a_key_twice": ("attempts.jsonl", '{"fold": 0,', '{"fold": 0, "fold": 0,', "S"),
    "a_key_of_no_meaning": ("attempts.jsonl", '{"fold": 0,', '{"fold": 0, "bonus": 1,', "S"),
    "an_action_of_truths": ("attempts.jsonl", '"action": [', '"action": [true, ', "S"),
    "an_action_in_an_action": ("attempts.jsonl", '"action": [', '"action": [[], ', "S"),
    "practice_below_zero": ("finished.json", 'simulations": 0', 'simulations": -9', "S"),
    "practice_in_words": ("finished.json", 'simulations": 0', 'simulations": "0"', "S"),
    "practice_without_end": ("finished.json", 'wall_s": ', 'wall_s": Infinity, "x": ', "S"),
    "a_finish_that_is_no_time": ("finished.json", '"wall_s": ', '"wall_s": NaN, "x": ', "S"),
    "a_limit_that_is_no_whole_number": ("run.json", '"limit": 3', '"limit": 3.0', "RULES"),
    "a_truth_that_is_a_number": ("run.json", '"online": false', '"online": 0', "RULES"),
    "a_seed_twice": ("run.json", '"seed": 0', '"seed": 1, "seed": 0', "S"),
    "a_topple_of_the_future": ("run.json", '"topple": "', '"topple": "99.', "VERSION"),
    "a_name_in_cyrillic": ("run.json", '"name": "random"', '"name": "r\u0430ndom"', "AGENT"),
    "a_name_with_a_space": ("run.json", '"name": "random"', '"name": "random "', "AGENT"),
    "a_name_in_capitals": ("run.json", '"name": "random"', '"name": "Random"', "AGENT"),
    "a_name_of_code": ("run.json", '"name": "random"', '"name": "/tmp/evil.py:Evil"', "AGENT"),
    "a_setting_of_no_meaning": ("run.json", '"settings": {', '"settings": {"luck": 7, ', "AGENT"),
    "people_who_are_none": ("run.json", '"settings": {', '"settings": {"study": "s", ', "AGENT"),
    "a_seed_of_another_run": ("run.json", '"seed": 0', '"seed": 7', "AGENT"),
    "tasks_without_hashes": ("tasks.json", '":["', '":["", "', "S"),
    "a_fold_with_a_zero": ("tasks.json", '{"0":', '{"00":', "S"),
    "a_fold_in_arabic": ("tasks.json", '{"0":', '{"\u0660":', "S"),
    "a_row_that_is_too_long": ("tasks.json", '":["', '":["0123456789abcdef", "', "S"),
    "a_claim_that_is_no_number": ("claim.json", '"tokens": 0', '"tokens": NaN', "S"),
}  # fmt: skip
KINDS = {"S": Kind.SETTINGS}


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("honest")
    for name, words in PLAYED.items():
        run = home / "played" / name
        assert main(["eval", *words, "--out", str(run)]) == 0
        assert main(["submit", str(run), "--out", str(home / name), "--author", "Ada"]) == 0
    assert verify(home / "phyre").sampled == ("phyre",), "an honest agent acts alike when sampled"
    return home


@pytest.fixture
def forge(honest: Path, tmp_path: Path) -> Callable[[str, Callable[[Forger], None]], Verdict]:
    def forged(name: str, change: Callable[[Forger], None]) -> Verdict:
        folder = tmp_path / name
        shutil.copytree(honest / name, folder)
        change(Forger(folder))
        seal(folder)
        return verify(folder)

    return forged


Forge = Callable[[str, Callable[[Forger], None]], Verdict]


def kinds(found: Verdict) -> set[Kind]:
    return {fault.kind for fault in found.faults}


@pytest.mark.parametrize("name", TEXTS)
def test_a_changed_text_is_named(name: str, forge: Forge) -> None:
    file, old, new, kind = TEXTS[name]
    found = forge("phyre", lambda f: f.edit(file, old, new))
    assert (KINDS.get(kind) or Kind[kind]) in kinds(found)


def nest(f: Forger) -> None:
    f.pack("tasks.json", "[" * 100_000 + "]" * 100_000)


def forget_the_attempts(f: Forger) -> None:
    (f.run / "attempts.jsonl.gz").unlink()


def choose_a_task_twice(f: Forger) -> None:
    data = f.json("run.json")
    (task, *_) = json.loads(f.packed("tasks.json"))["0"]
    data["protocol"]["tasks"] = [task, task]
    f.set("run.json", data)


def leave_out_the_misses(f: Forger) -> None:
    """Keep one attempt per task, its last, as the first."""
    last = {row["task"]: {**row, "attempt": 1} for row in f.rows}
    f.set_rows([row for row in last.values() if row["outcome"] == "solved"] or f.rows[:1])


def win_a_game_that_failed(f: Forger) -> None:
    rows = f.rows
    rows[-1] = {**rows[-1], "outcome": "failed", "points": 9, "steps": 0, "digest": ""}
    f.set_rows(rows)


def play_a_thousand_passes(f: Forger) -> None:
    rows = f.rows
    first = {row["task"]: row for row in reversed(rows)}
    f.set_rows([{**row, "attempt": n} for row in first.values() for n in range(1, 11)])
    data = f.json("run.json")
    data["protocol"]["attempts"] = 10
    data["agent"]["name"] = "mine"
    f.set("run.json", data)
    f.card(agent="mine")


def let_the_provider_fail(f: Forger) -> None:
    """Let all end after the first miss."""
    rows, turns = f.rows, [json.loads(line) for line in f.packed("turns.jsonl").splitlines()]
    failed = {"outcome": "failed", "steps": 0, "digest": "", "action": None, "note": "HTTP 503"}
    f.pack("turns.jsonl", "".join(f"{json.dumps(t)}\n" for t in turns if t["attempt"] == 1))
    f.set_rows([rows[0], {**rows[1], **failed}])


def take_a_name_of_ours(f: Forger) -> None:
    f.card(agent="ranker")


def sign_in_cyrillic(f: Forger) -> None:
    f.card(agent="\u0430gent")


def sign_with_spaces(f: Forger) -> None:
    f.card(authors=["Topple "])


def cost_nothing_that_is_known(f: Forger) -> None:
    path = f.folder / "card.toml"
    path.write_text(path.read_text().replace("cost_usd = 0.0", "cost_usd = nan"))


def sign_a_nested_card(f: Forger) -> None:
    (f.folder / "card.toml").write_text("authors = " + "[" * 5000 + "]" * 5000)


def withdraw_on_the_card(f: Forger) -> None:
    path = f.folder / "card.toml"
    path.write_text(path.read_text() + 'withdrawn = "2026-11-17: a rival"\n')


def bring_a_badge(f: Forger) -> None:
    (f.folder / "verified.json").write_text('{"verified": true, "reproduced": true}')


def enter_two_seeds(f: Forger) -> None:
    shutil.copytree(f.run, f.run.with_name("again"))


def ask_once_more(f: Forger) -> None:
    turn = json.loads(f.packed("turns.jsonl").splitlines()[0])
    f.pack("turns.jsonl", f.packed("turns.jsonl") + json.dumps({**turn, "attempt": 99}) + "\n")


def predict_afterwards(f: Forger) -> None:
    f.edit("turns.jsonl", '"prediction": {}', '"prediction": {"solved": true}')


def show_another_picture(f: Forger) -> None:
    f.edit("turns.jsonl", '"views": ["', '"views": ["picture@9 ')


def spend_less_than_nothing(f: Forger) -> None:
    f.edit("turns.jsonl", '"tokens_in": 0', '"tokens_in": -5')


FORGERIES: list[tuple[str, Callable[[Forger], None], Kind]] = [
    ("phyre", nest, Kind.SETTINGS),
    ("phyre", forget_the_attempts, Kind.SETTINGS),
    ("phyre", choose_a_task_twice, Kind.DOUBLED),
    ("phyre", leave_out_the_misses, Kind.AGENT),
    ("phyq", win_a_game_that_failed, Kind.OUTCOME),
    ("phyq", play_a_thousand_passes, Kind.RULES),
    ("model", let_the_provider_fail, Kind.FAILED),
    ("phyre", take_a_name_of_ours, Kind.AGENT),
    ("phyre", sign_in_cyrillic, Kind.CARD),
    ("phyre", sign_with_spaces, Kind.CARD),
    ("phyre", cost_nothing_that_is_known, Kind.CARD),
    ("phyre", sign_a_nested_card, Kind.CARD),
    ("phyre", withdraw_on_the_card, Kind.CARD),
    ("phyre", bring_a_badge, Kind.FILE),
    ("phyre", enter_two_seeds, Kind.DOUBLED),
    ("model", ask_once_more, Kind.ANSWER),
    ("model", predict_afterwards, Kind.ANSWER),
    ("model", show_another_picture, Kind.ANSWER),
    ("model", spend_less_than_nothing, Kind.SETTINGS),
]


@pytest.mark.parametrize(
    ("name", "change", "kind"), FORGERIES, ids=[each.__name__ for _, each, _ in FORGERIES]
)
def test_a_forgery_is_named(
    name: str, change: Callable[[Forger], None], kind: Kind, forge: Forge
) -> None:
    assert kind in kinds(forge(name, change))


def list_no_run(data: dict[str, object]) -> None:
    data["files"] = {k: v for k, v in dict(data["files"]).items() if k == "card.toml"}  # type: ignore[call-overload]


def list_no_card(data: dict[str, object]) -> None:
    data["files"] = {k: v for k, v in dict(data["files"]).items() if k != "card.toml"}  # type: ignore[call-overload]


def list_a_list(data: dict[str, object]) -> None:
    data["files"] = [[]]


def be_of_the_old_format(data: dict[str, object]) -> None:
    data["format"] = 1


@pytest.mark.parametrize("change", [list_no_run, list_no_card, list_a_list, be_of_the_old_format])
def test_a_forged_manifest_is_named(
    change: Callable[[dict[str, object]], None], honest: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "forged"
    shutil.copytree(honest / "phyre", folder)
    path = folder / "submission.json"
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))
    assert Kind.FILE in kinds(verify(folder))
    path.write_text('{"format": 2, "files": ' + "[" * 100_000)
    assert Kind.FILE in kinds(verify(folder))


def test_nothing_is_written_through_a_link(honest: Path, tmp_path: Path) -> None:
    """A link where results were once written changes no file of the verifier."""
    folder, victim = tmp_path / "forged", tmp_path / "victim"
    shutil.copytree(honest / "phyre", folder)
    victim.write_text("precious")
    (folder / "verified.json").symlink_to(victim)
    (folder / "new.json").symlink_to(tmp_path / "dangling")
    assert main(["verify", str(folder), "--reproduce"]) == 1
    assert victim.read_text() == "precious"
    assert not (tmp_path / "dangling").exists()


def test_verification_writes_nothing_into_a_submission(honest: Path) -> None:
    before = sorted((path, path.stat().st_mtime_ns) for path in honest.rglob("*"))
    assert main(["verify", str(honest / "phyre"), "--reproduce"]) == 0
    assert sorted((path, path.stat().st_mtime_ns) for path in honest.rglob("*")) == before


def test_a_pipe_or_a_device_is_not_waited_for(honest: Path, tmp_path: Path) -> None:
    folder = tmp_path / "forged"
    shutil.copytree(honest / "phyre", folder)
    (path,) = folder.glob("runs/*/claim.json")
    path.unlink()
    os.mkfifo(path)
    assert Kind.NAME in kinds(verify(folder))


def test_code_that_a_submission_names_is_not_run(forge: Forge, tmp_path: Path) -> None:
    evil, ran = tmp_path / "evil.py", tmp_path / "ran"
    evil.write_text(f"open({str(ran)!r}, 'w')\n")

    def name_it(f: Forger) -> None:
        f.edit("run.json", '"name": "random"', f'"name": "{evil}:Evil"')
        f.card(agent="evil")

    assert Kind.AGENT in kinds(forge("phyre", name_it))
    assert main(["verify", str(tmp_path / "phyre"), "--reproduce"]) == 1
    from topple.submissions.reproduce import reproduce

    (run,) = (tmp_path / "phyre" / "runs").iterdir()
    name = "attempts.jsonl"
    (run / name).write_text(Forger(tmp_path / "phyre").packed(name))
    assert "has no agent" in reproduce(run)
    assert not ran.exists()


def test_a_change_of_the_card_is_a_change(honest: Path, tmp_path: Path) -> None:
    """Track, names and authors are what was verified: another card is another submission."""
    folder = tmp_path / "forged"
    shutil.copytree(honest / "phyre", folder)
    Forger(folder).card(authors=["Mallory"])
    (fault,) = verify(folder).faults
    assert (fault.kind, fault.where) == (Kind.FILE, "card.toml")
