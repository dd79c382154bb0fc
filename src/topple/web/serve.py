"""Serve an application until Ctrl-C."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable

import uvicorn
from starlette.applications import Starlette

from topple.errors import BadInput

LOOPBACK = "127.0.0.1"
_MOST_CONNECTIONS = 512


def listen(host: str, port: int) -> socket.socket:
    """Open a port, where requests wait until they are served; 0 takes a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    opened = socket.socket(family, socket.SOCK_STREAM)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        opened.bind((host, port))
        opened.listen()
    except OSError as error:
        opened.close()
        hint = "give another --port, or 0 for a free one"
        raise BadInput(f"cannot listen on {host}:{port}: {error.strerror}", hint) from error
    return opened


def server(app: Starlette) -> uvicorn.Server:
    """Return a server that logs no addresses and limits connections."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_keep_alive=30,
        lifespan="off",
    )
    return uvicorn.Server(config)


def serve(app: Starlette, opened: socket.socket, ready: Callable[[], object] | None = None) -> None:
    """Answer requests until Ctrl-C; call `ready` once they are."""
    if ready:
        threading.Thread(target=ready, daemon=True).start()
    server(app).run(sockets=[opened])
