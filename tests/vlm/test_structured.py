"""Structured answers: asked by schema, read by schema, and read as free text beside that."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from topple.cli.main import main
from topple.errors import BadInput
from topple.prompting.setup import Setup
from topple.prompting.structured import whole
from topple.runs.folder import read_settings
from topple.runs.turns import count_asked, read_turns
from topple.vlm.direct import play_directly
from topple.vlm.options import usual_setup
from topple.vlm.plan import ModelPlan
from topple.vlm.plan_questions import plan_of
from topple.worlds import parts, world

WORLDS = ("phyre", "birds", "iphyre", "kinetix", "pool", "rope")
COMPLETION = {"id": "x", "object": "chat.completion", "created": 0, "model": "m"}
USAGE = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}


def planned(name: str, model: str = "topple/mock", **more: Any) -> ModelPlan:
    asking = {**usual_setup(name), "reply": "structured"}
    return plan_of(name, asking, model, (0,), limit=2, **more)


@contextmanager
def serve(asked: list[Any]) -> Iterator[str]:
    """Serve the OpenAI protocol: JSON by the schema that is asked for, else a line of text."""

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            """Stay silent."""

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append(body.get("response_format"))
            message = {"role": "assistant", "content": _said(asked)}
            choice = {"index": 0, "finish_reason": "stop", "message": message}
            data = json.dumps({**COMPLETION, "choices": [choice], "usage": USAGE}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()


def _said(asked: list[Any]) -> str:
    """Answer by the schema; every third answer follows none."""
    if asked[-1] is None:
        return "Cell: 7, Radius: 3"
    if len(asked) % 3 == 0:
        return "I choose Cell: 12, Radius: 2."
    properties = asked[-1]["json_schema"]["schema"]["properties"]
    assert properties == {"cell": {"type": "integer"}, "radius": {"type": "integer"}}
    return json.dumps({"cell": 1 + len(asked) % 25, "radius": 5})


def test_a_server_is_asked_by_schema_and_both_readings_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[Any] = []
    with serve(asked) as url:
        command = ["eval", "deepphy-phyre", "--model", "m", "--limit", "3", "--base-url", url]
        command += ["--history", "none", "--concurrency", "1"]
        out = tmp_path / "structured"
        assert main([*command, "--reply", "structured", "--out", str(out)]) == 0
        assert all(each["json_schema"]["strict"] for each in asked)
        count = len(asked)
        assert main([*command, "--out", str(tmp_path / "text")]) == 0
        assert not any(asked[count:])
    assert "in_text" not in (tmp_path / "text" / "turns.jsonl").read_text()
    turns = list(read_turns(out))
    lost = [turn for turn in turns if turn["read"] is None]
    assert lost, "answers that follow no schema are unreadable"
    assert {turn["outcome"] for turn in lost} == {"unreadable"}
    assert {tuple(turn["in_text"]["read"]) for turn in lost} == {(12, 2)}
    for turn in turns:
        if turn["read"]:
            assert turn["in_text"]["read"] == turn["read"]
            assert turn["in_text"]["outcome"] == turn["outcome"]
    found = count_asked(out).readings
    assert found is not None
    assert (found.answers, found.read_in_text) == (len(turns), len(turns))
    assert found.read == found.same == len(turns) - len(lost)
    capsys.readouterr()
    assert main(["compare", str(out), str(tmp_path / "text")]) == 0
    told = capsys.readouterr().out
    assert "answer gap" in told
    assert f"{found.read} read as JSON, {len(turns)} as text" in told
    page = tmp_path / "page.html"
    assert main(["report", str(out), str(tmp_path / "text"), "--out", str(page)]) == 0
    assert "read as JSON" in capsys.readouterr().out
    assert "Two readings of structured answers" in page.read_text()


@pytest.mark.parametrize("name", WORLDS)
def test_every_world_writes_and_reads_its_moves_as_json(name: str) -> None:
    name = f"deepphy-{name}"
    plan = planned(name)
    task = plan.items()[0][1]
    form = plan.form(task)
    values = form.example
    text = json.dumps(form.structured(values))
    assert form.read_structured(text).values == values
    assert form.read_structured(form.words(values) + " ").values is None
    question = plan.begin(plan.items()[0]).question()
    assert text in question.system
    assert f"`{form.pattern}`" not in question.system
    usual = plan_of(name, usual_setup(name), limit=2).begin(plan.items()[0]).question()
    assert usual.digest != question.digest


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("deepphy-phyre", "free"),
        ("deepphy-pool", "ball-cut"),
        ("deepphy-pool", "speed-spot"),
        ("deepphy-kinetix", "vector"),
    ],
)
def test_other_forms_are_structured_too(name: str, form: str) -> None:
    plan = plan_of(name, {**usual_setup(name), "form": form, "reply": "structured"}, limit=1)
    game = plan.begin(plan.items()[0])
    own = plan.form(plan.items()[0][1])
    assert own.structured_pattern in game.question().system
    text = json.dumps(own.structured(own.example))
    assert text == game.example
    assert own.read_structured(text).values == own.example


@pytest.mark.parametrize("name", ["deepphy-rope", "deepphy-iphyre"])
def test_baselines_answer_by_the_schema_and_play_as_in_text(name: str, tmp_path: Path) -> None:
    play_directly(planned(name, "topple/oracle"), tmp_path / "a", unasked=True)
    plan = plan_of(name, usual_setup(name), "topple/oracle", (0,), limit=2)
    play_directly(plan, tmp_path / "b", unasked=True)
    both = [[turn["read"] for turn in read_turns(tmp_path / each)] for each in "ab"]
    assert both[0] == both[1]
    assert any(both[0])
    assert read_settings(tmp_path / "a")["protocol"]["cell"] == "structured answers"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"cell": 7}', "radius is missing"),
        ('{"cell": 7, "radius": 3, "x": 1}', "x is no field"),
        ('{"cell": "7", "radius": 3}', "cell is no integer"),
        ('{"cell": true, "radius": 3}', "cell is no integer"),
        ('{"cell": 7.5, "radius": 3}', "cell is no integer"),
        ('{"cell": 1e999, "radius": 3}', "cell is no integer"),
        ("[7, 3]", "the answer is no object"),
        ("Cell: 7, Radius: 3", "the answer is not JSON"),
        ("[" * 100_000, "the answer is not JSON"),
    ],
)
def test_what_breaks_the_schema_is_unreadable(text: str, why: str) -> None:
    form = parts.voice(world("phyre")).form("5x5x5")
    found = form.read_structured(text)
    assert (found.values, found.why) == (None, why)


def test_a_name_outside_the_schema_is_unreadable() -> None:
    form = parts.voice(world("rope")).form("calls")
    assert whole(form.fields())["required"] == ["call", "id", "value"]
    found = form.read_structured('{"call": "explode", "id": 1, "value": 0}')
    assert found.values is None
    assert found.why.startswith("call is `explode`: give cut_pin")


def test_questions_about_pictures_have_no_schema(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["eval", "pool-prediction", "--model", "topple/mock", "--reply", "structured"]
    assert main(command) == 2
    assert "--reply" in capsys.readouterr().err


def test_predictions_and_classic_questions_are_asked_in_text() -> None:
    for more in ({"format": "wm"}, {"classic": True}):
        with pytest.raises(BadInput):
            Setup("5x5x5", reply="structured", **more)
