"""Proposals of PhysIQ, one file for each template of PHYRE."""

from __future__ import annotations

from pathlib import Path

from topple.physiq import checked, proposals, search
from topple.worlds import phyre


class PhysiqBench:
    """Finds and checks the proposals that questions are made of."""

    name = "physiq"

    def templates(self) -> list[str]:
        return [template.name for template in phyre.shipped_templates()]

    def find(self, name: str) -> str:
        return phyre.template(name).name

    def path(self, template: str) -> Path:
        return proposals.FOLDER / f"{template}.json"

    def certify(self, template: str, head: str, actions: int, threads: int | None) -> str:
        found = search.find(phyre.template(template), threads=threads)
        found.save(self.path(template))
        proposals.stored.cache_clear()
        firm = sum(each.all_firm for each in found.tasks.values())
        return f"{len(found.tasks)} tasks with proposals, {firm} all firm"

    def check(
        self, template: str, *, most: int | None, deep: bool, threads: int | None
    ) -> tuple[checked.Checked, dict[str, int]]:
        found = checked.check(phyre.template(template), most=most, deep=deep, threads=threads)
        return found, {"firm_tasks": found.firm}
