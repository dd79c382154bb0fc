// A rollout over a recorded scene ends in the same bits as one from the start.
#include <cmath>
#include <string_view>

#include "core/undisturbed.hpp"
#include "tests/random_scenes.hpp"

using namespace topple;
using namespace testing;

namespace {

bool same(const std::vector<Pose>& a, const std::vector<Pose>& b) {
    const auto bytes = [](const std::vector<Pose>& poses) {
        return std::string_view(reinterpret_cast<const char*>(poses.data()),
                                poses.size() * sizeof(Pose));
    };
    return bytes(a) == bytes(b);
}

void compare(const Rollout& rollout, const Undisturbed& alone) {
    const Result plain = run(rollout), shared = run(rollout, alone);
    CHECK(plain.met == shared.met);
    CHECK(plain.steps == shared.steps);
    CHECK(plain.error == shared.error);
    CHECK(plain.digest == shared.digest);
    CHECK(same(plain.poses, shared.poses));
    CHECK(same(plain.frames, shared.frames));
}

// A floor, a wall, towers that fall and balls that roll.
Scene stage(Random& random) {
    Scene scene = empty_scene();
    scene.bodies = {box(128, 0, 256, 10), box(0, 128, 10, 256), box(256, 128, 10, 256)};
    const auto add = [&](Body body) {
        body.angle = random.between(-1, 1);
        scene.bodies.push_back(std::move(body));
    };
    for (int i = random.below(4); i > 0; --i)
        add(box(random.between(20, 230), random.between(20, 200), random.between(10, 80), 6));
    for (int i = 1 + random.below(6); i > 0; --i) {
        const double x = random.between(20, 230), y = random.between(10, 240);
        if (random.one_in(2))
            add(ball(x, y, random.between(3, 15)));
        else
            add(box(x, y, random.between(5, 40), random.between(5, 40), true));
    }
    return scene;
}

// A body that falls fast and bounces well, so that impacts move its box out of its bounds.
Body drop(Random& random, double x) {
    Body body = ball(x, random.between(239, 240), 5);
    if (random.one_in(3)) body = box(x, random.between(239, 240), 10, 10, true);
    body.restitution = random.between(0.5, 1);
    return body;
}

// Bodies that fall side by side on the stones of a floor, and hit it in the same step.
Scene drops(Random& random) {
    Scene scene = empty_scene();
    for (int i = 0; i < 16; ++i) scene.bodies.push_back(box(8 + 16 * i, random.below(3), 16, 10));
    for (int i = 1 + random.below(4); i > 0; --i) scene.bodies.push_back(drop(random, 50 * i));
    return scene;
}

Watcher touching(int a, int b) {
    Watcher watcher;
    watcher.a = a, watcher.b = b, watcher.hold = 20;
    return watcher;
}

}  // namespace

TEST(bodies_that_hit_the_same_floor_in_the_same_step) {
    for (int seed = 0; seed < rounds(24); ++seed) {
        Random random(static_cast<uint64_t>(seed));
        Rollout rollout;
        rollout.scene = shared(drops(random));
        const auto alone = Undisturbed::record(rollout.scene, {}, 400);
        for (int i = 0; i < 8; ++i) {
            rollout.added = {drop(random, 25 + 50 * random.below(5))};
            rollout.stride = 1;
            rollout.digest = !random.one_in(3);
            rollout.most_steps = random.one_in(2) ? 20 + random.below(60) : 400;
            compare(rollout, *alone);
        }
    }
}

TEST(random_stages_with_one_or_two_balls) {
    for (int seed = 0; seed < rounds(24); ++seed) {
        Random random(static_cast<uint64_t>(seed));
        Rollout rollout;
        rollout.scene = shared(stage(random));
        const int bodies = static_cast<int>(rollout.scene->bodies.size());
        rollout.watchers = {touching(random.below(bodies), bodies - 1)};
        const auto alone = Undisturbed::record(rollout.scene, rollout.watchers, 400);
        CHECK(alone != nullptr);
        for (int i = 0; i < 8; ++i) {
            rollout.added.clear();
            for (int balls = 1 + random.below(2); balls > 0; --balls)
                rollout.added.push_back(ball(random.between(20, 230), random.between(20, 240),
                                             random.between(2, 20)));
            rollout.stride = random.below(4);
            rollout.outcome_only = random.one_in(2);
            rollout.digest = !random.one_in(4);
            rollout.most_steps = random.one_in(3) ? 600 : 400;  // longer than recorded, too
            compare(rollout, *alone);
        }
    }
}

TEST(wild_scenes) {
    int compared = 0;
    for (int seed = 0; seed < rounds(700); ++seed) {
        Maker maker(static_cast<uint64_t>(seed));
        const Scene scene = maker.scene();
        try {
            check(scene);
            Rollout rollout = maker.rollout(scene);
            rollout.commands.clear();
            check(rollout);
            for (const Body& body : rollout.added) check(body, scene, 0);
            if (scene.bodies.size() > 20) continue;
            rollout.digest = true;
            rollout.most_steps = 150;
            const auto alone = Undisturbed::record(rollout.scene, rollout.watchers, 150);
            if (!alone) continue;
            compare(rollout, *alone);
            ++compared;
        } catch (const SceneError&) {
        }
    }
    CHECK(compared > rounds(70));
}

TEST(scenes_that_cannot_be_shared) {
    Scene scene = heap();
    const auto recorded = [&](std::vector<Watcher> watchers = {}) {
        return Undisturbed::record(shared(scene), watchers, 50) != nullptr;
    };
    CHECK(recorded());
    CHECK(!recorded({touching(0, static_cast<int>(scene.bodies.size()))}));
    scene.bodies[0].angle = -0.0;
    CHECK(!recorded());
    scene.bodies[0].angle = 0.0;
    scene.bodies.back().bullet = true;
    CHECK(!recorded());
    scene = tied_heap();
    CHECK(!recorded());
}

TEST(a_recording_begins_when_it_is_worth_it) {
    Recording recording(shared(heap()), {});
    recording.expect(2);
    CHECK(recording.get(50) == nullptr);
    recording.expect(1);
    const auto first = recording.get(50);
    CHECK(first != nullptr);
    CHECK(recording.get(40) == first);
    CHECK(recording.get(60) != first);
    recording.drop();
    CHECK(recording.get(50) != nullptr);
}

TEST(a_record_ends_when_a_watcher_is_met) {
    Scene scene = empty_scene();
    scene.bodies = {box(128, 0, 256, 10), ball(60, 60, 5)};
    Recording recording(shared(scene), {touching(0, 1)});
    recording.expect(3);
    const auto first = recording.get(500);
    CHECK(first != nullptr && recording.get(600) == first);
}
