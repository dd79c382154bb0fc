"""Write an agent in the AIBIRDS protocol, and play three levels on `topple serve aibirds`."""

import json
import math
import socket
import struct
import subprocess
import time

PORT = 20040
WON, LOST, ENDED = 6, 7, 13  # states
PIXELS = 640 / 35  # per unit; a bird is pulled back by one unit
REACH = 10.0**2 / (9.81 * 0.48) * PIXELS  # squared speed over gravity


def connect() -> socket.socket:
    """Wait for the server."""
    while True:
        try:
            return socket.create_connection(("127.0.0.1", PORT))
        except ConnectionRefusedError:
            time.sleep(0.1)


def ask(game: socket.socket, request: bytes, size: int) -> bytes:
    """Send a request and return a reply of a known size."""
    game.sendall(request)
    reply = b""
    while len(reply) < size:
        reply += game.recv(size - len(reply))
    return reply


def things(game: socket.socket) -> dict[str, list[tuple[float, float]]]:
    """Return the centres of all things by the first word of their names."""
    (size,) = struct.unpack(">I", ask(game, bytes([62]), 4))
    features = json.loads(ask(game, b"", size)[:-5])[0]["features"]
    found: dict[str, list[tuple[float, float]]] = {}
    for feature in features:
        if feature["geometry"].get("type") != "Polygon":
            continue  # the ground, or the dots of the last flight
        xs, ys = zip(*feature["geometry"]["coordinates"][0], strict=True)
        name = feature["properties"]["label"].split("_")[0]
        found.setdefault(name, []).append(((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2))
    return found


def aim(game: socket.socket) -> bytes:
    """Return a flat shot at the nearest pig, or one at 45 degrees if it is out of reach."""
    seen = things(game)
    bird_x, bird_y = min(seen["bird"], key=lambda bird: bird[1])  # the one on the sling
    pig_x, pig_y = min(seen["pig"])
    angle = math.pi / 4
    for _ in range(5):  # a flight begins where the bird is let go, which depends on the angle
        x = pig_x - bird_x + PIXELS * math.cos(angle)
        up = bird_y - pig_y + PIXELS * math.sin(angle)
        root = REACH**2 - x**2 - 2 * REACH * up
        angle = math.atan2(REACH - math.sqrt(root), x) if root > 0 else math.pi / 4
    release_x = bird_x - 100 * math.cos(angle)
    release_y = bird_y + 100 * math.sin(angle)
    return struct.pack(">B4i", 31, round(release_x), round(release_y), 0, 0)


def play(game: socket.socket) -> None:
    """Play all levels, shooting until each is won or lost."""
    ask(game, struct.pack(">BIB", 1, 28888, 1), 3)  # configure: an id, and training
    ask(game, bytes([68]), 19)  # ready
    while level := int.from_bytes(ask(game, bytes([53]), 4), "big"):
        while (state := ask(game, bytes([12]), 1)[0]) not in (WON, LOST, ENDED):
            ask(game, aim(game), 1)
        print(f"level {level}: {'won' if state == WON else 'lost'}")


command = f"topple serve aibirds --port {PORT} --ground-truth developer --limit 3 --attempts 1"
server = subprocess.Popen([*command.split(), "--agent", "nearest-pig", "--out", "runs/nearest-pig"])
try:
    with connect() as game:
        play(game)
finally:
    server.terminate()
    server.wait()
