// Watchers, scheduled commands and how a rollout ends.
#include <cmath>
#include <functional>

#include "core/rollout.hpp"
#include "tests/checks.hpp"

using namespace topple;
using namespace testing;

namespace {

// Body 0 is a floor with its top at y = 5, body 1 a ball that falls on it after a second or so,
// body 2 a ball that lies there, body 3 a still box high above.
Scene stage() {
    Scene scene = empty_scene();
    scene.bodies = {box(128, 0, 256, 10), ball(60, 60, 5), ball(200, 10, 5), box(60, 150, 40, 10)};
    return scene;
}

Watcher watch(int kind, int a, int b, double value = 0.0, int hold = 1) {
    Watcher watcher;
    watcher.kind = kind, watcher.a = a, watcher.b = b, watcher.value = value, watcher.hold = hold;
    return watcher;
}

Rollout rollout(std::vector<Watcher> watchers, int most_steps = 600) {
    Rollout rollout;
    rollout.scene = shared(stage());
    rollout.watchers = std::move(watchers);
    rollout.most_steps = most_steps;
    rollout.digest = true;
    return rollout;
}

Result played(const Rollout& rollout) {
    check(rollout);
    Result result = run(rollout);
    CHECK(result.error.empty());
    return result;
}

// The step at which the watcher is met; -1 if never.
int met_after(const Watcher& watcher) {
    const Result result = played(rollout({watcher}));
    return result.met == 0 ? result.steps : -1;
}

Watcher negated(Watcher watcher, bool after_seen) {
    watcher.negate = true, watcher.after_seen = after_seen;
    return watcher;
}

// The first step after which this holds in a simulation of its own.
int first_step(const std::function<bool(const Sim&)>& holds) {
    Sim sim(shared(stage()));
    do sim.step();
    while (!holds(sim) && sim.steps() < 600);
    return sim.steps();
}

// One watcher of every kind.
std::vector<Watcher> every_kind() {
    Watcher inside = watch(Watcher::kInside, 1, 0);
    inside.region.vertices = {{-100, 0}, {0, 0}, {0, 30}, {-100, 30}};
    return {watch(Watcher::kTouching, 0, 1), watch(Watcher::kNear, 1, 2, 140),
            watch(Watcher::kAbove, 3, 1),    watch(Watcher::kLeftOf, 1, 2),
            inside,                          watch(Watcher::kBelow, 1, 1, 20),
            watch(Watcher::kOutside, 1, 1)};
}

Command command(int step, int kind, int body, double x = 0, double y = 0, double angle = 0) {
    return {step, kind, body, x, y, angle};
}

}  // namespace

TEST(touching_is_the_engines_contact) {
    const int expected = first_step([](const Sim& sim) { return sim.touching(0, 1); });
    CHECK(expected > 10 && met_after(watch(Watcher::kTouching, 0, 1)) == expected);
    CHECK(met_after(watch(Watcher::kTouching, 1, 0)) == expected);
    CHECK(met_after(watch(Watcher::kTouching, 1, 3)) == -1);
    CHECK(met_after(watch(Watcher::kTouching, 1, 1)) == -1);
}

TEST(near_is_a_gap_between_balls) {
    const int expected = first_step([](const Sim& sim) {
        const Pose a = sim.pose(1), b = sim.pose(2);
        return std::hypot(a.x - b.x, a.y - b.y) < 5 + 5 + 131.5;
    });
    CHECK(expected > 5 && expected < 600);
    CHECK(met_after(watch(Watcher::kNear, 1, 2, 131.5)) == expected);
    CHECK(met_after(watch(Watcher::kNear, 1, 2, 10)) == -1);
    CHECK(met_after(watch(Watcher::kNear, 1, 2, 1000)) == 1);
}

TEST(above_and_left_of_compare_boxes) {
    CHECK(met_after(watch(Watcher::kAbove, 3, 1)) == 1);
    CHECK(met_after(watch(Watcher::kAbove, 1, 3)) == -1);
    CHECK(met_after(watch(Watcher::kAbove, 1, 1)) == -1);
    CHECK(met_after(watch(Watcher::kLeftOf, 1, 2)) == 1);
    CHECK(met_after(watch(Watcher::kLeftOf, 2, 1)) == -1);
    // The box reaches from 40 to 80, the ball from 55 to 65.
    CHECK(met_after(watch(Watcher::kLeftOf, 1, 3)) == -1);
    CHECK(met_after(watch(Watcher::kLeftOf, 3, 1)) == -1);
}

TEST(inside_asks_for_the_whole_body) {
    const int expected = first_step([](const Sim& sim) { return sim.pose(1).y + 5 <= 30; });
    Watcher watcher = every_kind()[4];
    CHECK(std::abs(met_after(watcher) - expected) <= 1);
    // Too narrow for the ball, wide enough for its centre.
    watcher.region.vertices = {{-72, 0}, {-64, 0}, {-64, 30}, {-72, 30}};
    CHECK(met_after(watcher) == -1);
    // The region moves with its body.
    watcher.b = 3;
    watcher.region.vertices = {{-100, -200}, {100, -200}, {100, -100}, {-100, -100}};
    CHECK(met_after(watcher) > 1);
}

TEST(below_and_outside_look_at_the_centre) {
    const int expected = first_step([](const Sim& sim) { return sim.pose(1).y < 20; });
    CHECK(met_after(watch(Watcher::kBelow, 1, 1, 20)) == expected);
    CHECK(met_after(watch(Watcher::kBelow, 1, 1, 5)) == -1);
    CHECK(met_after(watch(Watcher::kOutside, 1, 1)) == -1);
    Rollout thrown = rollout({watch(Watcher::kOutside, 1, 1)});
    thrown.commands = {command(0, Command::kPush, 1, -20, 0)};
    CHECK(played(thrown).met == 0);
}

TEST(a_condition_must_hold_without_a_break) {
    const int first = met_after(watch(Watcher::kTouching, 0, 1));
    const int held = met_after(watch(Watcher::kTouching, 0, 1, 0, 100));
    // The ball bounces, so the count begins again.
    CHECK(held > first + 99);
    CHECK(met_after(watch(Watcher::kTouching, 0, 1, 0, 600)) == -1);
}

TEST(a_negated_condition_counts_where_the_plain_one_does_not) {
    CHECK(met_after(negated(watch(Watcher::kTouching, 0, 1), false)) == 1);
    CHECK(met_after(negated(watch(Watcher::kAbove, 3, 1), false)) == -1);
}

TEST(not_touching_counts_from_the_first_touch_on) {
    const int touch = met_after(watch(Watcher::kTouching, 0, 1));
    const Watcher watcher = negated(watch(Watcher::kTouching, 0, 1), true);
    const int apart = met_after(watcher);
    // The first bounce parts them.
    CHECK(apart > touch && apart < touch + 10);
}

TEST(never_having_touched_is_not_touching_at_the_end) {
    const Result never = played(rollout({negated(watch(Watcher::kTouching, 1, 3), true)}));
    CHECK(never.met == 0 && never.steps == 600);
    // They always touch, so it is never met.
    const Result always = played(rollout({negated(watch(Watcher::kTouching, 0, 2, 0, 500), true)}));
    CHECK(always.met == -1 && always.steps == 600);
}

TEST(a_removed_body_touches_nothing_and_lies_nowhere) {
    for (Watcher watcher : every_kind()) {
        Rollout gone = rollout({watcher}, 100);
        gone.commands = {command(0, Command::kRemove, 1)};
        CHECK(played(gone).met == -1);
    }
}

TEST(the_first_watcher_met_ends_it) {
    const Result result = played(rollout({watch(Watcher::kOutside, 1, 1),
                                          watch(Watcher::kTouching, 0, 1),
                                          watch(Watcher::kTouching, 1, 0)}));
    CHECK(result.met == 1);
    CHECK(result.steps == met_after(watch(Watcher::kTouching, 0, 1)));
}

TEST(commands_act_just_before_their_step) {
    Rollout timed = rollout({}, 200);
    timed.commands = {command(10, Command::kRemove, 2), command(50, Command::kPush, 1, 0.2, 0.1),
                      command(50, Command::kPlace, 3, 100, 120, 0.3)};
    Sim sim(shared(stage()));
    for (int i = 0; i < 200; ++i) {
        if (i == 10) sim.remove(2);
        if (i == 50) sim.push(1, 0.2, 0.1), sim.place(3, 100, 120, 0.3);
        sim.step();
    }
    const Result result = played(timed);
    CHECK(result.digest == sim.digest());
    CHECK(std::isnan(result.poses[2].x) && result.poses[1].x == sim.pose(1).x);
}

TEST(a_command_that_cannot_be_done_is_an_error_of_the_rollout) {
    Rollout twice = rollout({}, 50);
    twice.commands = {command(1, Command::kRemove, 1), command(2, Command::kPush, 1, 1, 1)};
    check(twice);
    CHECK(run(twice).error.find("no body 1") != std::string::npos);
    Rollout wild = rollout({}, 50);
    wild.commands = {command(1, Command::kPush, 1, std::nan(""), 0)};
    CHECK(run(wild).error.find("impulse") != std::string::npos);
}

TEST(frames_come_after_the_first_step_and_every_stride) {
    Rollout filmed = rollout({}, 100);
    filmed.stride = 30;
    const Result result = played(filmed);
    CHECK(result.frames.size() == 4 * 4);
    Sim sim(shared(stage()));
    for (int i = 0; i < 91; ++i) {
        sim.step();
        const size_t frame = static_cast<size_t>(i / 30);
        if (i % 30 == 0) CHECK(result.frames[4 * frame + 1].y == sim.pose(1).y);
    }
}

TEST(outcome_only_gives_the_verdict_of_the_full_rollout) {
    Random random(3);
    int met = 0, shorter = 0;
    for (int i = 0; i < 400; ++i) {
        auto kinds = every_kind();
        std::vector<Watcher> watchers;
        for (int k = 0; k <= random.below(2); ++k) {
            Watcher watcher = kinds[random.below(7)];
            if (watcher.kind != Watcher::kInside && random.one_in(2))
                watcher.a = random.below(4), watcher.b = random.below(4);
            watcher.hold = 1 + random.below(random.one_in(2) ? 3 : 300);
            watcher.negate = random.one_in(3);
            watcher.after_seen = random.one_in(2);
            watchers.push_back(watcher);
        }
        Rollout full = rollout(watchers, 1 + random.below(400));
        if (random.one_in(3))
            full.commands = {command(random.below(300), random.below(3), 1 + random.below(3),
                                     random.between(-1, 1), random.between(0, 2))};
        Rollout quick = full;
        quick.outcome_only = true;
        const Result a = played(full), b = played(quick);
        CHECK(a.met == b.met);
        CHECK(b.steps <= a.steps);
        if (a.met >= 0 && b.steps == a.steps) CHECK(a.digest == b.digest);
        met += a.met >= 0;
        shorter += b.steps < a.steps;
    }
    CHECK(met > 50 && met < 350 && shorter > 50);
}

TEST(rollouts_that_make_no_sense_are_refused) {
    const auto refused = [](const std::function<void(Rollout&)>& spoil, const char* words) {
        Rollout bad = rollout({watch(Watcher::kTouching, 0, 1)});
        spoil(bad);
        CHECK_THROWS(check(bad), SceneError, words);
    };
    refused([](Rollout& r) { r.most_steps = 0; }, "steps");
    refused([](Rollout& r) { r.most_steps = 1'000'001; }, "steps");
    refused([](Rollout& r) { r.stride = -1; }, "stride");
    refused([](Rollout& r) { r.added.assign(kMostBodies, ball(1, 1, 1)); }, "too many");
    for (int bad : {-1, 4, 1 << 30}) {
        refused([&](Rollout& r) { r.watchers[0].a = bad; }, "body that is not there");
        refused([&](Rollout& r) { r.watchers[0].b = bad; }, "body that is not there");
        refused([&](Rollout& r) { r.commands = {command(0, 0, bad)}; }, "body that is not there");
    }
    refused([](Rollout& r) { r.watchers[0].hold = 0; }, "at least one step");
    for (int bad : {-1, 7}) {
        refused([&](Rollout& r) { r.watchers[0].kind = bad; }, "no kind of watcher");
        refused([&](Rollout& r) { r.commands = {command(0, bad, 1)}; }, "no kind of command");
    }
    refused([](Rollout& r) { r.watchers[0].value = NAN; }, "finite");
    refused([](Rollout& r) { r.watchers[0].kind = Watcher::kInside; }, "region");
    refused(
        [](Rollout& r) {
            r.watchers[0].kind = Watcher::kInside;
            r.watchers[0].region.vertices = {{0, 0}, {NAN, 0}, {0, 9}};
        },
        "region");
    refused(
        [](Rollout& r) {
            r.watchers[0].kind = Watcher::kInside;
            r.watchers[0].region.vertices = {{0, 0}, {0, 9}, {9, 0}};
        },
        "region");
    refused([](Rollout& r) { r.commands = {command(0, 1, 1, NAN, 0)}; }, "impulse");
    refused([](Rollout& r) { r.commands = {command(0, 2, 1, 1e9, 0)}; }, "body 1: the position");
    refused([](Rollout& r) { r.commands = {command(-1, 0, 1)}; }, "order");
    refused([](Rollout& r) { r.commands = {command(5, 0, 1), command(4, 0, 2)}; }, "order");
}

TEST(an_engine_that_gives_up_is_an_error_of_the_rollout) {
    Rollout crowded = rollout({}, 10);
    Scene scene = empty_scene();
    scene.velocity_iterations = scene.position_iterations = 1;
    scene.bodies.assign(400, ball(128, 128, 30));
    crowded.scene = shared(scene);
    CHECK(run(crowded).error.find("50000 contacts") != std::string::npos);
}
