"""List the templates of a world, and the tasks of a template."""

from __future__ import annotations

from typing import Any

from topple.cli._console import coloured, say, show_json, show_table
from topple.tasks.template import Template
from topple.worlds import guests
from topple.worlds.select import select_templates
from topple.worlds.world import World


def list_templates(world: World, name: str, as_json: bool) -> None:
    """Show the templates of a world or of one of its groups, or the tasks of one template."""
    if name and name not in world.groups():
        (template,) = select_templates(world, name)
        _list_tasks(world, template, as_json)
        return
    templates = [t for t in world.known_templates().values() if name in ("", t.group)]
    if as_json:
        show_json([_facts(world, template) for template in templates])
        return
    header = ("template", *world.originals.values(), world.grouped_by, "tasks", "caption")
    rows = [
        (
            t.name,
            *(t.numbers.get(original) or "-" for original in world.originals),
            t.group,
            str(len(world.served(t))),
            t.caption,
        )
        for t in templates
    ]
    show_table(header, rows)


def _list_tasks(world: World, template: Template, as_json: bool) -> None:
    rows = [_task(world, template, index) for index in world.served(template)]
    further = world.further(template) if template.endless else None
    if as_json:
        facts = _facts(world, template)
        show_json({**facts, "first_variation": further, "ids": rows})
        return
    print(f"{coloured(template.name, 'bold')}  {template.caption}\n")
    if rows:
        headings = [heading for _, heading in list(world.originals.items())[:1]]
        cells = [tuple(_cell(value) for value in row.values()) for row in rows]
        show_table(("task", *headings, *world.listed), cells)
    else:
        name = guests.reference(world, template.name)
        say(f"no certified tasks; `topple certify {name}` looks for them")
    if further is not None:
        say(f"\nfurther variations: {world.name}/{template.name}:{further} and on, without end")


def _task(world: World, template: Template, index: int) -> dict[str, Any]:
    """Return a task's id, its id in the original, and the facts of its certificate."""
    known = world.certificates(template).tasks.get(index)
    numbers = {
        original: f"{number}:{index:03d}" if (number := template.numbers.get(original)) else None
        for original in list(world.originals)[:1]
    }
    facts = {name: known.facts[name] if known else None for name in world.listed}
    return {"task": str(world.id_of(template, index)), **numbers, **facts}


def _facts(world: World, template: Template) -> dict[str, Any]:
    return {
        "template": template.name,
        **{original: template.numbers.get(original) or None for original in world.originals},
        world.grouped_by: template.group,
        "version": template.version,
        "tasks": len(world.served(template)),
        "caption": template.caption,
    }


def _cell(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:.2f}" if isinstance(value, float) else str(value)
