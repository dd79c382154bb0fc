"""The templates and tasks of phyre, listed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topple.cli._console import coloured, say, show_json, show_table
from topple.tasks.task import TaskId
from topple.worlds import phyre
from topple.worlds.phyre import FIRST_VARIATION, Template
from topple.worlds.phyre.certified import certificates


class _Shelf:
    def overview(self) -> dict[str, Any]:
        """Count templates and tasks by tier."""
        templates = phyre.all_templates().values()
        tiers = {
            tier.name: {
                "balls": tier.balls,
                "action": tier.dimensions,
                "templates": sum(t.tier == tier.name for t in templates),
                "tasks": sum(len(_numbers(t)) for t in templates if t.tier == tier.name),
            }
            for tier in phyre.TIERS.values()
        }
        caption = (phyre.__doc__ or "").removeprefix("The PHYRE world: ")
        caption = caption[:1].upper() + caption[1:]
        return {"world": "phyre", "caption": caption, "tiers": tiers}

    def show(self) -> None:
        """Print the same for people."""
        found = self.overview()
        print(f"{coloured('phyre', 'bold')}  {found['caption']}\n")
        rows = [
            (name, f"{tier['action']} numbers", str(tier["templates"]), str(tier["tasks"]))
            for name, tier in found["tiers"].items()
        ]
        show_table(("tier", "action", "templates", "tasks"), rows)

    def show_templates(self, name: str, as_json: bool) -> None:
        """Show all templates, or the tasks of one."""
        if name:
            _show_tasks(phyre.template(name), as_json)
            return
        templates = phyre.all_templates().values()
        if as_json:
            show_json([_facts(template) for template in templates])
            return
        rows = [
            (t.name, t.phyre_id or "-", t.tier, str(len(_numbers(t))), t.caption) for t in templates
        ]
        show_table(("template", "PHYRE", "tier", "tasks", "caption"), rows)


SHELF = _Shelf()


def _show_tasks(template: Template, as_json: bool) -> None:
    rows = []
    for index in _numbers(template):
        name = str(TaskId("phyre", template.name, template.version, index))
        rows.append((name, f"{template.phyre_id}:{index:03d}" if template.phyre_id else "-"))
    if as_json:
        own = not template.phyre_id
        tasks = [{"task": name, "phyre": None if own else original} for name, original in rows]
        show_json({**_facts(template), "first_variation": FIRST_VARIATION, "ids": tasks})
        return
    print(f"{coloured(template.name, 'bold')}  {template.caption}\n")
    if rows:
        show_table(("task", "PHYRE"), rows)
    else:
        say(f"no certified tasks; `topple certify {template.name}` looks for them")
    say(f"\nfurther variations: phyre/{template.name}:{FIRST_VARIATION} and on, without end")


def _numbers(template: Template) -> Sequence[int]:
    """Give the numbers of PHYRE's tasks or, of a template of our own, of the certified ones."""
    return template.shipped or tuple(certificates(template).tasks)


def _facts(template: Template) -> dict[str, Any]:
    return {
        "template": template.name,
        "phyre": template.phyre_id or None,
        "tier": template.tier,
        "version": template.version,
        "tasks": len(_numbers(template)),
        "caption": template.caption,
    }
