"""The words of a question."""

from __future__ import annotations

from topple.prompting.description import Description
from topple.prompting.form import Form
from topple.worlds import parts
from topple.worlds.ladder.forms import AnswerForm
from topple.worlds.ladder.items import LETTERS, Item, ladder_of, plan_form, planned, written_plan
from topple.worlds.ladder.rows import Kind
from topple.worlds.ladder.story import Story
from topple.worlds.registry import world

VERSION = 7
SUBJECT = "X"  # the mark of the thing that is asked about

_ROLE = "You answer questions about how things stand and move."
_ONE_LINE = "Answer with one line and nothing else:"


def system(item: Item, told: Description, form: AnswerForm) -> str:
    """Return the rules: what is shown, what may be known of the game, how to answer."""
    blocks = [_ROLE, told.setting, _list("What you see:", told.legend)]
    if item.kind is Kind.PLAN or item.row.done:
        blocks += _rules(item, told)
    reply = [*(f"- {line}" for line in form.explained()), "For example:", form.words(form.example)]
    blocks.append("\n".join([_ONE_LINE, form.pattern, *reply]))
    return "\n\n".join(block for block in blocks if block)


def _rules(item: Item, told: Description) -> list[str]:
    """Return the rules of the game, as far as an action is part of the question."""
    action: Form = plan_form(item.id.world, world(item.id.world).task(item.row.task))
    explained = (*action.explained(), *action.measures())
    rules = [_list(f"{told.act} An action is written `{action.pattern}`:", explained)]
    if item.kind in (Kind.PLAN, Kind.WITHOUT):
        return [f"Goal: {told.goal}", *rules, _list("Rules:", told.rules)]
    return rules


def question(item: Item, story: Story) -> str:
    """Return what is asked."""
    ladder = ladder_of(item.id.world)
    until, noun, lines = ladder.until, ladder.noun, [_happens(item)]
    match item.kind:
        case Kind.POINT:
            lines = [f"Where is {story.things[item.row.things[0]].name}? Give its middle."]
        case Kind.NAME:
            lines = [ladder.holds, *(f"{each}: the {noun} marked {each}" for each in LETTERS)]
        case Kind.TOUCH:
            lines.append(f"How likely is it that A and B touch {until}?")
        case Kind.FIRST:
            lines.append(
                f"Which of A, B and C does {SUBJECT} touch first {until}? If it touches "
                f"none of them, the answer is {LETTERS[-1]}."
            )
            lines += [f"{each}: the {noun} marked {each}" for each in LETTERS[:-1]]
            lines.append(f"{LETTERS[-1]}: none of them")
        case Kind.REST:
            lines.append(f"Where is {SUBJECT} in the end, once it has come to rest?")
            lines += [f"{each}: at the place marked {each}" for each in LETTERS[:-1]]
            lines.append(f"{LETTERS[-1]}: where it is now")
        case Kind.WITHOUT:
            lines.append(
                f"It reaches the goal. How likely is it that it would still do so without the "
                f"{noun} marked {SUBJECT}, everything else being as it is?"
            )
        case Kind.PLAN:
            lines = ["Exactly one of these actions reaches the goal. Which one?"]
            lines += [
                f"{each}: {words}" for each, (words, _) in zip(LETTERS, planned(item), strict=True)
            ]
    return "\n".join(line for line in lines if line)


def _happens(item: Item) -> str:
    """Return what is done."""
    if not item.row.done:
        return "Nobody does anything: everything moves by itself, or does not."
    own = world(item.id.world)
    task = own.task(item.row.task)
    form = plan_form(own.name, task)
    words, _ = written_plan(form, task, own.solution(own.task(item.row.done)))
    return f"This is done: {words}"


def describe(item: Item) -> Description:
    """Return the scene of an item in words."""
    task, _ = item.scene(None)
    told = parts.voice(world(item.id.world)).describe(task, None)
    words = ladder_of(item.id.world).words
    if words is None or item.kind is Kind.PLAN:  # a plan shows the pictures of the game itself
        return told
    return words(told, task, bool(item.row.done))


def _list(head: str, lines: tuple[str, ...]) -> str:
    return "\n".join([head, *(f"- {line}" for line in lines)]) if lines else ""
