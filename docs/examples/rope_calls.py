from topple.worlds import find_task, world
from topple.worlds.rope import Call, Timed, Verb
from topple.worlds.rope.calls import action_of

rope = world("rope")
task = find_task("rope/past_the_low_point:0")
plan = [Timed(0.0, Call(Verb.cut_pin, 2)), Timed(1.9, Call(Verb.cut_pin, 1))]
(played,) = rope.play([task], [action_of(plan)])
print(played.outcome, played.points, "stars")


def patient(seen):
    """Cut pin 2, wait, and cut pin 1."""
    calls = [seen.move(Call(Verb.cut_pin, 2)), seen.wait(1.7), seen.move(Call(Verb.cut_pin, 1))]
    return calls[len(seen.past)] if len(seen.past) < len(calls) else None


(played,) = rope.play([task], [patient])
print(played.outcome, played.action)
