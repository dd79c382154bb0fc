"""Certificates of the templates of birds."""

from __future__ import annotations

from pathlib import Path

from topple.progress import Bar
from topple.worlds.birds import certified
from topple.worlds.birds.certify import Checked, certify, check
from topple.worlds.birds.task import all_templates
from topple.worlds.birds.task import template as find_template


class BirdsBench:
    """Certifies and checks templates of birds."""

    name = "birds"

    def templates(self) -> list[str]:
        return list(all_templates())

    def find(self, name: str) -> str:
        return find_template(name).name

    def path(self, template: str) -> Path:
        return certified.FOLDER / f"{template}.json"

    def certify(self, template: str, head: str, actions: int, threads: int | None) -> str:
        with Bar(head, "tasks") as bar:
            found = certify(find_template(template), threads=threads, report=bar.update)
        found.save(self.path(template))
        straight = sum(one.straight for one in found.tasks.values())
        words = f"{len(found.tasks)} certified, {len(found.refused)} refused"
        return f"{words}, {straight} fall to straight shots"

    def check(
        self, template: str, *, most: int | None, deep: bool, threads: int | None
    ) -> tuple[Checked, dict[str, int]]:
        # Margins cost so little here that they are always measured again.
        found = check(find_template(template), most=most, threads=threads)
        return found, {"fall_to_straight_shots": found.straight}
