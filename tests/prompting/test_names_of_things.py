"""Prompts name things as the pictures show them."""

from __future__ import annotations

from topple.prompting.conversation import Conversation
from topple.prompting.exchange import Spent
from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.worlds import world
from topple.worlds.kinetix.simulate import simulate
from topple.worlds.kinetix.words import turned
from topple.worlds.kinetix.world import own_task
from topple.worlds.voices import voice_of

STEPS = 6  # after which a motor has turned something, and nothing has hit much


def begun(name: str, index: int = 0, **options: object) -> Conversation:
    rules = protocol(name)
    found = world(rules.world)
    voice = voice_of(rules)
    setup = Setup(**{"form": voice.usual_form, "history": "text", **options})  # type: ignore[arg-type]
    return Conversation(found.task(rules.tasks(0)[index]), voice, setup, rules)


def test_bodies_are_named_by_their_looks() -> None:
    words = begun("deepphy-kinetix", 3).question().system
    assert "bodies 4 and" not in words
    assert "at 1 it turns the grey disc that starts at (1.91, 0.77)" in words


def test_a_motor_turns_the_named_body_counter_clockwise() -> None:
    rules = protocol("deepphy-kinetix")
    right = wrong = 0
    for name in (each for fold in rules.folds for each in rules.tasks(fold)):
        task = own_task(world("kinetix").task(name))
        level = task.level
        for _, joint in level.motors():
            words = " ".join(turned(level, joint.channel))
            body = level.bodies[joint.b]
            assert body is not None
            named = "turns the {} {} that starts at ({:.2f}, {:.2f})".format(
                {0: "grey", 1: "green", 2: "blue", 3: "red"}.get(body.role, "grey"),
                "disc" if body.radius else "polygon",
                *body.position,
            )
            on = [float(channel == joint.channel) for channel in level.channels]
            angles = []
            for drive in (on, [0.0] * len(on)):
                rows = task.actions.full(task.actions.one((*drive, 16.0)))
                (play,) = simulate(level, [rows], stride=1, threads=1)
                last = play.frames[min(STEPS, len(play.frames) - 1)]
                angles.append(float(last[joint.b, 2] - last[joint.a, 2]))
            if abs(angles[0] - angles[1]) < 1e-3:
                continue
            agrees = (named in words) == (angles[0] > angles[1])
            right, wrong = right + agrees, wrong + (not agrees)
    # A thing that another holds may be turned the other way for a moment.
    assert wrong <= 2 < 80 < right


def test_pool_names_no_part_of_the_table_by_its_id() -> None:
    game = begun("deepphy-pool")
    for angle in (80, 95, 100, 85):
        game.answer(game.question(), f"shot(angle={angle}, speed=6, side=0, height=0)", Spent())
    said = str(game.question().parts[0])
    assert "off a jaw (" not in said
    assert "off the jaw of a pocket" in said


def test_the_board_of_rope_has_axes_and_units_in_words() -> None:
    for index in range(0, 88, 8):
        words = begun("deepphy-rope", index, view="text").question().system
        assert "x to the right and y up" in words
        assert "picture" not in words


def test_halves_of_a_candy_have_one_name() -> None:
    rules, found = protocol("deepphy-rope"), world("rope")
    index = next(
        i
        for i, name in enumerate(rules.tasks(0))
        if len(found.task(name).level.candies) > 1  # type: ignore[attr-defined]
    )
    start = str(begun("deepphy-rope", index, view="text").question().parts[0])
    assert "to half 1" in start
    assert "candy" not in start.replace("whole candy", "")


def test_the_history_that_is_listed_is_the_one_that_is_used() -> None:
    usual = voice_of(protocol("deepphy-rope")).usual
    assert usual is not None
    assert usual["history"] == "text"
