"""Certificates of the templates of PHYRE."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from topple.cli._console import say
from topple.worlds import phyre
from topple.worlds.phyre import certified
from topple.worlds.phyre.certify import certify


class PhyreBench:
    """Certifies and checks templates of PHYRE."""

    name = "phyre"

    def templates(self) -> list[str]:
        return list(phyre.all_templates())

    def find(self, name: str) -> str:
        return phyre.template(name).name

    def path(self, template: str) -> Path:
        return certified.FOLDER / f"{template}.json"

    def certify(self, template: str, head: str, actions: int, threads: int | None) -> str:
        report = partial(_say_after, head)
        found = certify(phyre.template(template), actions, threads=threads, report=report)
        found.save(self.path(template))
        return f"{len(found.tasks)} certified, {len(found.refused)} refused"

    def check(
        self, template: str, *, most: int | None, deep: bool, threads: int | None
    ) -> tuple[certified.Checked, dict[str, int]]:
        found = certified.check(phyre.template(template), most=most, deep=deep, threads=threads)
        return found, {"solve_themselves": len(found.solve_themselves)}


def _say_after(head: str, stage: str) -> None:
    say(f"{head}: {stage}")
