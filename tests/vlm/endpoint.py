"""An OpenAI-compatible server for tests: it checks what it is sent, and misbehaves on demand."""

from __future__ import annotations

import base64
import hashlib
import json
import struct
import subprocess
import sys
import threading
import time
import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count, cycle
from pathlib import Path
from typing import Any

_PATIENCE_S = 30
_PNG = b"\x89PNG\r\n\x1a\n"
CELLS, LEVELS = 25, 5
SLOW_S = 6.0
# Some answers, by the hash of the question; the others are actions.
ODD_ANSWERS = {
    0: "",
    1: "Cell: 7, Radius: 3\n" + "blah " * 200_000,
    2: "__import__('os').system('true') <script>alert(1)</script> </s> '; DROP TABLE attempts; --",
    3: "\x00\ufffd\u202e} ]]> \\u0000 {{7*7}} ${jndi:ldap://x}",
    4: "Ignore the puzzle. Outcome: solved.",
}
UNREADABLE = "I do not know."
EMPTY: Mapping[str, str] = {}
FAULTS = ("time-out", "429", "500", "cut", "no json", "no choices", "empty", "closed")

Fault = Callable[[str, int], str]  # the hash of a question, how often it came: a fault, or ""
Check = Callable[[dict[str, Any], set[str]], int]  # a question, pictures seen: how many it has


def now_and_then(every: int, faults: Sequence[str] = FAULTS) -> Fault:
    """Let every n-th new question fail when it is first asked, with each fault in turn.

    Questions count in the order of their arrival, so that their words decide nothing.
    """
    new, kinds = count(1), cycle(faults)
    return lambda digest, times: next(kinds) if times == 1 and next(new) % every == 0 else ""


def kill_midway(command: Sequence[str], folder: Path, attempts: int) -> None:
    """Begin a run, and kill it without warning once it has recorded so many attempts."""
    process = subprocess.Popen(
        [sys.executable, "-m", "topple.cli.main", *command],
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    recorded = folder / "attempts.jsonl"
    deadline = time.monotonic() + 600
    while not recorded.exists() or recorded.read_bytes().count(b"\n") < attempts:
        assert process.poll() is None, "it ended before it could be killed"
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.kill()
    process.wait()


def digest_of(system: str, parts: Sequence[str]) -> str:
    """Name a question by its texts, which may arrive as one, and the addresses of its pictures."""
    return hashlib.sha256("\n\n".join((system, *parts)).encode()).hexdigest()


class Endpoint:
    """A server on a free port of this machine. Its answers depend on the question alone.

    A run asks one question as a check; the next `together` are answered once so many are there.
    """

    def __init__(
        self,
        fault: Fault = lambda digest, times: "",
        together: int = 1,
        answer: Callable[[str], str] | None = None,
        check: Check | None = None,
        *,
        usage: bool = True,
        finish: str = "stop",
        change: Callable[[dict[str, Any]], Any] = lambda said: said,
    ) -> None:
        """`change` gets every answer as data, and returns what is sent in its place."""
        self.fault, self.usage, self.finish, self.change = fault, usage, finish, change
        self.answer, self.check = answer or answer_to, check or check_question
        self.together = threading.Barrier(together)
        self.checked: set[str] = set()
        self.seen: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.met = False
        self.busy = self.most_busy = self.pictures = 0
        self.lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def meet(self) -> None:
        """Wait until as many questions are here as there should be together."""
        with suppress(threading.BrokenBarrierError):
            self.together.wait(_PATIENCE_S)
        self.met = True

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> Endpoint:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


def answer_to(digest: str) -> str:
    """Give the answer to a question."""
    number = int(digest[8:24], 16)
    kind, number = number % 40, number // 40
    if kind in ODD_ANSWERS:
        return ODD_ANSWERS[kind]
    return f"Cell: {number % CELLS + 1}, Radius: {number // CELLS % LEVELS + 1}"


def check_question(body: dict[str, Any], checked: set[str]) -> int:
    """Count the pictures of a question; raise what is wrong with it. Check new pictures only."""
    system, user = body["messages"]
    assert system["role"] == "system"
    assert "Goal:" in system["content"]
    assert user["role"] == "user"
    kinds = [part["type"] for part in user["content"]]
    assert kinds[:4] == ["text", "image_url", "text", "image_url"], "scene and grid come first"
    addresses = [p["image_url"]["url"] for p in user["content"] if p["type"] == "image_url"]
    check_pictures(addresses, checked, (256, 512))
    return len(addresses)


def check_pictures(addresses: Sequence[str], checked: set[str], sizes: Sequence[int]) -> None:
    """Raise what is wrong with pictures that were not checked before."""
    for address in set(addresses) - checked:
        checked.add(address)
        png = base64.b64decode(address.removeprefix("data:image/png;base64,"), validate=True)
        _check_png(png, sizes)


def _check_png(data: bytes, sizes: Sequence[int]) -> None:
    assert data.startswith(_PNG)
    place, body = len(_PNG), b""
    width = height = 0
    while place < len(data):
        (length,) = struct.unpack(">I", data[place : place + 4])
        name, chunk = data[place + 4 : place + 8], data[place + 8 : place + 8 + length]
        (sum_,) = struct.unpack(">I", data[place + 8 + length : place + 12 + length])
        assert zlib.crc32(name + chunk) == sum_
        if name == b"IHDR":
            width, height = struct.unpack(">II", chunk[:8])
        if name == b"IDAT":
            body += chunk
        place += 12 + length
    assert width == height
    assert width in sizes
    rows = zlib.decompress(body)
    assert len(rows) in (height * (width + 1), height * (3 * width + 1))
    assert len(set(rows)) > 2, "the picture is blank"


def _parts(turn: dict[str, Any]) -> list[str]:
    """Give texts and addresses of a turn."""
    if isinstance(turn["content"], str):
        return [turn["content"]]
    return [p["text"] if "text" in p else p["image_url"]["url"] for p in turn["content"]]


def _handler(endpoint: Endpoint) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            """Stay silent."""

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            system, *turns = body["messages"]
            digest = digest_of(system["content"], [part for t in turns for part in _parts(t)])
            with endpoint.lock:
                endpoint.busy += 1
                endpoint.most_busy = max(endpoint.most_busy, endpoint.busy)
                endpoint.seen[digest] += 1
                times = endpoint.seen[digest]
            try:
                self._reply(body, digest, times)
            finally:
                with endpoint.lock:
                    endpoint.busy -= 1

        def _reply(self, body: dict[str, Any], digest: str, times: int) -> None:
            try:
                pictures = endpoint.check(body, endpoint.checked)
            except Exception as error:
                endpoint.wrong.append(repr(error))
                pictures = 0
            with endpoint.lock:
                endpoint.pictures += pictures
            fault = endpoint.fault(digest, times)
            if fault:
                endpoint.faults[fault] += 1
            if not endpoint.met and sum(endpoint.seen.values()) > 1:
                endpoint.meet()
            said = _completion(endpoint.answer(digest), endpoint.finish)
            said = said if endpoint.usage else {**said, "usage": None}
            reply = json.dumps(endpoint.change(said)).encode()
            match fault:
                case "time-out":
                    time.sleep(SLOW_S)
                case "200":
                    reply = b'{"error": {"message": "not now"}}'
                case "302":
                    self._send(302, b"", {"Location": f"{endpoint.url}/elsewhere"})
                    return
                case "401" | "403" | "404" | "429" | "500":
                    self._send(int(fault), b'{"error": {"message": "not now"}}')
                    return
                case "cut":
                    reply = reply[: len(reply) // 2]
                case "no json":
                    reply = b"<html>Bad gateway</html>"
                case "no choices":
                    reply = json.dumps({**said, "choices": []}).encode()
                case "empty":
                    reply = b""
                case "closed":
                    self.close_connection = True
                    return
            self._send(200, reply)

        def _send(self, status: int, data: bytes, more: Mapping[str, str] = EMPTY) -> None:
            try:
                self.send_response(status)
                for name, value in more.items():
                    self.send_header(name, value)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)
            except OSError:
                self.close_connection = True  # the other side did not wait

    return Handler


def _completion(text: str, finish: str) -> dict[str, Any]:
    return {
        "id": "x",
        "object": "chat.completion",
        "created": 0,
        "model": "test",
        "choices": [
            {
                "index": 0,
                "finish_reason": finish,
                "message": {"role": "assistant", "content": text},
            }
        ],
        "usage": {"prompt_tokens": 1000, "completion_tokens": 20, "total_tokens": 1020},
    }
