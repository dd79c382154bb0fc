"""Find and check proposals, one file for each of PHYRE's templates."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from topple.physiq import checked, proposals, search
from topple.tasks.certificates import Checked
from topple.tasks.template import Template
from topple.worlds import phyre
from topple.worlds.parts import Report
from topple.worlds.phyre.world import own_template


class _Source:
    name = "physiq"

    def templates(self) -> Mapping[str, Template]:
        return {template.name: template for template in phyre.shipped_templates()}

    def template(self, name: str) -> Template:
        return phyre.template(name)

    def file(self, template: Template) -> Path:
        return proposals.FOLDER / f"{template.name}.json"

    def certify(
        self, template: Template, *, actions: int, threads: int | None, report: Report
    ) -> str:
        found = search.find(own_template(template), threads=threads)
        found.save(self.file(template))
        proposals.stored.cache_clear()
        firm = sum(each.all_firm for each in found.tasks.values())
        return f"{len(found.tasks)} tasks with proposals, {firm} all firm"

    def check(
        self, template: Template, *, most: int | None, deep: bool, threads: int | None
    ) -> Checked:
        found = checked.check(own_template(template), most=most, deep=deep, threads=threads)
        return Checked(found.checked, found.wrong, {"firm_tasks": found.firm})


SOURCE = _Source()
