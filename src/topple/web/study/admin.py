"""The page of the administrator of a public study: how many people are where."""

from __future__ import annotations

import hmac
import secrets
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from topple.web import answers
from topple.web.study.store import Store, hash_token


@dataclass(frozen=True, slots=True)
class Admin:
    """Shows the state of a study to whoever knows a token, of which only the hash is kept."""

    show: Callable[..., Response]
    store: Store
    hashed: str

    def form(self, request: Request) -> Response:
        """Ask for the token."""
        return self.show("admin.html", facts=None, wrong=False)

    async def status(self, request: Request) -> Response:
        """Show the counts, if the token is right."""
        given = await answers.form(request)
        right = hmac.compare_digest(hash_token(given.get("token", "")), self.hashed)
        facts = await run_in_threadpool(count_people, self.store) if right else None
        status = 200 if right else 403
        return self.show("admin.html", status, facts=facts, wrong=not right)


def draw_token() -> str:
    """Draw a token for an administrator."""
    return secrets.token_urlsafe(24)


def count_people(store: Store) -> dict[str, Any]:
    """Count people by what comes next for them, and attempts."""
    people = store.rows("people")
    stages = Counter(row["stage"] for row in people)
    attempts = sum(row["ended"] is not None for row in store.rows("attempts"))
    return {"people": len(people), "attempts": attempts, "stages": dict(stages.most_common())}
