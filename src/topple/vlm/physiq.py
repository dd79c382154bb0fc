"""PhysIQ as Inspect tasks: `inspect eval topple/physiq_yesno --model openai/gpt-4o -T shots=2`.

Needs the extra `vlm`. Items, reading and scores are those of `topple.questions`; this only puts
messages to a model and hands answers back. Baselines are models, too: `physiq/oracle`.
"""

from __future__ import annotations

import base64
from functools import cache, partial
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import EvalLog
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentText,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    modelapi,
)
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import ToolChoice, ToolInfo

from topple.metrics.insertions import Inserted
from topple.questions import scoring
from topple.questions.insertion import Status, Talk
from topple.questions.items import VERSION, Item, Kind, Message, Mode
from topple.questions.maker import Settings
from topple.questions.pictures import Picture
from topple.questions.placers import Answer
from topple.questions.players import player
from topple.questions.reading import read
from topple.questions.sets import question_set, some
from topple.vlm.threads import off_the_loop

STATUSES, SAID = "physiq:statuses", "physiq:said"
_NOTE = "physiq"  # beside a question, for baselines; no other model gets to see it
_CONFIG = GenerateConfig()


@task
def physiq_sanity(mode: str = "strict", limit: int | None = None) -> Task:
    """Ask whether two bodies touch in a picture."""
    return _task(Kind.SANITY, Settings(Mode(mode)), limit)


@task
def physiq_confidence(mode: str = "strict", limit: int | None = None) -> Task:
    """Ask how likely it is that a proposal wins."""
    return _task(Kind.CONFIDENCE, Settings(Mode(mode)), limit)


@task
def physiq_yesno(
    mode: str = "strict", shots: int = 0, frames: int = 1, limit: int | None = None
) -> Task:
    """Ask whether a proposal wins."""
    return _task(Kind.YESNO, Settings(Mode(mode), shots, frames), limit)


@task
def physiq_ranking(mode: str = "strict", shots: int = 0, limit: int | None = None) -> Task:
    """Ask for the order of four proposals."""
    return _task(Kind.RANKING, Settings(Mode(mode), shots), limit)


@task
def physiq_insertion(mode: str = "strict", limit: int | None = None) -> Task:
    """Ask for a placement that wins, in five attempts."""
    return _task(Kind.INSERTION, Settings(Mode(mode)), limit)


def _task(kind: Kind, settings: Settings, limit: int | None) -> Task:
    items = list(_items(kind, settings).values())
    asked = {"kind": str(kind), "mode": str(settings.mode)}
    asked |= {"shots": str(settings.shots), "frames": str(settings.frames)}
    samples = [
        Sample(
            id=item.id,
            input=item.messages[-1].text,
            target=str(item.truth),
            metadata={**asked, "template": item.template, "task": item.task},
        )
        for item in (items if limit is None else some(items, limit))
    ]
    return Task(
        dataset=MemoryDataset(samples, name=f"physiq-{kind}-{settings.label}"),
        solver=converse(),
        scorer=answered(),
        name=f"physiq_{kind}",
        version=VERSION,
    )


@cache
def _items(kind: Kind, settings: Settings) -> dict[str, Item]:
    return {item.id: item for item in question_set(kind, settings)}


def _item(metadata: dict[str, Any], name: str) -> Item:
    settings = Settings(Mode(metadata["mode"]), int(metadata["shots"]), int(metadata["frames"]))
    return _items(Kind(metadata["kind"]), settings)[name]


@solver
def converse() -> Solver:
    """Ask an item; go on where it is a conversation."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        item = _item(state.metadata, str(state.sample_id))
        talk = Talk.of(item)
        state.messages = [await _shown(message, state, 1) for message in talk.messages]
        state = await generate(state)
        if item.kind is not Kind.INSERTION:
            return state
        while True:
            talk = await off_the_loop(partial(talk.answered, state.output.completion))
            state.store.set(STATUSES, [str(tried.status) for tried in talk.tried])
            state.store.set(SAID, [m.text for m in talk.messages if m.role == "assistant"])
            if talk.over:
                return state
            state.messages.append(await _shown(talk.messages[-1], state, len(talk.tried) + 1))
            state = await generate(state)

    return solve


@scorer(metrics=[mean(), stderr(cluster="template")])
def answered() -> Scorer:
    """Score 1 for a right answer, first choice or placement, and the Brier score's complement.

    `scored` gives all scores of a log.
    """

    async def score(state: TaskState, target: Target) -> Score:
        item = _item(state.metadata, str(state.sample_id))
        statuses: list[str] = state.store.get(STATUSES, [])
        if item.kind is Kind.INSERTION:
            return Score(value=float(Status.WIN in statuses), answer=", ".join(statuses))
        said = state.output.completion
        reading = read(item, said)
        value = float(scoring.credit([item], [said])[0])
        return Score(
            value=1 + value if item.kind is Kind.CONFIDENCE else value,
            answer="unreadable" if reading is None else str(reading),
        )

    return score


def scored(log: EvalLog) -> scoring.Score | Inserted:
    """Score the answers of a log as any other answers; samples that failed are left out."""
    samples = [sample for sample in log.samples or [] if sample.error is None]
    items = [_item(sample.metadata, str(sample.id)) for sample in samples]
    if items and items[0].kind is Kind.INSERTION:
        talks = []
        for item, sample in zip(items, samples, strict=True):
            talk = Talk.of(item)
            for said in sample.store.get(SAID, []):
                talk = talk.answered(said)
            talks.append(talk)
        return scoring.score_talks(talks)
    return scoring.score(items, [sample.output.completion for sample in samples])


async def _shown(message: Message, state: TaskState, attempt: int) -> ChatMessage:
    """Give a message as Inspect has them."""
    match message.role:
        case "system":
            return ChatMessageSystem(content=message.text)
        case "assistant":
            return ChatMessageAssistant(content=message.text)
    content: list[Content] = []
    for part in message.parts:
        if isinstance(part, Picture):
            content.append(ContentImage(image=await off_the_loop(partial(_address, part))))
        else:
            content.append(ContentText(text=part))
    note = {**state.metadata, "id": str(state.sample_id), "attempt": attempt}
    return ChatMessageUser(content=content, metadata={_NOTE: note})


def _address(picture: Picture) -> str:
    return f"data:image/png;base64,{base64.b64encode(picture.png()).decode()}"


@modelapi(name="physiq")
class Players(ModelAPI):
    """The players of `topple.questions.players`, as models that answer at once."""

    async def generate(
        self,
        input: list[ChatMessage],
        tools: list[ToolInfo],
        tool_choice: ToolChoice,
        config: GenerateConfig,
    ) -> ModelOutput:
        note = (input[-1].metadata or {})[_NOTE]
        work = partial(_answer, self.model_name.rpartition("/")[2], note)
        found = ModelOutput.from_content(self.model_name, await off_the_loop(work))
        # Without a count Inspect would load a tokenizer from the network.
        found.usage = ModelUsage()
        return found


def _answer(name: str, note: dict[str, Any]) -> str:
    item = _item(note, note["id"])
    return _player(name, note["kind"], note["mode"])(item, int(note["attempt"]))


@cache
def _player(name: str, kind: str, mode: str) -> Answer:
    return player(name).make(list(_items(Kind(kind), Settings(Mode(mode))).values()))
