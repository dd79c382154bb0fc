"""Tool calls over HTTP, as OpenAI's protocol has them: offered, called, answered, counted."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from topple.cli.main import main
from topple.runs.load import load
from topple.runs.turns import read_calls
from topple.submissions.card import Card
from topple.submissions.files import seal
from topple.submissions.submit import new_card
from topple.submissions.verify import verify
from topple.vlm.record import read_attempts
from topple.worlds import world

NAME = "deepphy-phyre"
TRIED = ("Cell: 3, Radius: 2", "Cell: 8, Radius: 1", "Cell: 13, Radius: 3")


class Caller:
    """A server that calls tools until a simulator is no longer offered, then answers."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        caller = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, format: str, *args: object) -> None:
                """Stay silent."""

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                caller.asked.append(body)
                reply = json.dumps(_completion(body)).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(reply)))
                self.end_headers()
                self.wfile.write(reply)

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/v1"


def _completion(body: dict[str, Any]) -> dict[str, Any]:
    """Call the calculator and the simulator twice at once; answer when that is all used up."""
    offered = {tool["function"]["name"] for tool in body.get("tools", [])}
    calls = [("calculate", {"expression": "6 * 7"})]
    calls += [("simulate", {"action": action}) for action in TRIED[:2]]
    message: dict[str, Any] = {"role": "assistant", "content": TRIED[2]}
    if "simulate" in offered:
        made = [
            {
                "id": f"call-{len(body['messages'])}-{i}",
                "type": "function",
                "function": {"name": name, "arguments": json.dumps(given)},
            }
            for i, (name, given) in enumerate(calls)
        ]
        message = {"role": "assistant", "content": None, "tool_calls": made}
    finish = "tool_calls" if "simulate" in offered else "stop"
    return {
        "id": "x",
        "object": "chat.completion",
        "created": 0,
        "model": "caller",
        "choices": [{"index": 0, "finish_reason": finish, "message": message}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }


@pytest.fixture
def caller() -> Iterator[Caller]:
    found = Caller()
    yield found
    found.server.shutdown()
    found.server.server_close()


def played(caller: Caller, out: Path, tools: str, name: str = NAME) -> int:
    asked = ["eval", name, "--tools", tools, "--limit", "2", "--history", "none"]
    return main([*asked, "--model", "m", "--base-url", caller.url, "--out", str(out)])


@pytest.mark.parametrize("tools", ["simulate:3", "practice:3"])
def test_calls_are_answered_by_their_id_within_the_budget(
    tools: str, caller: Caller, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert played(caller, tmp_path, tools) == 0
    own = world("phyre")
    calls = read_calls(tmp_path)
    # Two tasks run beside each other: each counts its own calls.
    made = [(call["task"], call["call"]) for call in calls]
    tasks = {task for task, _ in made}
    assert len(tasks) == 2
    assert sorted(made) == sorted((task, number) for task in tasks for number in (1, 2, 3))
    for call in calls:
        on = call.get("practice", call["task"])
        assert (on != call["task"]) == tools.startswith("practice")
        assert own.task(on).id.template == own.task(call["task"]).id.template
        (again,) = own.play([own.task(on)], [tuple(call["action"])])
        assert (str(again.outcome), again.digest) == (call["outcome"], call["digest"])
    results = [
        (message["tool_call_id"], message["content"])
        for body in caller.asked
        for message in body["messages"]
        if message["role"] == "tool"
    ]
    texts = [text for _, text in results]
    assert "42" in texts
    assert sum(text.startswith("error: no simulated attempts are left") for text in texts) >= 2
    named = {
        call["id"]
        for body in caller.asked
        for message in body["messages"]
        for call in message.get("tool_calls") or ()
    }
    assert {name for name, _ in results} == named
    scenes = [json.dumps(body.get("tools", "")) for body in caller.asked]
    assert any("The practice scene as JSON" in text for text in scenes) == (tools == "practice:3")
    # The calls are no attempts; the answer after them is.
    assert {len(own) for own in read_attempts(tmp_path).values()} <= set(range(1, 11))
    capsys.readouterr()
    assert main(["report", str(tmp_path)]) == 0
    (header,) = [line for line in capsys.readouterr().out.splitlines() if "simulated calls" in line]
    assert "attempts" in header


def test_reports_and_cards_name_what_was_used(caller: Caller, tmp_path: Path) -> None:
    run, bare = tmp_path / "run", tmp_path / "bare"
    assert played(caller, run, "simulate:3") == 0
    assert main(["report", str(run), "--json"]) == 0
    assert main(["report", str(run), "--out", str(tmp_path / "report.html")]) == 0
    assert "simulated calls" in (tmp_path / "report.html").read_text()
    assert load(run).settings.cell == "3 simulations"
    out = tmp_path / "submission"
    assert main(["submit", str(run), "--author", "A", "--out", str(out)]) == 0
    card = Card.load(out / "card.toml")
    assert (str(card.harness), card.tools) == ("budgeted simulator", "simulate:3")
    assert verify(out).verified
    assert played(caller, bare, "none") == 0
    wanted = dict.fromkeys(("agent", "track", "harness"))
    more = {"authors": ["A"], "training_data": "", "licence": "", "contact": ""}
    assert new_card([bare], **wanted, **more).tools == ""  # type: ignore[arg-type]


def test_a_card_that_does_not_name_its_tools_is_found(caller: Caller, tmp_path: Path) -> None:
    run, out = tmp_path / "run", tmp_path / "submission"
    assert played(caller, run, "calculate") == 0
    assert main(["submit", str(run), "--author", "A", "--out", str(out)]) == 0
    card = out / "card.toml"
    assert 'tools = "calculate"' in card.read_text()
    assert str(Card.load(card).harness) == "tools without simulator"
    card.write_text(card.read_text().replace('tools = "calculate"', 'tools = ""'))
    seal(out)
    assert any("does not name the tools" in fault.what for fault in verify(out).faults)


def test_levels_that_stand_alone_have_no_practice(
    caller: Caller, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert played(caller, tmp_path, "practice:3", "deepphy-kinetix") == 2
    assert "has no other task to practise on" in capsys.readouterr().err
    assert caller.asked == []
