"""The players of a season: the organiser invites them, and each has a key."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from pathlib import Path

from topple.errors import BadInput
from topple.runs.outside import MOST_AGENTS
from topple.submissions.card import is_plain

PLAYERS = "players.json"  # file with the names of players by the hashes of their keys


def invite(folder: Path, name: str) -> str:
    """Add a player to a season; return the key, which is not stored."""
    players = read_players(folder)
    if not is_plain(name):
        raise BadInput(f"{name!r} is not a plain name", "take letters, digits and - . _ of ASCII")
    if name.lower() in (each.lower() for each in players.values()):
        raise BadInput(f"there is a player `{name}` already", "take another name")
    if len(players) >= MOST_AGENTS:
        raise BadInput(f"a season has at most {MOST_AGENTS} players", "start another season")
    key = secrets.token_urlsafe(16)
    path = folder / PLAYERS
    part = path.with_suffix(f".{os.getpid()}.part")
    part.touch(mode=0o600)
    text = json.dumps({**players, hash_key(key): name}, indent=1)
    part.write_text(f"{text}\n", encoding="utf-8")
    part.replace(path)
    return key


def read_players(folder: Path) -> dict[str, str]:
    """Return the names of players by the hashes of their keys, in the order of invitation."""
    path = folder / PLAYERS
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def hash_key(key: str) -> str:
    """Return what is stored of a key."""
    return hashlib.sha256(key.encode()).hexdigest()
