"""Every world has a page, and the page says what its environment does."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from topple.worlds import parts, world, world_names

gym = pytest.importorskip("gymnasium")

from topple.adapters.environments import space_of  # noqa: E402
from topple.adapters.gymnasium import environment_id  # noqa: E402

PAGES = Path(__file__).resolve().parents[2] / "docs" / "worlds"
SECTIONS = ["Tasks", "Actions", "Observations", "Rewards", "Episode end", "Information"]
SECTIONS += ["Arguments", "Versions"]

every_world = pytest.mark.parametrize("name", world_names())


def page(name: str) -> str:
    path = PAGES / f"{name}.md"
    assert path.exists(), f"docs/worlds/{name}.md is missing; those of other worlds show its form"
    return path.read_text()


def cells(text: str) -> dict[str, str]:
    """Return the second column of all tables by the first."""
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|", text, re.MULTILINE)
    return {first.strip("`"): second.strip("`") for first, second in rows}


@every_world
def test_the_page_has_all_sections_in_order(name: str) -> None:
    text = page(name)
    assert world(name).caption in text
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == SECTIONS


@every_world
def test_the_page_has_the_spaces_of_the_environment(name: str) -> None:
    own = world(name)
    if not parts.has(own, "environment"):
        assert "no environment" in page(name)
        return
    rules, said = parts.environment(own).rules(), cells(page(name))
    assert said["world"] == name
    assert said["environment"] == environment_id(name)
    assert said["action space"] == str(space_of(rules.actions))
    assert said["observation space"] == str(space_of(rules.observations))
    assert said["example"] == own.example
    assert f"World version {own.version}, environment v0." in page(name)


@every_world
def test_the_page_has_every_argument_and_its_default(name: str) -> None:
    own = world(name)
    if not parts.has(own, "environment"):
        return
    found = cells(page(name).partition("## Arguments")[2])
    taken = inspect.signature(parts.environment(own).rules).parameters.values()
    assert found.pop("argument") == "default"
    assert found.pop("---") == "---"
    assert found == {each.name: repr(each.default) for each in taken}


@every_world
def test_the_page_has_a_picture_and_says_what_its_colours_mean(name: str) -> None:
    (picture,) = re.findall(r'<img src="\.\./(images/[^"]+)"', page(name))
    assert (PAGES.parent / picture).stat().st_size < 300_000
    assert world(name).legend in page(name)


@every_world
def test_the_table_of_an_observed_vector_has_all_its_numbers(name: str) -> None:
    shape = space_of(parts.environment(world(name)).rules().observations).shape
    assert shape is not None
    section = page(name).partition("## Observations")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (\d+)(?: to (\d+))? \|", section, re.MULTILINE)
    assert bool(rows) == (len(shape) == 1)
    numbers = [n for a, b in rows for n in range(int(a), int(b or a) + 1)]
    assert numbers == list(range(shape[0]))[: len(numbers)]
    assert not rows or len(numbers) == shape[0]


def test_the_page_of_rope_has_the_number_of_every_verb() -> None:
    from topple.worlds.rope.calls import Verb

    section = page("rope").partition("| verb |")[2].partition("\n## ")[0]
    said = dict(re.findall(r"^\| (\d) \| `(\w+)`", section, re.MULTILINE))
    assert said == {str(int(v)): v.name for v in Verb if v is not Verb.invalid}
