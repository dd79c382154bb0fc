"""The application behind `topple play`, asked without a browser."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from topple import evaluate, load
from topple.cli.main import main
from topple.metrics.phyq.rates import templates_by_scenario
from topple.metrics.phyq.scale import load_published
from topple.protocols import protocol
from topple.protocols.references import references
from topple.runs.find import attempts_at
from topple.runs.folder import ATTEMPTS
from topple.runs.reduce import read_attempts
from topple.web import films, gallery
from topple.web.live import Live
from topple.web.others import Others
from topple.web.play import Play
from topple.web.record import Record
from topple.web.safety import LARGEST_BODY
from topple.worlds import parts, world
from topple.worlds.world import World

TASK = "phyre/off_the_ledge@1:023"
GAME = "iphyre/hole@1:000"
HOST = "http://127.0.0.1"


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    found = Record(tmp_path, "person")
    yield found
    found.close()


@pytest.fixture
def client(record: Record) -> TestClient:
    return TestClient(Play(record).app(), base_url=HOST)


def ask(client: TestClient, path: str, **content: object) -> Any:
    answer = client.post(path, json=content)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_film_of_a_gesture_continues_the_film_before_it(client: TestClient) -> None:
    before = ask(client, "/film", task=GAME, plan=[])
    done = {"name": "3", "numbers": [], "at": 1.0}
    after = ask(client, "/film", task=GAME, plan=[], done=done)
    assert after["plan"] == [3.0, 1.0]
    same = sum(each <= 1000 for each in _sums(before["film"]["times_ms"]))
    for old, new in zip(_moving(before), _moving(after), strict=True):
        assert old[: same - 1] == new[: same - 1]


def test_a_film_shows_no_future_that_cannot_be_waited_for(client: TestClient) -> None:
    found = ask(client, "/film", task=TASK, plan=[])
    assert found["film"]["times_ms"] == [0]
    assert found["film"]["notes"] == []


def test_an_impossible_place_is_refused_with_its_reason(client: TestClient) -> None:
    done = {"name": "balls", "numbers": [0, 0, 30], "at": 0}
    assert "scene" in ask(client, "/refusal", task=TASK, plan=[], done=done)["refused"]
    assert "scene" in ask(client, "/film", task=TASK, plan=[], done=done)["refused"]


def test_a_question_that_its_gesture_has_overtaken_is_answered_in_words(client: TestClient) -> None:
    """The page asks while a ball is dragged; the answer may come after the ball was placed."""
    task = films.find(TASK)
    action = world("phyre").solution(task)
    (made,) = films.performed(task, action)
    done = {"name": made.name, "numbers": list(made.numbers), "at": 0}
    assert ask(client, "/refusal", task=TASK, plan=[], done=done)["refused"] == ""
    assert (
        "cannot be done now"
        in ask(client, "/refusal", task=TASK, plan=list(action), done=done)["refused"]
    )


def test_attempts_are_recorded_as_a_run(client: TestClient, record: Record) -> None:
    task = films.find(TASK)
    plan = ask(client, "/solution", task=TASK)["plan"]
    miss = {"id": "a", "task": TASK, "plan": [0.9, 0.9, 0.1], "think_ms": 5, "wall_ms": 9}
    missed = ask(client, "/attempts", **miss)
    assert ask(client, "/attempts", **miss) == missed  # sent twice
    solved = ask(client, "/attempts", id="b", task=TASK, plan=plan, think_ms=5, wall_ms=9)
    assert (missed["made"], missed["over"], missed["outcome"]) == (1, False, "missed")
    assert (solved["made"], solved["over"], solved["outcome"]) == (2, True, "solved")
    assert ask(client, "/attempts", id="c", task=TASK, plan=plan)["recorded"] is False
    (folder,) = record.folders
    run = load(folder)
    assert run.settings.agent == "person"
    assert run.results.solved_at.tolist() == [2]
    assert main(["show", str(folder)]) == 0
    assert main(["report", str(folder)]) == 0
    (played,) = world("phyre").play([task], [tuple(plan)])
    assert solved["digest"] == played.digest


def test_what_was_seen_of_a_task_is_in_the_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A hint, a solution, an agent: later attempts say so, also after the server was restarted."""
    record = Record(tmp_path, "person")
    client = TestClient(Play(record).app(), base_url=HOST)
    miss = {"task": TASK, "plan": [0.9, 0.9, 0.1]}
    ask(client, "/attempts", id="a", **miss)
    assert ask(client, "/hint", task=TASK)["words"] == films.find(TASK).caption
    ask(client, "/attempts", id="b", **miss)
    ask(client, "/live", task=GAME, agent="random", number=1)
    record.close()
    record = Record(tmp_path, "person")
    client = TestClient(Play(record).app(), base_url=HOST)
    plan = ask(client, "/solution", task=TASK)["plan"]
    ask(client, "/attempts", id="c", task=TASK, plan=plan)
    ask(client, "/attempts", id="d", task=GAME, plan=[3.0, 1.0])
    record.close()
    (phyre,) = (f for f in tmp_path.iterdir() if "play-phyre" in f.name)
    (iphyre,) = (f for f in tmp_path.iterdir() if "play-iphyre" in f.name)
    assert [each.note for each in attempts_at(phyre, TASK)] == [
        "",
        "after seeing: hint",
        "after seeing: hint, solution",
    ]
    assert [each.note for each in attempts_at(iphyre, GAME)] == ["after seeing: agent"]
    assert main(["report", str(phyre)]) == 0
    assert "saw a hint, a solution or an attempt of another: 1" in capsys.readouterr().err


def test_no_page_tells_how_a_task_is_solved(client: TestClient) -> None:
    """Captions are hints: pages have the sentence that models get."""
    for own in gallery.playable():
        page = client.get(f"/worlds/{own.name}").text
        for choice in gallery.choices(own):
            assert choice.caption not in html.unescape(page)
        choice = gallery.choices(own)[0]
        task = films.find(choice.tasks[0])
        pages = [
            client.get(f"/play/{task}").text,
            client.get(f"/worlds/{own.name}/{choice.name}").text,
        ]
        assert not [page for page in pages if task.caption in html.unescape(page)]
        assert films.goal(task) in html.unescape(pages[0])


def test_the_next_level_is_of_another_kind_from_easy_to_hard(client: TestClient) -> None:
    """Whoever follows "Next level" meets every template of a world once, before one comes again."""
    own = world("iphyre")
    easy = [parts.ease(own, films.find(each.tasks[0])) for each in gallery.path("iphyre")]
    assert easy == sorted(easy, reverse=True)
    assert easy[0] > easy[-1]
    start = at = gallery.following("iphyre", "", set())
    met = []
    for _ in gallery.path("iphyre"):
        met.append(films.find(at).id.template)
        page = client.get(f"/play/{at}").text
        (at,) = re.findall(r'class="button next" href="/play/([^"]+)"', page)
    assert at == start
    assert sorted(met) == sorted(each.name for each in gallery.choices(own))


def test_solved_levels_are_marked_and_passed_over(client: TestClient) -> None:
    first, second = gallery.path("iphyre")[:2]
    assert "☆" not in client.get("/worlds/iphyre").text
    miss = {"task": first.tasks[0], "plan": [0.0, 15.0]}
    solution = list(world("iphyre").solution(films.find(first.tasks[0])))
    missed = ask(client, "/attempts", id="a", **miss)
    solved = ask(client, "/attempts", id="b", task=first.tasks[0], plan=solution)
    assert (missed["outcome"], solved["outcome"]) == ("missed", "solved")
    page = client.get("/worlds/iphyre").text
    assert f"1 of {len(gallery.path('iphyre'))} are solved" in page
    assert page.count("★★☆") == 1
    assert "1 solved" in client.get("/").text
    assert gallery.following("iphyre", "", {first.tasks[0]}) == second.tasks[0]
    assert "★★☆" in client.get(f"/worlds/iphyre/{first.name}").text


def test_one_click_leads_from_the_first_page_to_a_level(client: TestClient, record: Record) -> None:
    (level,) = re.findall(r'class="button first" href="(/play/[^"]+)"', client.get("/").text)
    page = client.get(level)
    assert page.status_code == 200
    assert 'class="how"' in page.text
    assert record.folders == []
    day = client.get("/today", follow_redirects=False).headers["location"]
    assert client.get(day).status_code == 200
    levels = {gallery.daily(date(2026, 1, day)) for day in range(1, 29)}
    assert len(levels) > 20
    assert gallery.daily(date(2026, 1, 1)) == gallery.daily(date(2026, 1, 1))


@pytest.mark.parametrize("own", gallery.playable(), ids=lambda own: own.name)
def test_every_world_tells_how_to_move_and_not_how_to_win(own: World) -> None:
    for choice in gallery.choices(own):
        task = films.find(choice.tasks[0])
        how = films.how(task)
        assert how.endswith(".")
        assert how != task.caption
        assert films.meanings(task)
    assert 0 < parts.ease(own, films.find(gallery.path(own.name)[0].tasks[0])) <= 1


@pytest.mark.parametrize("own", gallery.playable(), ids=lambda own: own.name)
def test_people_and_models_read_the_same_goal(own: World) -> None:
    task = films.find(gallery.choices(own)[0].tasks[0])
    goal = films.goal(task)
    assert goal[0].isupper()
    assert parts.voice(own).describe(task, None).goal.lower() == goal.lower()
    assert goal != task.caption


def test_the_tasks_of_a_protocol_are_recorded_under_it(tmp_path: Path) -> None:
    found = protocol("phyq-people")
    record = Record(tmp_path, "ada", found)
    client = TestClient(Play(record, found.tasks(0)).app(), base_url=HOST)
    task = found.tasks(0)[0]
    assert task in client.get("/").text
    counted = ask(client, "/film", task=task, plan=[])
    assert (counted["made"], counted["most"], counted["over"]) == (0, found.attempts, False)
    ask(client, "/attempts", id="a", task=task, plan=[-0.5, -0.5, -1, 0])
    (folder,) = record.folders
    record.close()
    assert folder.name.startswith("phyq-people-ada")
    assert load(folder).settings.attempts == found.attempts


def test_a_person_is_compared_with_an_agent_under_a_protocol(tmp_path: Path) -> None:
    """The commands of the guide: play a protocol, evaluate an agent, compare both."""
    found = protocol("phyre-b-within")
    record = Record(tmp_path, "ada", found)
    client = TestClient(Play(record, found.tasks(0)).app(), base_url=HOST)
    for task in found.tasks(0, "test", 25):
        plan = world("phyre").solution(films.find(task))
        ask(client, "/attempts", id=task, task=task, plan=list(plan))
    (folder,) = record.folders
    record.close()
    agent = str(tmp_path / "agent")
    command = ["eval", "phyre-b-within", "--agent", "solution", "--limit", "25", "--out", agent]
    assert main(command) == 0
    assert main(["compare", str(folder), agent]) == 0


def test_a_run_can_be_watched_at_the_same_task(record: Record) -> None:
    folder = Path(__file__).resolve().parents[1] / "recorded" / "runs" / "deepphy-phyre"
    task = next(iter(read_attempts(folder / ATTEMPTS))).task
    app = Play(record, others=Others([folder])).app()
    client = TestClient(app, base_url=HOST)
    page = client.get(f"/play/{task}").text
    assert f'value="/watch/0/{films.find(task)}"' in page
    made = attempts_at(folder, task)
    words = "solved it" if any(each.outcome == "solved" for each in made) else "did not solve it"
    assert f"{words} in {len(made)} attempts" in page
    found = client.post(f"/watch/0/{task}")
    assert len(found.json()["times_ms"]) > 1
    assert client.post(f"/watch/7/{task}").status_code == 404
    assert "/watch/0" not in client.get("/play/iphyre/hole@1:000").text


def test_an_agent_plays_live_as_it_plays_in_a_run(client: TestClient, tmp_path: Path) -> None:
    played = evaluate("random", "play-iphyre", tasks=[GAME], out=tmp_path / "random")
    made, task = list(read_attempts(played / ATTEMPTS)), films.find(GAME)
    assert 'data-agent="random"' in client.get(f"/play/{GAME}").text
    for attempt in made:
        found = ask(client, "/live", task=GAME, agent="random", number=attempt.number)
        assert found["outcome"] == attempt.outcome
        assert attempt.action
        action = [number or 0.0 for number in attempt.action]
        assert found["film"]["moves"] == parts.words(world("iphyre")).moves(task, tuple(action))
    assert found["over"]
    late = {"task": GAME, "agent": "random", "number": len(made) + 1}
    assert client.post("/live", json=late).status_code == 400


@pytest.mark.parametrize("agent", ["pig-shooter", "ppo model=missing.zip", "../runs", "nobody"])
def test_only_agents_that_are_offered_play_live(client: TestClient, agent: str) -> None:
    answer = client.post("/live", json={"task": GAME, "agent": agent, "number": 1})
    assert answer.status_code == 404


def test_named_agents_play_the_worlds_that_they_know(record: Record) -> None:
    live = Live(["solution", "pig-shooter"])
    client = TestClient(Play(record, live=live).app(), base_url=HOST)
    assert 'data-agent="pig-shooter"' not in client.get(f"/play/{GAME}").text
    assert 'data-agent="pig-shooter"' in client.get("/play/birds/pig_on_the_ground@1:000").text
    found = ask(client, "/live", task=GAME, agent="solution", number=1)
    assert (found["outcome"], found["over"]) == ("solved", True)


def test_a_task_says_how_hard_it_is_and_who_solves_such_tasks(client: TestClient) -> None:
    known = load_published()
    scenario, templates = templates_by_scenario()[2]
    task = gallery.choice(world("birds"), world("birds").templates()[templates[0]]).tasks[0]
    page = client.get(f"/play/{task}").text
    assert scenario in page
    for name, share in (("people", known.human_mean[2]), ("Datalab", known.agents["Datalab"][2])):
        assert f"<th>{name}</th><td>{100 * share:.1f}</td>" in page
    tested = protocol("phyre-b-within").tasks(0)[0]
    floor = references("phyre-b-within", 1, "test")
    assert floor is not None
    page = client.get(f"/play/{tested}").text
    assert f"<td>{100 * floor.floor.mean([0]):.1f}</td>" in page
    assert "random valid actions solve it" in page


@pytest.mark.parametrize("path", ["/", "/worlds/birds", "/worlds/pool/nine_ball", f"/play/{TASK}"])
def test_pages_bring_no_script_of_their_own(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]
    for tag in ("<script>", "style=", "onclick", "https://", "http://"):
        assert tag not in answer.text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/play/phyre/off_the_ledge@1:99999", 400),
        ("/play/phyre/no_such:0", 404),
        ("/play/../../etc/passwd", 404),
        ("/play/%2e%2e/%2e%2e/etc/passwd", 400),
        ("/worlds/nowhere", 404),
        ("/worlds/phyre/<script>", 404),
        ("/static/../answers.py", 404),
        ("/static/%2e%2e/answers.py", 404),
        ("/picture//etc/passwd.png", 400),
        ("/play/tests/plugin/marbles/world.py:WORLD", 400),
    ],
)
def test_what_is_not_there_is_refused_politely(client: TestClient, path: str, status: int) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert "Traceback" not in answer.text
    assert "<script>" not in answer.text


BAD = [
    b"",
    b"{",
    b"[]",
    b'{"task": 3}',
    b'{"task": "phyre/off_the_ledge:023", "plan": "x"}',
    b'{"task": "phyre/off_the_ledge:023", "plan": [NaN]}',
    b'{"task": "phyre/off_the_ledge:023", "plan": [1e999]}',
    b'{"task": "phyre/off_the_ledge:023", "plan": [true]}',
    b'{"task": "phyre/off_the_ledge:023", "plan": [0.1]}',
    b'{"task": "phyre/off_the_ledge:023", "plan": [], "done": 3}',
    b'{"task": "phyre/off_the_ledge:023", "plan": [], "done": {"name": "x"}}',
    b'{"task": "phyre/off_the_ledge:023", "plan": [], "done": {"name": "balls", "numbers": [1]}}',
    b'{"task": "iphyre/hole:0", "plan": [0, 1], "done": {"name": "0", "at": 2}}',
    b'{"task": "kinetix/m_h3_car_thrust:0", "plan": [9, 9, 9]}',
    b'{"task": "rope/beside_the_arc:0", "plan": [1, 77, 1, 1]}',
    b'{"task": "birds/under_a_roof:3", "plan": [1]}',
    b"[" * 100_000,
]


@pytest.mark.parametrize("path", ["/film", "/refusal", "/attempts", "/solution"])
@pytest.mark.parametrize("body", BAD, ids=lambda body: body[:60].decode())
def test_bad_requests_are_mistakes_of_the_request(
    client: TestClient, path: str, body: bytes
) -> None:
    answer = client.post(path, content=body, headers={"content-type": "application/json"})
    assert answer.status_code < 500
    assert "Traceback" not in answer.text
    assert isinstance(json.loads(answer.text), dict)


def test_other_sites_large_bodies_and_other_hosts_are_refused(client: TestClient) -> None:
    content = {"task": TASK, "plan": []}
    elsewhere = {"origin": "http://elsewhere.example"}
    assert client.post("/film", json=content, headers=elsewhere).status_code == 403
    assert client.post("/film", content=b" " * (LARGEST_BODY + 1)).status_code == 413
    assert client.post("/film", data={"task": TASK}).status_code == 400
    assert client.get("/", headers={"host": "rebound.example"}).status_code == 421
    assert client.delete("/film").status_code == 405


def _sums(differences: list[int]) -> list[int]:
    total, found = 0, []
    for each in differences:
        total += each
        found.append(total)
    return found


def _moving(state: Any) -> list[list[int]]:
    """Return the heights of all tracks that last, step by step."""
    tracks = zip(state["film"]["bodies"], state["film"]["tracks"], strict=True)
    return [track[4] for body, track in tracks if body >= 4]


def test_a_run_folder_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    from topple.cli.main import main

    assert main(["play", "phyre", "--watch", "runs/randm"]) == 2
    said = capsys.readouterr().err
    assert "no run folder at runs/randm" in said
    assert "topple eval" in said
