// A simulation steps, can be changed, and records events.
#include <cmath>

#include "tests/checks.hpp"

using namespace topple;
using namespace testing;

namespace {

void settle(Sim& sim) {
    for (int i = 0; i < 5000 && !sim.resting(); ++i) sim.step();
    CHECK(sim.resting());
}

// A floor, a ball high above it, and one that already lies on it.
Scene floor_and_balls() {
    Scene scene = empty_scene();
    scene.bodies = {box(128, 0, 256, 10), ball(60, 100, 6), ball(200, 11, 6)};
    return scene;
}

int count(const std::vector<Event>& events, int kind) {
    int found = 0;
    for (const Event& event : events) found += event.kind == kind;
    return found;
}

}  // namespace

TEST(a_falling_body_follows_the_integrator) {
    Scene scene = empty_scene();
    Body body = ball(100, 200, 5);
    body.linear_damping = 0.3;
    scene.bodies = {body};
    Sim sim(shared(scene));
    const float h = static_cast<float>(scene.time_step);
    const float damping = 1.0f - h * 0.3f;
    float y = 200.0f / 6.0f, v = 0.0f;
    for (int i = 0; i < 100; ++i) {
        sim.step();
        v += h * -9.8f;
        v *= damping;
        y += h * v;
        double velocity[3];
        sim.velocity(0, velocity);
        CHECK(sim.pose(0).y == static_cast<double>(y * 6.0f));
        CHECK(velocity[1] == static_cast<double>(v * 6.0f));
    }
    CHECK(sim.pose(0).x == static_cast<double>(100.0f / 6.0f * 6.0f));
    CHECK(sim.steps() == 100);
}

TEST(nothing_moves_without_gravity) {
    Scene scene = heap();
    scene.gravity_y = 0.0;
    scene.bodies = {ball(50, 50, 5), box(150, 150, 20, 20, true)};
    Sim sim(shared(scene));
    const double before = sim.pose(1).y;
    for (int i = 0; i < 60; ++i) sim.step();
    CHECK(sim.pose(1).y == before);
    CHECK(sim.resting());
}

TEST(steps_at_rest_equal_real_ones) {
    Sim quick(shared(heap())), real(shared(heap()));
    settle(quick);
    settle(real);
    CHECK(quick.digest() == real.digest());
    const Scene& scene = real.scene();
    // The body is the only way to the world behind it.
    b2World* world = const_cast<b2Body*>(real.engine_body(0))->GetWorld();
    for (int i = 0; i < 200; ++i)
        world->Step(static_cast<float>(scene.time_step), scene.velocity_iterations,
                    scene.position_iterations);
    CHECK(quick.digest() == real.digest());
}

TEST(a_step_at_rest_still_counts) {
    Sim sim(shared(floor_and_balls()));
    settle(sim);
    const int before = sim.steps();
    const uint64_t digest = sim.digest();
    sim.step();
    CHECK(sim.steps() == before + 1);
    CHECK(sim.digest() != digest);
}

TEST(what_leaned_on_a_removed_body_falls) {
    Scene scene = floor_and_balls();
    scene.bodies.push_back(box(60, 50, 40, 6));
    Sim sim(shared(scene));
    settle(sim);
    const double before = sim.pose(1).y;
    sim.remove(3);
    CHECK(!sim.resting());
    CHECK(!sim.alive(3));
    CHECK(sim.size() == 4);
    settle(sim);
    CHECK(sim.pose(1).y < before - 20);
}

TEST(what_leaned_on_a_placed_body_falls) {
    Scene scene = floor_and_balls();
    scene.bodies.push_back(box(60, 50, 40, 6));
    Sim sim(shared(scene));
    settle(sim);
    sim.place(3, 128, 200, 0.5);
    CHECK(sim.pose(3).angle == 0.5);
    settle(sim);
    CHECK(sim.pose(1).y < 15);
}

TEST(placing_keeps_the_velocity) {
    Sim sim(shared(floor_and_balls()));
    for (int i = 0; i < 20; ++i) sim.step();
    double before[3], after[3];
    sim.velocity(1, before);
    sim.place(1, 30, 200, 1.0);
    sim.velocity(1, after);
    CHECK(before[1] == after[1] && after[1] < 0);
    CHECK(std::abs(sim.pose(1).x - 30) < 1e-5);
}

TEST(a_push_changes_the_velocity_by_impulse_over_mass) {
    Sim sim(shared(floor_and_balls()));
    settle(sim);
    sim.push(1, 0.3, 0.0);
    double velocity[3];
    sim.velocity(1, velocity);
    const double mass = 0.25 * 3.14159265 * (6.0 / 6.0) * (6.0 / 6.0);
    CHECK(std::abs(velocity[0] - 0.3 / mass * 6.0) < 1e-4);
    CHECK(!sim.resting());
}

TEST(bodies_that_are_not_there_are_refused) {
    Sim sim(shared(floor_and_balls()));
    sim.remove(2);
    for (int body : {-1, 2, 3, 1 << 30}) {
        CHECK_THROWS(sim.remove(body), SceneError, "there is no body");
        CHECK_THROWS(sim.push(body, 0, 0), SceneError, "there is no body");
        CHECK_THROWS(sim.place(body, 0, 0, 0), SceneError, "there is no body");
        CHECK_THROWS(sim.pose(body), SceneError, "there is no body");
        CHECK_THROWS(sim.touching(body, 0), SceneError, "there is no body");
        CHECK_THROWS(sim.touching(0, body), SceneError, "there is no body");
    }
}

TEST(bad_pushes_places_and_additions_change_nothing) {
    Sim sim(shared(heap()));
    for (int i = 0; i < 50; ++i) sim.step();
    const uint64_t digest = sim.digest();
    for (double bad : {std::nan(""), double(INFINITY), -1e30}) {
        CHECK_THROWS(sim.push(3, bad, 0), SceneError, "impulse");
        CHECK_THROWS(sim.place(3, bad, 0, 0), SceneError, "position");
        CHECK_THROWS(sim.place(3, 0, 0, bad), SceneError, "angle");
        CHECK_THROWS(sim.add(ball(bad, 0, 5)), SceneError, "position");
        CHECK_THROWS(sim.add(ball(0, 0, bad)), SceneError, "radius");
    }
    CHECK(sim.digest() == digest);
    CHECK(sim.size() == static_cast<int>(heap().bodies.size()));
}

TEST(an_added_body_gets_the_next_number_and_wakes_the_sim) {
    Sim sim(shared(floor_and_balls()));
    settle(sim);
    CHECK(sim.add(ball(128, 60, 4)) == 3);
    CHECK(!sim.resting());
    CHECK(sim.definition(3).shapes[0].radius == 4);
    settle(sim);
    CHECK(sim.touching(0, 3));
    CHECK(std::abs(sim.pose(3).y - 9) < 0.2);
}

TEST(a_simulation_is_full_at_some_point) {
    Scene scene = empty_scene();
    scene.bodies.assign(kMostBodies - 1, ball(0, 0, 1));
    for (int i = 0; i < kMostBodies - 1; ++i) scene.bodies[i].x = 10.0 * i;
    Sim sim(shared(scene));
    sim.add(ball(0, 100, 1));
    CHECK_THROWS(sim.add(ball(0, 200, 1)), SceneError, "full");
}

TEST(events_tell_of_beginnings_hits_and_ends) {
    Sim sim(shared(floor_and_balls()));
    sim.record_events(0.05f);
    for (int i = 0; i < 300; ++i) sim.step();
    const auto events = sim.take_events();
    // The ball that falls bounces at least once: two beginnings, an end between them.
    int begins = 0, ends = 0, hits = 0, last = 0;
    for (const Event& event : events) {
        CHECK(event.step >= last && event.step < 300);
        last = event.step;
        if (event.first != 1 && event.second != 1) continue;
        begins += event.kind == Event::kBegin;
        ends += event.kind == Event::kEnd;
        hits += event.kind == Event::kHit;
        if (event.kind == Event::kHit) CHECK(event.impulse >= 0.05f);
        CHECK(begins - ends == 0 || begins - ends == 1);
    }
    CHECK(begins >= 2 && ends == begins - 1 && hits >= 1);
    CHECK(sim.take_events().empty());
}

TEST(hits_below_the_least_impulse_are_left_out) {
    Sim sim(shared(floor_and_balls()));
    sim.record_events(INFINITY);
    for (int i = 0; i < 300; ++i) sim.step();
    const auto events = sim.take_events();
    CHECK(count(events, Event::kHit) == 0);
    CHECK(count(events, Event::kBegin) >= 3);
}

TEST(a_removal_ends_its_contacts) {
    Sim sim(shared(floor_and_balls()));
    settle(sim);
    sim.record_events(INFINITY);
    sim.remove(0);
    const auto events = sim.take_events();
    CHECK(events.size() == 2 && count(events, Event::kEnd) == 2);
}

TEST(recording_changes_nothing) {
    Sim plain(shared(heap())), recording(shared(heap()));
    recording.record_events(0.0f);
    for (int i = 0; i < 200; ++i) plain.step(), recording.step();
    CHECK(plain.digest() == recording.digest());
    CHECK(recording.take_events().size() > 100);
    CHECK(plain.take_events().empty());
}

TEST(the_scale_is_units_to_the_metre) {
    for (double scale : {0.5, 1.0, 64.0}) {
        Scene scene = empty_scene();
        scene.scale = scale;
        scene.width = scene.height = 10 * scale;
        scene.bodies = {ball(5 * scale, 8 * scale, 0.5 * scale)};
        Sim sim(shared(scene));
        for (int i = 0; i < 60; ++i) sim.step();
        CHECK(std::abs(sim.pose(0).y / scale - (8 - 9.8 * 61.0 / 120.0)) < 1e-4);
    }
}

TEST(a_pile_beyond_the_contact_limit_is_an_engine_error) {
    Scene scene = empty_scene();
    scene.velocity_iterations = scene.position_iterations = 1;
    scene.bodies.assign(400, ball(128, 128, 30));
    Sim sim(shared(scene));
    CHECK_THROWS(sim.step(), EngineError, "50000 contacts");
}
