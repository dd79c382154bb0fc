"""Rope as models play it: calls in turns, three pictures or words, claims beside the verdict."""

from __future__ import annotations

import random
import time
from dataclasses import replace

import numpy as np
import pytest

from topple.errors import BadInput
from topple.metrics.metric import Counts, metric
from topple.prompting.conversation import Conversation
from topple.prompting.exchange import Spent
from topple.prompting.question import Picture
from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.tasks.outcome import Outcome
from topple.worlds.rope.calls import Call, Timed, Verb, action_of
from topple.worlds.rope.models import VOICE
from topple.worlds.rope.models.forms import Calls, call_of, values_of
from topple.worlds.rope.world import WORLD, all_templates, own_task
from topple.worlds.voices import voice_of

RULES = protocol("deepphy-rope")
TASK = own_task(WORLD.task("rope/crawler_bubble_puff:0"))
FORM = Calls().fit(TASK)


def begin(view: str = "text", format: str = "vla", task: str = str(TASK)) -> Conversation:
    setup = Setup("calls", view=view, format=format)
    return Conversation(WORLD.task(task), voice_of(RULES), setup, RULES)


def say(game: Conversation, answer: str):  # type: ignore[no-untyped-def]
    return game.answer(game.question(), answer, Spent())


@pytest.mark.parametrize(
    ("answer", "call"),
    [
        ("[cut_pin(id=2)]", Call(Verb.cut_pin, 2)),
        ("cut_pin(2)", Call(Verb.cut_pin, 2)),
        ("```\n[tap_air_cushion(id=1, times=[3])]\n```", Call(Verb.tap_air_cushion, 1, 3.0)),
        ("First [cut_pin(id=1)], no: [pop_bubble(id=1)]", Call(Verb.pop_bubble, 1)),
        ("[cut_pin(id=1)] is better than pop_bubble(1)", Call(Verb.cut_pin, 1)),
        ("<think>[cut_pin(id=1)]</think> [sleep(seconds=0.5)]", Call(Verb.sleep, 0, 0.5)),
        ("Prediction: it falls.\nGoal: no\nAction: [success()]", Call(Verb.success)),
    ],
)
def test_a_call_is_read(answer: str, call: Call) -> None:
    assert FORM.read(answer).values == values_of(call)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("", "no action"),
        ("I would cut pin 2.", "no action"),
        ("[fly_away(id=1)]", "unknown_call"),
        ("[cut_pin(id=1, times=2)]", "bad_arguments"),
        ("[cut_pin()]", "missing_argument"),
        ("x" * 200_000, "too_long"),
    ],
)
def test_what_is_no_call_has_a_reason(answer: str, why: str) -> None:
    reading = FORM.read(answer)
    assert reading.values is None
    assert reading.why.startswith(why)


@pytest.mark.parametrize("name", list(all_templates())[::9])
def test_what_the_form_writes_it_reads(name: str) -> None:
    task = WORLD.task(f"rope/{name}:0")
    own = Calls().fit(task).among(Calls().choices(Calls().begin(task)))
    rng = np.random.default_rng(1)
    for _ in range(20):
        values = own.sample(rng)
        assert own.read(own.words(values)).values == pytest.approx(values)
        assert own.refusal(values) == ""
        assert own.read(own.mock(rng)).values is not None


def test_the_hint_of_a_question_holds_the_calls_that_are_left() -> None:
    game = begin()
    assert [str(call_of(each)) for each in game.hint.choices] == [
        "cut_pin(1)",
        "cut_pin(2)",
        "pop_bubble(1)",
        "tap_air_cushion(1, 1)",
    ]
    say(game, "[cut_pin(id=2)]")
    assert [str(call_of(each)) for each in game.hint.choices] == [
        "cut_pin(1)",
        "pop_bubble(1)",
        "tap_air_cushion(1, 1)",
    ]
    assert game.hint.form == "calls"


def test_the_random_player_of_deepphy_makes_each_cut_once_and_never_waits() -> None:
    game, rng, said = begin(), np.random.default_rng(3), []
    while not game.over:
        answer = FORM.among(game.hint.choices).mock(rng)
        said.append(answer)
        say(game, answer)
    cuts = [answer for answer in said if "cut" in answer]
    assert len(cuts) == len(set(cuts))
    assert not [answer for answer in said if "sleep" in answer]


def test_three_pictures_are_shown_and_the_first_two_never_change() -> None:
    game = begin("usual")
    first = game.question().pictures
    assert [each.name for each in first] == ["start@1", "labelled_start@1", "now@1"]
    say(game, "[cut_pin(id=2)]")
    second = game.question().pictures
    assert [each.digest for each in second[:2]] == [each.digest for each in first[:2]]
    assert second[2].digest != first[2].digest


def test_the_text_view_has_no_picture_and_tells_what_moves() -> None:
    game = begin("text")
    say(game, "[cut_pin(id=2)]")
    question = game.question()
    assert not [part for part in question.parts if isinstance(part, Picture)]
    text = "\n".join(part for part in question.parts if isinstance(part, str))
    for words in ("time: 0.20 s", "candy: ", "rope of pin 1: cord, length 31.7", "star 3: 37, 56"):
        assert words in text
    assert "rope of pin 2" not in text.partition("Now:")[2]


def test_an_invalid_call_takes_a_turn_and_no_time() -> None:
    game = begin()
    exchange = say(game, "[pop_bubble(id=7)]")
    assert exchange.turn.outcome == Outcome.INVALID
    assert exchange.turn.why.startswith("unknown_bubble: ")
    exchange = say(game, "hm")
    assert exchange.turn.outcome == Outcome.UNREADABLE
    text = str(game.question().parts)
    assert "time: 0.00 s" in text
    assert "This is turn 3 of 10" in text


def test_latency_passes_before_and_after_a_call() -> None:
    setup = Setup("calls", view="text", latency=0.5)
    late = Conversation(TASK, VOICE, setup, RULES)
    assert "takes effect after 0.5 s; then 0.7 s pass" in late.question().system
    say(late, "[cut_pin(id=1)]")
    assert late.game.seconds == pytest.approx(1.2)
    assert "latency 0.5 s" in setup.variant
    with pytest.raises(BadInput, match="latency"):
        VOICE.check_setup(replace(setup, latency=6.0))


def test_ten_turns_end_the_game() -> None:
    game = begin()
    for _ in range(9):
        assert say(game, "[sleep(seconds=0.1)]").attempt is None
    assert say(game, "[sleep(seconds=0.1)]").attempt is not None
    assert game.over


@pytest.mark.parametrize("claim", ["success", "fail"])
def test_a_claim_is_recorded_beside_the_verdict(claim: str) -> None:
    attempt = say(begin(), f"[{claim}()]").attempt
    assert attempt is not None
    assert attempt.outcome is Outcome.MISSED
    assert attempt.note == f"claimed {claim}"


def test_a_solution_said_in_turns_feeds_the_creature_and_counts_stars() -> None:
    layout = all_templates()[TASK.id.template].layout
    game = begin()
    for values in FORM.moves(action_of(layout.solution)):
        if not game.over:
            last = say(game, FORM.words(values)).attempt
    if not game.over:
        last = say(game, "[success()]").attempt
    assert last is not None
    assert last.outcome is Outcome.SOLVED
    assert last.points == 3
    again = WORLD.play([TASK], [last.action], threads=1)[0]
    assert (again.digest, again.steps) == (last.digest, last.steps)


def test_most_solutions_can_be_said_in_ten_turns() -> None:
    said = []
    for template in all_templates().values():
        task = template.task(0)
        own = Calls().fit(task)
        said.append(own.attempt(task, own.moves(action_of(template.layout.solution))))
    tasks = [template.task(0) for template in all_templates().values()]
    fed = [each.outcome is Outcome.SOLVED for each in WORLD.play(tasks, said)]
    assert sum(fed) >= 0.9 * len(fed)


def test_a_prediction_is_checked() -> None:
    game = begin(format="wm")
    answer = "Prediction: it swings.\nGoal: no\nStars: 1\nAction: [cut_pin(id=2)]"
    facts = say(game, answer).turn.prediction
    assert facts["goal_right"] is True
    assert facts["stars_was"] == "0"
    assert facts["stars_right"] is False


def test_hostile_text_is_an_outcome() -> None:
    rng = random.Random(5)
    pieces = ["[", "]", "(", ")", "cut_pin", "id=", "times=", "sleep", "-1", "1e9", "nan", "0", ","]
    pieces += [
        "9" * 30,
        "\x00",
        "\n",
        "__import__('os')",
        "\N{RIGHT-TO-LEFT OVERRIDE}",
        "\N{ARABIC-INDIC DIGIT ONE}",
    ]
    start = time.process_time()
    for _ in range(2000):
        answer = "".join(rng.choices(pieces, k=rng.randrange(40)))
        values = FORM.read(answer).values
        if values is not None:
            assert call_of(values).verb in Verb
            assert isinstance(FORM.refusal(values), str)
    for answer in ("[" * 90_000, "cut_pin(" * 11_000, "[cut_pin(1)" * 8_000, "(1,1" * 20_000):
        FORM.read(answer)
    assert time.process_time() - start < 20


def test_a_game_survives_hostile_answers() -> None:
    game = begin()
    answers = [
        "[cut_pin(id=999999999999)]",
        "[sleep(seconds=999999)]",
        "[sleep(seconds=-5)]",
        "\x00",
    ]
    answers += ["[tap_air_cushion(1, times=99)]", "[invalid()]", "[cut_pin(id=0)]"]
    for answer in answers * 2:
        if not game.over:
            say(game, answer)
    assert game.over
    assert game.attempts[-1].outcome in (Outcome.MISSED, Outcome.UNSETTLED)


def test_stars_are_the_second_score() -> None:
    whole = np.array([1, 0, 1])
    counts = Counts(
        fold=np.zeros(3, np.int64),
        template=np.array(["a", "b", "c"]),
        solved_at=whole,
        passed=whole,
        counted=np.ones(3, np.int64),
        attempts=1,
        points=np.array([3.0, 0.0, 0.0]),
    )
    figures = {each.title: each.estimate.value for each in metric("fed").score(counts).figures}
    assert figures == pytest.approx({"fed": 2 / 3, "stars": 1 / 3, "all stars": 1 / 3})


def test_the_published_rows_are_those_of_the_paper() -> None:
    rows = {row.agent: row.figures["fed"][0] for row in metric("fed").originals(RULES.name)}
    assert rows["MOCK"] == 11.36
    assert rows["people"] == 41.36
    assert list(rows.values()) == sorted(rows.values(), reverse=True)


def test_plans_of_the_world_and_turns_of_a_game_agree() -> None:
    own = [Timed(0.0, Call(Verb.cut_pin, 2)), Timed(1.3, Call(Verb.cut_pin, 1))]
    moves = FORM.moves(action_of(own))
    assert [str(call_of(values)) for values in moves] == ["cut_pin(2)", "sleep(1.1)", "cut_pin(1)"]
