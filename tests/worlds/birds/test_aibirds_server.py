"""The AIBIRDS server over real sockets: agents play, vanish, come back and send rubbish."""

from __future__ import annotations

import contextlib
import math
import random
import socket
import struct
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from aibirds_client import (
    ENDED,
    LOST,
    PLAYING,
    WON,
    Client,
    Lab,
    play_all,
    serving,
    task_ids,
    until,
)

from topple.runs import outside
from topple.tasks.outcome import Outcome
from topple.worlds.birds.aibirds import connection
from topple.worlds.birds.aibirds import server as server_module
from topple.worlds.birds.aibirds.connection import Pace
from topple.worlds.birds.world import WORLD

# The simple agent wins the first and loses the second; the third has three birds.
TASKS = tuple(
    name
    for template in ("pig_on_the_ground", "behind_a_post", "big_pig_behind_a_post", "bucket_first")
    for name in task_ids(template)
)
SEVERAL_BIRDS = TASKS[2:3]
OK = b"\x01"


def hexed(text: str) -> bytes:
    return bytes.fromhex(text.replace(" ", ""))


def test_the_protocols_test_vectors(tmp_path: Path) -> None:
    tasks = task_ids("under_a_roof", 20)
    with (
        serving(tmp_path, tasks, 5, seconds=6000, interactions=6000) as lab,
        lab.client() as client,
    ):
        for request, reply in (
            ("01 00 00 70 d8 01", "00 00 00"),
            ("02 00 00 00 64", "01"),
            ("0c", "09"),
            ("44", "00 00 17 70 00 00 17 70 00 00 00 14 00 00 00 05 00 00 00"),
            ("33 00 00 00 03", "01"),
            ("0c", "05"),
            ("0e", "00 00 00 03"),
            ("1f ff ff fd ad 00 00 02 34 00 00 00 00 00 00 00 00", "01"),
            ("45", "ff ff ff ff"),
        ):
            assert client.ask(hexed(request), len(hexed(reply))) == hexed(reply)
    (attempt,) = lab.attempts()
    assert attempt.task == tasks[2]
    assert attempt.action is not None
    x, y = attempt.action[:2]
    assert x is not None
    assert y is not None
    assert math.degrees(math.atan2(-y, -x)) == pytest.approx(24.2, abs=0.05)


def test_four_agents_at_once_play_every_level_and_nothing_is_lost(tmp_path: Path) -> None:
    agents = (1, 2, 3, 4)

    def play(agent: int) -> list[tuple[int, int, int]]:
        with lab.client(agent) as client:
            return play_all(client)

    with serving(tmp_path, TASKS) as lab, ThreadPoolExecutor(4) as pool:
        told = dict(zip(agents, pool.map(play, agents), strict=True))
    for agent in agents:
        made = lab.attempts(agent)
        assert Counter(attempt.task for attempt in made) == dict.fromkeys(TASKS, 2)
        states = [(TASKS.index(a.task) + 1, WON if a.outcome is Outcome.SOLVED else LOST)
                  for a in made]  # fmt: skip
        assert states == [(level, state) for level, state, _ in told[agent]]
        assert [a.points for a in made] == [score for _, _, score in told[agent]]
        assert (lab.runs.run_of(agent).folder.path / "finished.json").exists()
    assert {Outcome.SOLVED, Outcome.MISSED} <= {attempt.outcome for attempt in lab.attempts(1)}


def test_a_record_is_what_the_same_shots_give_in_process(tmp_path: Path) -> None:
    with serving(tmp_path, TASKS, 1) as lab, lab.client() as client:
        play_all(client)
    for attempt in lab.attempts():
        action = tuple(number or 0.0 for number in attempt.action or ())
        (played,) = WORLD.play([WORLD.task(attempt.task)], [action])
        assert (played.outcome, played.digest) == (attempt.outcome, attempt.digest)


def test_connections_with_one_id_share_the_levels(tmp_path: Path) -> None:
    def play(_: int) -> list[tuple[int, int, int]]:
        with lab.client() as client:
            return play_all(client)

    with serving(tmp_path, TASKS, 3) as lab, ThreadPoolExecutor(4) as pool:
        told = [each for played in pool.map(play, range(4)) for each in played]
    assert Counter(level for level, _, _ in told) == dict.fromkeys(range(1, 5), 3)
    assert Counter(a.task for a in lab.attempts()) == dict.fromkeys(TASKS, 3)


def test_ids_with_one_name_are_one_agent(tmp_path: Path) -> None:
    names = {1: "left", 2: "left", None: "others"}
    with serving(tmp_path, TASKS[:1], 1, names) as lab:
        for agent in (1, 3):
            with lab.client(agent) as client:
                play_all(client)
        with lab.client(2) as client:
            client.begin()
            assert client.next() == 0
    assert {path.name.rpartition("-")[0] for path in tmp_path.iterdir()} == {
        "outside-left",
        "outside-others",
    }


def test_an_agent_killed_in_a_level_keeps_its_play_and_comes_back(tmp_path: Path) -> None:
    (task,) = SEVERAL_BIRDS
    with serving(tmp_path, SEVERAL_BIRDS) as lab:
        client = lab.client()
        client.begin()
        assert client.next() == 1
        assert client.shoot(-100, 200)
        assert client.state() == PLAYING, "the level has several birds"
        client.kill()
        until(lambda: len(lab.attempts()) == 1)
        with lab.client() as again:
            again.begin()
            assert again.next() == 1
            while again.state() == PLAYING:
                again.shoot(-100, 200)
            assert again.next() == 0
    first, second = lab.attempts()
    assert (first.task, first.number, second.number) == (task, 1, 2)
    assert len(first.action or ()) == 4
    assert len(second.action or ()) > 4


def test_a_level_left_without_a_shot_does_not_count(tmp_path: Path) -> None:
    with serving(tmp_path, TASKS, 1) as lab, lab.client() as client:
        client.begin()
        for level in (1, 1, 2, 1):
            assert client.load(level)
            assert client.state() == PLAYING
        assert client.shoot(-100, 300)
        assert not client.load(1)
    assert [attempt.task for attempt in lab.attempts()] == [TASKS[0]]


def test_a_run_goes_on_where_the_server_ended(tmp_path: Path) -> None:
    with serving(tmp_path, TASKS) as lab, lab.client() as client:
        client.begin()
        assert client.next() == 1
        client.shoot(-100, 200)
    before = lab.attempts()
    with serving(tmp_path, TASKS) as lab, lab.client() as client:
        play_all(client)
    after = lab.attempts()
    assert after[: len(before)] == before
    assert Counter(attempt.task for attempt in after) == dict.fromkeys(TASKS, 2)


def test_stopping_the_server_records_the_play_under_way(tmp_path: Path) -> None:
    with serving(tmp_path, SEVERAL_BIRDS) as lab:
        client = lab.client()
        client.begin()
        client.next()
        client.shoot(-100, 200)
    assert len(lab.attempts()) == 1
    with pytest.raises(ConnectionError):
        client.state()


HOSTILE = {
    "an unknown code": b"\x63",
    "code 0": bytes(8),
    "a text": b"GET / HTTP/1.1\r\n\r\n",
    "half a shot": b"\x1f\x00\x00",
    "a sequence of 255 shots": b"\x21\xff",
    "a sequence of other messages": b"\x21\x01\x44",
    "2 billion objects": b"\x42" + struct.pack(">ffi", 1, 0, 2**31 - 1),
    "less than no objects": b"\x42" + struct.pack(">ffi", 1, 0, -1),
    "a text of 4 GB": b"\x43\xff\xff\xff\xff",
    "another text after a report": b"\x43" + bytes(4) + b"\x00\x01\x02\x03",
    **{f"random bytes {n}": random.Random(n).randbytes(4000) for n in range(8)},
}


def assert_it_still_answers(lab: Lab) -> None:
    with lab.client(99) as client:
        client.begin()
        assert client.next() == 1


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> object:
    with serving(tmp_path_factory.mktemp("shared"), TASKS, 50) as lab:
        yield lab


@pytest.mark.parametrize("sent", HOSTILE.values(), ids=HOSTILE)
def test_hostile_bytes_end_one_connection_and_no_other(shared: Lab, sent: bytes) -> None:
    with shared.client(7) as other:
        other.begin()
        assert other.next() == 1
        with shared.client(8) as hostile:
            hostile.socket.sendall(sent)
            with contextlib.suppress(OSError):  # the server may be faster
                hostile.socket.shutdown(socket.SHUT_WR)
            with pytest.raises(ConnectionError):
                hostile.read(10**9)  # more than it will ever send
        assert other.shoot(-100, 200)
    assert_it_still_answers(shared)
    assert not any("please report" in line for line in shared.lines)


def test_a_half_message_does_not_wait_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "MESSAGE_S", 0.2)
    with serving(tmp_path, TASKS) as lab, lab.client() as client:
        client.socket.sendall(b"\x1f\x00")
        with pytest.raises(ConnectionError):
            client.read(1)
        assert "nothing came" in lab.lines[-1]


def test_too_many_connections_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "MOST_CONNECTIONS", 1)
    with serving(tmp_path, TASKS) as lab, lab.client() as first:
        first.begin()
        with lab.client() as second, pytest.raises(ConnectionError):
            second.begin()
        assert first.next() == 1
        first.__exit__()
        until(lambda: any("closed" in line for line in lab.lines))
        assert_it_still_answers(lab)


def test_too_many_agents_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "MOST_AGENTS", 2)
    with serving(tmp_path, TASKS) as lab:
        for agent in (1, 2, 1):
            with lab.client(agent) as client:
                client.begin()
        with lab.client(3) as client, pytest.raises(ConnectionError):
            client.begin()
        assert len(list(tmp_path.iterdir())) == 2


def test_too_many_requests_have_to_wait() -> None:
    start = time.monotonic()
    pace = Pace(5)
    for _ in range(11):
        pace.wait()
    assert 1.9 < time.monotonic() - start < 3.0


def test_bambirds_repeats_the_length_after_a_report(tmp_path: Path) -> None:
    text = b"a pig that flies"
    report = struct.pack(">BffiiiI", 66, 0.5, 0.5, 1, -5, 0, len(text)) + text
    with serving(tmp_path, TASKS) as lab, lab.client() as client:
        assert client.ask(report + struct.pack(">I", len(text)), 1) == OK
        assert client.ask(report, 1) == OK
        assert client.state() == 9


def test_a_reply_is_sent_as_a_whole(tmp_path: Path) -> None:
    """Java clients take what a single read returns."""
    with serving(tmp_path, TASKS) as lab, lab.client() as client:
        client.socket.sendall(bytes([68]))
        assert len(client.socket.recv(100)) == 19
        client.socket.sendall(bytes([53]))
        assert len(client.socket.recv(100)) == 4


def test_limits_end_the_evaluation(tmp_path: Path) -> None:
    with serving(tmp_path, SEVERAL_BIRDS, interactions=2) as lab, lab.client() as client:
        client.begin()
        assert client.next() == 1
        assert client.shoot(-100, 200)
        assert client.state() == ENDED
        assert not client.shoot(-100, 200)
        assert client.next() == 0
        assert client.number(bytes([65])) == 0
    assert len(lab.attempts()) == 1


def test_levels_in_a_fixed_order(tmp_path: Path) -> None:
    with serving(tmp_path, TASKS, 1, order="fixed") as lab, lab.client() as client:
        client.begin()
        assert not client.load(2)
        assert client.load(1)
        assert client.shoot(-100, 300)
        assert not client.load(1), "it has one attempt"
        assert client.load(2)
        assert len(lab.attempts()) == 1


def scores(client: Client) -> list[int]:
    (count,) = struct.unpack(">I", client.ask(bytes([23]), 4))
    return list(struct.unpack(f">{count}I", client.read(4 * count)))


def test_scores_are_the_best_of_each_level(tmp_path: Path) -> None:
    with serving(tmp_path, TASKS, 1) as lab, lab.client(1) as client, lab.client(2) as other:
        told = play_all(client)
        won = [score if state == WON else 0 for _, state, score in told]
        assert scores(client) == won
        other.begin()
        assert scores(other) == [0, 0, 0, 0]
        best = other.ask(bytes([13]), 16)
        assert list(struct.unpack(">4I", best)) == scores(client)
        assert max(scores(client)) >= 5000


def test_an_agent_that_only_says_hello_leaves_no_folder(tmp_path: Path) -> None:
    with serving(tmp_path, TASKS, 1) as lab, lab.client() as client:
        client.begin()
    assert list(tmp_path.iterdir()) == []
