"""Names of tasks mean the same to commands, protocols, agents and environments."""

from __future__ import annotations

import argparse

from topple.adapters.rules import rules_of
from topple.agents.practice import Practice
from topple.cli._choices import chosen
from topple.cli._selection import choose_templates
from topple.protocols import all_protocols
from topple.worlds import world
from topple.worlds.select import find_world, select
from topple.worlds.world import World


def forms(own: World) -> dict[str, str]:
    """Return a name of every form, each of which selects tasks of the world."""
    task = own.task(str(select(own)[0]))
    template, index = task.id.template, task.id.index
    return {
        "world": own.name,
        "group": f"{own.name}/{own.template(template).group}",
        "template": f"{own.name}/{template}",
        "task": f"{own.name}/{template}:{index}",
        "id": str(task),
        "range": f"{own.name}/{template}:{index}-{index}",
    }


def check_names(name: str) -> None:
    """Check every form of name in one world."""
    own = world(name)
    protocol = next(each for each in all_protocols().values() if each.world == name)
    for form, text in forms(own).items():
        ids = select(own, text)
        assert ids, form
        assert find_world(text).name == name, form
        assert select(own, text.removeprefix(f"{name}/")) == ids, form
        args = argparse.Namespace(levels=None, tasks=[text], rules=[], unfiltered=False)
        assert [*chosen(args, protocol).tasks(protocol.folds[0])] == ids, form
        if form != "world":  # its tasks may have several sizes
            tasks = rules_of(name, {"tasks": text}).tasks  # type: ignore[attr-defined]
            assert [*map(str, tasks)] == ids, form
        if form in ("world", "group", "template"):
            certified = [
                str(own.id_of(each.template, index))
                for each in choose_templates([text])
                for index in own.served(each.template)
            ]
            assert certified == ids, form
        else:
            assert [*map(str, Practice(own, text).tasks)] == ids, form
