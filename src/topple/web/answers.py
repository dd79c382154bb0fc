"""Read requests and write answers; a mistake becomes a sentence, never a trace."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

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


_MOST_FIELDS = 200  # of a form


class OldPage(ToppleError):
    """A page shows something that is over, or that another page has gone on with."""

    def __init__(self) -> None:
        super().__init__(
            "this page is not up to date",
            "reload it to go on; what was done is stored where it was done",
        )


class NoPerson(ToppleError):
    """A link belongs to nobody: it is mistyped, or the person has withdrawn."""

    def __init__(self) -> None:
        super().__init__("this link belongs to nobody", "open the address of the study again")


async def read(request: Request) -> dict[str, Any]:
    """Return the JSON object of a request; raise `BadInput` if there is none."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise BadInput("the request is not JSON")
    try:
        found = json.loads(await _body(request), parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise BadInput("the request is not JSON") from error
    if not isinstance(found, dict):
        raise BadInput("the request is not a JSON object")
    # Neither files nor databases can hold half of a character, or the character 0.
    try:
        if "\\u0000" in json.dumps(found, ensure_ascii=False).encode().decode():
            raise BadInput("the request holds the character 0")
    except UnicodeEncodeError as error:
        raise BadInput("the request holds half of a character") from error
    return found


async def form(request: Request) -> dict[str, str]:
    """Return the fields of a form."""
    text = (await _body(request)).decode("utf-8", "replace")
    try:
        found = dict(parse_qsl(text, keep_blank_values=True, max_num_fields=_MOST_FIELDS))
    except ValueError as error:
        raise BadInput("the form has too many fields") from error
    if "\0" in "".join([*found, *found.values()]):
        raise BadInput("the form holds the character 0")
    return found


async def _body(request: Request) -> bytes:
    try:
        return await request.body()
    except ClientDisconnect as error:
        raise BadInput("the request is too large, or was cut short", "send it again") from error


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


Complain = Callable[[Request, Exception], Response]


def mistakes(**facts: Any) -> Mapping[Any, Complain]:
    """Return how mistakes of requests are answered; the page of errors gets the facts."""
    # Starlette calls the handler of the nearest class.
    handler = partial(_complain, facts)
    return {ToppleError: handler, HTTPException: handler}


def _complain(facts: Mapping[str, Any], request: Request, error: Exception) -> Response:
    """Answer a program with JSON, and a person with a page."""
    if isinstance(error, HTTPException):
        status, message, hint = error.status_code, str(error.detail), ""
    else:
        codes = {UnknownName: 404, NoPerson: 404, OldPage: 409}
        status = next((code for kind, code in codes.items() if isinstance(error, kind)), 400)
        message, hint = str(error), getattr(error, "hint", "")
    if request.method == "POST" and "form" not in request.headers.get("content-type", ""):
        return JSONResponse({"error": message, "hint": hint}, status)
    back = "/".join(request.url.path.split("/")[:3]) if request.url.path.startswith("/p/") else "/"
    found = {"layout": "base.html", "to": "To the start", **facts}
    if isinstance(error, NoPerson):
        found["to"] = ""
    return page("error.html", status, message=message, hint=hint, back=back, **found)


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
