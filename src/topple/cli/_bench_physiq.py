"""Proposals of PhysIQ, one file for each template of PHYRE."""

from __future__ import annotations

from pathlib import Path

from topple.cli._bar import Bar
from topple.physiq import certify
from topple.tasks.certificates import Checked
from topple.worlds import phyre


class PhysiqBench:
    """Finds and checks the proposals from which questions are built."""

    name = "physiq"

    def templates(self) -> list[str]:
        return list(certify.templates())

    def find(self, name: str) -> str:
        return phyre.template(name).name

    def path(self, template: str) -> Path:
        return certify.file(phyre.template(template))

    def certify(self, template: str, head: str, actions: int, threads: int | None) -> str:
        with Bar(head, "tasks") as bar:
            return certify.certify(
                phyre.template(template),
                actions=actions,
                threads=threads,
                report=bar.update,
            )

    def check(
        self, template: str, *, most: int | None, deep: bool, threads: int | None
    ) -> tuple[Checked, dict[str, int]]:
        found = certify.check(phyre.template(template), most=most, deep=deep, threads=threads)
        return found, dict(found.counts)
