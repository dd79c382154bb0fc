"""Serve the policy as an OpenAI-compatible endpoint: chat completions with pictures.

python serve.py --weights OUT/student.pt --port 8767

Its answer is the likeliest of those it draws; after that one, others as they were drawn, none of
which the question lists among earlier attempts. Earlier turns of a game may be repeated.
"""

import argparse
import hashlib
import threading
import time
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import torch
import uvicorn
from policy import PICTURES, Policy, from_address, picture_of, places_of, text_of, words_of
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

NAME = "student"
SAMPLES = 64  # answers that are drawn at once
# Temperatures at which answers are drawn: once all are tried, higher ones find others.
HEATS = (0.7, 1.0, 1.5, 2.0, 3.0)
TRIED = "Your earlier attempts"  # what follows is not said again
TURNS = 20  # further draws at all of them, so that no answer is repeated


class Student:
    """The policy with the answers that it has drawn."""

    def __init__(self, weights: Path) -> None:
        self.policy = Policy.load(weights)
        self.lock = threading.Lock()
        self.remember = lru_cache(maxsize=256)(self._remember)
        self.drawn = lru_cache(maxsize=1024)(self._drawn)

    def _remember(self, text: str, pictures: tuple[str, ...]) -> torch.Tensor:
        side = self.policy.side
        seen = [picture_of(from_address(each), side) for each in pictures[:PICTURES]]
        shown = torch.tensor([places_of(range(len(seen)))])
        words = torch.from_numpy(text_of(text).copy()).int()
        with torch.no_grad():
            drawn = torch.from_numpy(np.array(seen, np.uint8))
            return self.policy.remember(drawn, shown, words[None], torch.tensor([0]))

    def _drawn(self, text: str, pictures: tuple[str, ...], heat: float, turn: int) -> list[str]:
        asked = "".join((text, *pictures, f"{turn}" * bool(turn)))
        seed = int(hashlib.sha256(asked.encode()).hexdigest()[:8], 16)
        return self.policy.sample(self.remember(text, pictures), SAMPLES, heat, seed)

    def answer(self, messages: list[dict[str, Any]]) -> str:
        """Answer a conversation: rules first, then texts and pictures."""
        rules = " ".join(_texts([m for m in messages if m["role"] == "system"]))
        asked = [m for m in messages if m["role"] == "user"]
        said = "\n\n".join(_texts(asked))
        text = words_of(rules, said)
        pictures = tuple(part["image_url"]["url"] for part in _parts(asked) if "image_url" in part)
        tried = said.partition(TRIED)[2]
        with self.lock:
            for turn, heat in product(range(TURNS), HEATS):
                found = self.drawn(text, pictures, heat, turn)
                for words in found:
                    if words not in tried:
                        return words
        return found[0] if found else ""


def _parts(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        part
        for message in messages
        for part in (
            [{"text": message["content"]}]
            if isinstance(message["content"], str)
            else message["content"]
        )
    ]


def _texts(messages: list[dict[str, Any]]) -> list[str]:
    return [part["text"] for part in _parts(messages) if "text" in part]


def app_of(student: Student) -> Starlette:
    """Return the endpoint."""

    async def complete(request: Request) -> Response:
        body = await request.json()
        words = await run_in_threadpool(student.answer, body["messages"])
        message = {"role": "assistant", "content": words}
        asked = sum(len(text) for text in _texts(body["messages"]))
        usage = {"prompt_tokens": asked, "completion_tokens": len(words)}
        return JSONResponse(
            {
                "id": "chat",
                "object": "chat.completion",
                "created": int(time.time()),
                "model": body.get("model", NAME),
                "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
                "usage": {**usage, "total_tokens": sum(usage.values())},
            }
        )

    async def models(request: Request) -> Response:
        return JSONResponse({"object": "list", "data": [{"id": NAME, "object": "model"}]})

    return Starlette(
        routes=[
            Route("/v1/chat/completions", complete, methods=["POST"]),
            Route("/v1/models", models),
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--port", type=int, default=8767)
    args = parser.parse_args()
    uvicorn.run(app_of(Student(args.weights)), port=args.port, log_level="warning")


if __name__ == "__main__":
    main()
