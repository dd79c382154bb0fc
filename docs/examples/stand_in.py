"""Serve one answer to every question, on a given port for a given number of seconds."""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

ANSWER = "Prediction: It falls down.\nGoal: no\nFirst touch: wall\nAction: Cell: 8, Radius: 2"
USAGE = {"prompt_tokens": 1000, "completion_tokens": 30, "total_tokens": 1030}


class Answers(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        message = {"role": "assistant", "content": ANSWER}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        reply = {"id": "1", "object": "chat.completion", "created": 0, "model": "stand-in"}
        body = json.dumps({**reply, "choices": [choice], "usage": USAGE}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent."""


PORT, SECONDS = (int(argument) for argument in (*sys.argv[1:], 8765, 1)[:2])
server = HTTPServer(("127.0.0.1", PORT), Answers)
threading.Timer(SECONDS, server.shutdown).start()
server.serve_forever()
