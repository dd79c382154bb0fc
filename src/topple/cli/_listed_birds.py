"""The templates and tasks of birds, listed."""

from __future__ import annotations

from typing import Any

from topple.cli._console import coloured, say, show_json, show_table
from topple.errors import UnknownName
from topple.worlds import birds
from topple.worlds.birds.certified import certificates, served
from topple.worlds.birds.task import all_templates
from topple.worlds.birds.task import template as find_template
from topple.worlds.birds.template import SCENARIOS, Template


class _Shelf:
    def overview(self) -> dict[str, Any]:
        """Count templates and certified tasks by scenario."""
        scenarios = {
            scenario: {
                "templates": len(_within(scenario)),
                "tasks": sum(len(certificates(t).tasks) for t in _within(scenario)),
            }
            for scenario in SCENARIOS
        }
        caption = (birds.__doc__ or "").removeprefix("Birds: ").capitalize()
        return {"world": "birds", "caption": caption, "scenarios": scenarios}

    def show(self) -> None:
        """Print the same for people."""
        found = self.overview()
        print(f"{coloured('birds', 'bold')}  {found['caption']}\n")
        rows = [
            (name, "4 numbers a bird", str(counts["templates"]), str(counts["tasks"]))
            for name, counts in found["scenarios"].items()
        ]
        show_table(("scenario", "action", "templates", "tasks"), rows)

    def show_templates(self, name: str, as_json: bool) -> None:
        """Show all templates, those of a scenario, or the tasks of one."""
        if name and name not in SCENARIOS:
            _show_tasks(_named(name), as_json)
            return
        templates = _within(name) if name else list(all_templates().values())
        if as_json:
            show_json([_facts(template) for template in templates])
            return
        rows = [
            (
                t.name,
                t.phyq or "-",
                t.original or "-",
                t.scenario,
                str(len(certificates(t).tasks)),
                t.caption,
            )
            for t in templates
        ]
        show_table(("template", "Phy-Q", "file", "scenario", "tasks", "caption"), rows)


SHELF = _Shelf()


def _within(scenario: str) -> list[Template]:
    return [t for t in all_templates().values() if t.scenario == scenario]


def _named(name: str) -> Template:
    try:
        return find_template(name)
    except UnknownName as error:
        known = [*SCENARIOS, *all_templates()]
        raise UnknownName("scenario or template", name, known, "topple list birds") from error


def _show_tasks(template: Template, as_json: bool) -> None:
    found = certificates(template).tasks
    rows = [
        (str(task), f"{template.phyq}:{task.id.index:03d}" if template.phyq else "-")
        for task in served(template)
    ]
    if as_json:
        ids = [
            {"task": task, "phyq": phyq if template.phyq else None, "margin": one.margin}
            for (task, phyq), one in zip(rows, found.values(), strict=True)
        ]
        show_json({**_facts(template), "ids": ids})
        return
    print(f"{coloured(template.name, 'bold')}  {template.caption}\n")
    if rows:
        margins = (f"{one.margin:.2f}" for one in found.values())
        table = [(*row, margin) for row, margin in zip(rows, margins, strict=True)]
        show_table(("task", "Phy-Q", "margin"), table)
    else:
        say(f"no certified tasks; `topple certify birds/{template.name}` looks for them")
    say(f"\nfurther tasks: birds/{template.name}:{max(found, default=-1) + 1} and on, without end")


def _facts(template: Template) -> dict[str, Any]:
    return {
        "template": template.name,
        "phyq": template.phyq or None,
        "original": template.original or None,
        "scenario": template.scenario,
        "version": template.version,
        "tasks": len(certificates(template).tasks),
        "caption": template.caption,
    }
