"""Read requests and write answers; a mistake becomes a sentence, never a trace."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.staticfiles import StaticFiles

from topple.errors import BadInput, ToppleError, UnknownName

_FOLDER = Path(__file__).parent
_PACKAGE = _FOLDER.parent
_OWN_SITE = (
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'"
)


async def read(request: Request) -> dict[str, Any]:
    """Return the JSON object of a request; raise `BadInput` if there is none."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise BadInput("the request is not JSON")
    try:
        found = json.loads(await request.body(), parse_constant=_refuse)
    except (ValueError, RecursionError, ClientDisconnect) as error:
        raise BadInput("the request is not JSON") from error
    if not isinstance(found, dict):
        raise BadInput("the request is not a JSON object")
    return found


def data(content: object, status: int = 200) -> Response:
    """Answer with JSON."""
    text = json.dumps(content, separators=(",", ":"))
    return Response(text, status, media_type="application/json")


def page(name: str, status: int = 200, **facts: Any) -> HTMLResponse:
    """Answer with a page; all text in it is escaped."""
    return HTMLResponse(_environment().get_template(name).render(**facts), status)


def whole(text: str) -> HTMLResponse:
    """Answer with a page that brings its own scripts and styles.

    It is a site of its own, and so cannot ask this server for anything.
    """
    return HTMLResponse(text, headers={"Content-Security-Policy": _OWN_SITE})


def complain(request: Request, error: Exception) -> Response:
    """Answer a mistake of the request."""
    if isinstance(error, HTTPException):
        status, message, hint = error.status_code, str(error.detail), ""
    else:
        status = 404 if isinstance(error, UnknownName) else 400
        message, hint = str(error), getattr(error, "hint", "")
    if request.method == "POST":
        return JSONResponse({"error": message, "hint": hint}, status)
    return page("error.html", status, message=message, hint=hint)


# Starlette calls the handler of the nearest class.
MISTAKES: Mapping[Any, Callable[..., Response]] = {
    ToppleError: complain,
    HTTPException: complain,
}


def static() -> StaticFiles:
    """Serve scripts and styles of the package."""
    files = StaticFiles(directory=_FOLDER / "static")
    files.all_directories = [_FOLDER / "static", _PACKAGE / "draw" / "player"]
    return files


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader([_FOLDER / "pages", _PACKAGE]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _refuse(name: str) -> float:
    raise ValueError(f"{name} is not JSON")
