"""Runs of models: through Inspect's own front door, into folders, onto pages."""

from __future__ import annotations

import json
from dataclasses import replace
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import eval as inspect_eval
from inspect_ai.model import GenerateConfig, ModelOutput, ModelUsage, get_model

from topple.errors import BadInput, RunError
from topple.prompting.hint import Hint
from topple.prompting.question import Question
from topple.prompting.reader import READING
from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.runs.load import load
from topple.vlm.baselines import answer
from topple.vlm.direct import play_directly
from topple.vlm.estimate import estimate
from topple.vlm.evaluate import Running, evaluate_model
from topple.vlm.money import Price
from topple.vlm.page import page
from topple.vlm.plan import ModelPlan
from topple.vlm.registry import TASKS

RULES = protocol("deepphy-phyre")
WORLDS = ("birds", "iphyre", "kinetix", "phyre", "pool", "rope")
PROBED = ("birds", "iphyre", "phyre")
# Solved at once by its stored solution.
FREE = ModelPlan(RULES, Setup("free"), "topple/oracle", RULES.folds, limit=1)


def plan(model: str = "topple/mock", limit: int = 4, history: str = "1x2") -> ModelPlan:
    return ModelPlan(RULES, Setup("5x5x5", history=history), model, RULES.folds, limit=limit)


def test_the_oracle_is_the_ceiling_through_the_same_path(tmp_path: Path) -> None:
    assert evaluate_model(plan("topple/oracle", history="text"), tmp_path).finished
    results = load(tmp_path).results
    assert set(results.solved_at.tolist()) <= {0, 1}
    assert results.outcomes.sum(axis=0)[1:3].tolist() == [0, 0]


def test_inspect_knows_every_protocol_for_models_with_its_options() -> None:
    played = ["format", "history", "parameters", "pictures"]
    always = ["shows", "tools", "reply", "limit"]
    own = ["view", "shows", "limit"]
    ladders = {f"ladder-{name}": own for name in WORLDS}
    ladders |= {f"counterfactual-{name}": own for name in PROBED}
    rebuilds = {f"rebuild-{name}": ["limit"] for name in WORLDS}
    assert {name: list(signature(task).parameters) for name, task in TASKS.items()} == {
        "deepphy-birds": [*played, "view", *always],
        "deepphy-birds-levels": [*played, "view", *always],
        "deepphy-iphyre": ["mode", *played, *always],
        "deepphy-kinetix": ["mode", *played, "view", *always],
        "deepphy-phyre": ["mode", "form", *played, "view", "moments", *always],
        "deepphy-pool": ["mode", *played, *always],
        "deepphy-rope": [*played[:3], "view", "latency", *always],
        **ladders,
        **rebuilds,
        "pool-prediction": ["parameters", "shows", "limit"],
        "physiq-sanity": ["mode", "limit"],
        "physiq-confidence": ["parameters", "mode", "limit"],
        "physiq-yesno": ["parameters", "mode", "shots", "frames", "limit"],
        "physiq-ranking": ["parameters", "mode", "shots", "limit"],
        "physiq-insertion": ["parameters", "mode", "limit"],
    }


def test_birds_are_asked_too(tmp_path: Path) -> None:
    (log,) = inspect_eval(
        TASKS["deepphy-birds"](limit=3),
        model="topple/oracle",
        log_dir=str(tmp_path),
        display="none",
    )
    assert log.samples is not None
    told = [(sample.scores or {})["solved"].metadata or {} for sample in log.samples]
    ends = [json.loads(each["attempts"][-1]) for each in told]
    assert [row["outcome"] for row in ends].count("solved") >= 2


def test_what_is_said_of_a_models_answers_reaches_it(tmp_path: Path) -> None:
    heard: set[tuple[float | None, int | None, int | None]] = set()

    def say(messages: Any, tools: Any, choice: Any, config: GenerateConfig) -> ModelOutput:
        heard.add((config.temperature, config.max_tokens, config.seed))
        found = ModelOutput.from_content("model", "nothing")
        found.usage = ModelUsage()  # or Inspect would load a tokenizer
        return found

    options = {"temperature": 0.7, "max_tokens": 99}
    asked = replace(plan("mockllm/model", limit=1, history="none"), seed=3, options=options)
    model = get_model("mockllm/model", custom_outputs=say, memoize=False)
    evaluate_model(asked, tmp_path, model=model)
    assert heard == {(0.7, 99, 3)}


def test_a_finished_run_is_left_alone(tmp_path: Path) -> None:
    play_directly(plan(limit=1), tmp_path)
    before = (tmp_path / "attempts.jsonl").read_bytes()
    assert not evaluate_model(plan(limit=1), tmp_path).worked
    assert (tmp_path / "attempts.jsonl").read_bytes() == before


def test_a_run_that_was_read_in_another_way_is_not_resumed(tmp_path: Path) -> None:
    play_directly(plan(limit=1), tmp_path)
    path = tmp_path / "run.json"
    settings = json.loads(path.read_text())
    assert settings["reading"] == READING
    path.write_text(json.dumps({**settings, "reading": READING - 1}))
    before = (tmp_path / "attempts.jsonl").read_bytes()
    with pytest.raises(RunError, match=f"`reading` is {READING - 1}, not {READING}"):
        play_directly(plan(limit=1), tmp_path)
    with pytest.raises(RunError, match="`reading` is"):
        evaluate_model(plan(limit=1), tmp_path)
    assert (tmp_path / "attempts.jsonl").read_bytes() == before


def test_a_model_needs_a_provider_or_a_place(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="does not name a provider"):
        evaluate_model(plan("gpt-4o"), tmp_path, Running())


def test_a_page_shows_what_was_said(tmp_path: Path) -> None:
    """Nine answers that are none, then the solution: ten turns, one film."""
    hostile = "<script>alert(1)</script> <b>nothing</b>"

    def say(note: Hint, question: Question) -> str:
        return hostile if note.attempt < RULES.attempts else answer("oracle", note, 0)

    play_directly(FREE, tmp_path, say)
    text = page(tmp_path, 10)
    assert "<script>alert(1)" not in text
    assert text.count("&lt;script&gt;alert(1)&lt;/script&gt; &lt;b&gt;nothing") == 9
    assert "another version" not in text
    assert text.count('<details class="task" data-end="solved"') == 1
    assert text.count('<button type="button" class="film" data-film="') == 1
    assert text.count("data:image/png") == 3, "two of the question, and the still of the film"


def test_a_page_says_when_the_question_was_another(tmp_path: Path) -> None:
    play_directly(FREE, tmp_path)
    path = tmp_path / "turns.jsonl"
    path.write_text(json.dumps({**json.loads(path.read_text()), "asked": "0" * 16}) + "\n")
    assert "another version" in page(tmp_path, 10)


def test_an_estimate_counts_what_is_asked() -> None:
    few = estimate(plan(limit=5, history="text"), Price(1.0, 10.0))
    assert few.tasks == 5
    assert 5 < few.questions <= 50
    assert few.pictures == 2 * few.questions
    assert few.cost_usd == pytest.approx((few.tokens_in + 10 * few.tokens_out) / 1e6, rel=1e-3)
    more = estimate(plan(limit=5, history="5x5"), Price(1.0, 10.0))
    assert more.pictures > 3 * few.pictures


@pytest.mark.parametrize(
    "wrong", [{"format": "x"}, {"history": "5"}, {"history": "0x5"}, {"pictures": -1}]
)
def test_a_setup_that_makes_no_sense_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        Setup("5x5x5", **wrong)  # type: ignore[arg-type]
