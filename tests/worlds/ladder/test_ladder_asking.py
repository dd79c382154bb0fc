"""Items as models are asked them, and how answers are scored."""

from __future__ import annotations

from pathlib import Path

import pytest

from topple.prompting.episode import Spent
from topple.runs.score import score
from topple.tasks.outcome import Outcome
from topple.vlm.plan_questions import plan_of
from topple.worlds.ladder.find import items_of, worlds_with_items
from topple.worlds.ladder.items import planned, start
from topple.worlds.ladder.outlines import gap
from topple.worlds.ladder.rows import Kind

every_world = pytest.mark.parametrize("name", worlds_with_items())
ASKING = {"form": "answer", "history": "none"}


def first(name: str, kind: Kind) -> str | None:
    return next((str(i) for i in items_of(name).values() if i.kind is kind), None)


@every_world
@pytest.mark.parametrize("kind", Kind)
def test_a_question_shows_the_scene_and_takes_one_answer(name: str, kind: Kind) -> None:
    item = first(name, kind)
    if item is None:
        return  # the world leaves this kind out
    plan = plan_of(f"ladder-{name}", ASKING, "topple/oracle")
    game = plan.begin((0, item))
    question = game.question()
    assert question.pictures
    told = game.answer(question, plan.form(item).truth(plan.task(item)), Spent())
    assert told.attempt is not None
    assert told.attempt.outcome is Outcome.SOLVED
    assert game.over
    again = plan.begin((0, item)).question()
    assert again.digest == question.digest


@every_world
def test_words_alone_have_no_picture_and_symbols_say_where_letters_stand(name: str) -> None:
    item = first(name, Kind.TOUCH)
    assert item is not None
    words = plan_of(f"ladder-{name}", {**ASKING, "view": "text"}).begin((0, item)).question()
    assert not words.pictures
    symbols = plan_of(f"ladder-{name}", {**ASKING, "shows": "symbols"}).begin((0, item)).question()
    assert not symbols.pictures
    assert "A is at x = " in str(symbols.parts)
    assert "picture" not in symbols.system + str(symbols.parts)
    older = {**ASKING, "shows": "symbols", "prompts": 4}
    before = plan_of(f"ladder-{name}", older).begin((0, item)).question()
    assert "The letter A stands at" in str(before.parts)
    assert (before.version, symbols.version) == ("ladder@1", "ladder@3")


def test_predictions_of_kinetix_say_when_they_end_and_older_words_stay() -> None:
    item = first("kinetix", Kind.TOUCH)
    assert item is not None
    asked = {
        prompts: str(
            plan_of("ladder-kinetix", {**ASKING, "prompts": prompts}).begin((0, item)).question()
        )
        for prompts in (5, 6)
    }
    assert "within 4 seconds, or before green touches blue or red" in asked[5]
    assert "after 4 seconds, or earlier if green touches blue or red" in asked[6]
    assert "or before" not in asked[6]


@every_world
def test_options_of_a_plan_differ(name: str) -> None:
    plans = [item for item in items_of(name).values() if item.kind is Kind.PLAN][:5]
    for item in plans:
        assert len({words for words, _ in planned(item)}) == 4


def test_gaps_are_those_of_the_drawing() -> None:
    touch = [i for i in items_of("phyre").values() if i.kind is Kind.TOUCH][:10]
    for item in touch:
        story = start(item)
        a, b = (story.outline(thing, 0) for thing in item.row.things)
        assert gap(a, b) > 0
        assert gap(a, a) == 0


def test_a_run_is_scored_by_rung_with_calibration_and_stasis_bias(tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai")
    from topple.cli.main import main

    for who in ("oracle", "stays"):
        args = ["eval", "ladder-phyre", "--model", f"topple/{who}", "--limit", "12"]
        assert main([*args, "--out", str(tmp_path / who)]) == 0
    oracle, stays = (score(tmp_path / who) for who in ("oracle", "stays"))
    found = {figure.title: figure.estimate.value for figure in oracle.figures}
    assert found["accuracy"] == found["predict"] == found["plan"] == 1.0
    assert found["Brier"] == 0.0
    assert found["stasis bias"] == 0.0
    biased = {figure.title: figure.estimate.value for figure in stays.figures}
    assert biased["stasis bias"] > 0.5
    assert biased["predict"] < 0.5


def test_a_report_shows_no_answers_beside_its_templates(tmp_path: Path) -> None:
    from topple.cli.main import main

    run = Path(__file__).parents[2] / "recorded" / "runs" / "ladder-phyre"
    assert main(["report", str(run), "--out", str(tmp_path / "report.html")]) == 0
    assert "The right answer is" not in (tmp_path / "report.html").read_text()
