// Hinges, rods and ropes hold, can be cut, and survive a snapshot.
#include <cmath>
#include <functional>

#include "core/rollout.hpp"
#include "tests/checks.hpp"

using namespace topple;
using namespace testing;

namespace {

// In pixels. The engine lets a joint give way by a few hundredths.
constexpr double kGive = 0.2;

// Body 0 is a beam at (128, 200), body 1 a ball next to it.
Scene hung(const Joint& joint, double x = 188.0, double y = 200.0) {
    Scene scene = empty_scene();
    scene.bodies = {box(128, 200, 20, 4), ball(x, y, 5)};
    scene.joints = {joint};
    return scene;
}

double apart(const Sim& sim, int a, int b) {
    return std::hypot(sim.pose(a).x - sim.pose(b).x, sim.pose(a).y - sim.pose(b).y);
}

void steps(Sim& sim, int count) {
    while (count-- > 0) sim.step();
}

}  // namespace

TEST(a_pendulum_keeps_its_length) {
    Sim sim(shared(hung(tie(Joint::kRod, 0, 1, 60))));
    double lowest = 200, leftmost = 188;
    for (int i = 0; i < 1200; ++i) {
        sim.step();
        CHECK(std::abs(apart(sim, 0, 1) - 60) < kGive);
        lowest = std::min(lowest, sim.pose(1).y);
        leftmost = std::min(leftmost, sim.pose(1).x);
    }
    // It swings through and up the other side.
    CHECK(lowest < 141 && leftmost < 80);
}

TEST(a_hinge_keeps_two_places_together) {
    Joint joint = tie(Joint::kHinge, 0, 1);
    joint.second_x = -60;
    Scene scene = hung(joint);
    scene.bodies[1] = box(188, 200, 120, 6, true);
    scene.joints[0].collide = false;
    Sim sim(shared(scene));
    double most = 0;
    for (int i = 0; i < 600; ++i) {
        sim.step();
        const Pose bar = sim.pose(1);
        const double x = bar.x - 60 * std::cos(bar.angle), y = bar.y - 60 * std::sin(bar.angle);
        CHECK(std::hypot(x - 128, y - 200) < kGive);
        most = std::max(most, std::abs(bar.angle));
    }
    CHECK(most > 2);
}

TEST(a_rope_is_slack_until_it_is_taut) {
    const Scene tied = hung(tie(Joint::kRope, 0, 1, 60), 158, 200);
    Scene loose = tied;
    loose.joints.clear();
    Sim sim(shared(tied)), falling(shared(loose));
    steps(sim, 20), steps(falling, 20);
    CHECK(sim.pose(1).y == falling.pose(1).y && sim.pose(1).y < 199);
    double longest = 0;
    for (int i = 0; i < 600; ++i) {
        sim.step();
        longest = std::max(longest, apart(sim, 0, 1));
    }
    CHECK(longest > 59 && longest < 60 + kGive);
}

TEST(a_cut_joint_lets_go) {
    Sim sim(shared(hung(tie(Joint::kRod, 0, 1, 60))));
    steps(sim, 100);
    CHECK(sim.joints() == 1 && sim.holds(0));
    sim.cut(0);
    CHECK(!sim.holds(0));
    CHECK_THROWS(sim.cut(0), SceneError, "no joint 0");
    CHECK_THROWS(sim.cut(-1), SceneError, "no joint -1");
    CHECK_THROWS(sim.cut(1), SceneError, "no joint 1");
    steps(sim, 200);
    CHECK(apart(sim, 0, 1) > 100);
}

TEST(a_cut_wakes_what_hung_at_rest) {
    Sim sim(shared(hung(tie(Joint::kRod, 0, 1, 60), 128, 140)));
    steps(sim, 600);
    CHECK(sim.resting());
    sim.cut(0);
    steps(sim, 30);
    CHECK(!sim.resting() && sim.pose(1).y < 135);
}

TEST(a_removed_body_takes_its_joints_along) {
    Sim sim(shared(tied_heap()));
    steps(sim, 20);
    sim.remove(9);
    CHECK(sim.holds(0) && sim.holds(1) && sim.holds(2) && !sim.holds(3) && !sim.holds(4));
    CHECK_THROWS(sim.cut(3), SceneError, "no joint 3");
    steps(sim, 100);
}

TEST(tied_bodies_touch_only_if_they_may) {
    for (bool collide : {false, true}) {
        Scene scene = hung(tie(Joint::kRope, 0, 1, 60, collide), 128, 203);
        Sim sim(shared(scene));
        steps(sim, 3);
        CHECK(sim.touching(0, 1) == collide);
    }
}

TEST(a_cut_command_acts_just_before_its_step) {
    Rollout timed;
    timed.scene = shared(tied_heap());
    timed.most_steps = 150, timed.digest = true;
    timed.commands = {{40, Command::kCut, 2, 0, 0, 0}, {90, Command::kCut, 3, 0, 0, 0}};
    check(timed);
    Sim sim(timed.scene);
    for (int i = 0; i < 150; ++i) {
        if (i == 40) sim.cut(2);
        if (i == 90) sim.cut(3);
        sim.step();
    }
    CHECK(run(timed).digest == sim.digest());
    timed.commands[1].body = 5;
    CHECK_THROWS(check(timed), SceneError, "joint that is not there");
    timed.commands[1].body = 2;
    CHECK(run(timed).error.find("no joint 2") != std::string::npos);
}

TEST(a_restored_simulation_goes_on_with_the_same_bits) {
    Random random(21);
    for (int round = 0; round < 40; ++round) {
        Sim sim(shared(tied_heap()));
        auto hopping = Sim::restore(sim.snapshot());
        for (int part = 0; part < 8; ++part) {
            const int count = 1 + random.below(40), joint = random.below(10);
            const int body = 2 + random.below(8);
            for (Sim* each : {&sim, hopping.get()}) {
                if (joint < each->joints() && each->holds(joint) && round % 2) each->cut(joint);
                if (part == 5 && round % 3 == 0 && each->alive(body)) each->remove(body);
                if (part == 6) each->add(ball(100, 200, 6));
                steps(*each, count);
            }
            CHECK(hopping->digest() == sim.digest());
            CHECK(hopping->snapshot() == sim.snapshot());
            hopping = Sim::restore(hopping->snapshot());
            CHECK(hopping->digest() == sim.digest());
        }
    }
}

TEST(the_digest_sees_a_cut_and_what_a_joint_pulls) {
    Sim sim(shared(tied_heap()));
    steps(sim, 30);
    auto other = Sim::restore(sim.snapshot());
    other->cut(2);
    CHECK(other->digest() != sim.digest());
}

TEST(joints_that_make_no_sense_are_refused) {
    const auto refused = [](const std::function<void(Joint&)>& spoil, const char* words) {
        Scene scene = hung(tie(Joint::kRod, 0, 1, 60));
        spoil(scene.joints[0]);
        CHECK_THROWS(check(scene), SceneError, words);
    };
    refused([](Joint& j) { j.first = -1; }, "joint 0: there is no body -1");
    refused([](Joint& j) { j.second = 2; }, "no body 2");
    refused([](Joint& j) { j.second = 0; }, "two bodies");
    refused([](Joint& j) { j.kind = 3; }, "no kind of joint");
    refused([](Joint& j) { j.kind = Joint::kHinge; }, "no length");
    for (double bad : {0.0, -1.0, 1e9, static_cast<double>(NAN), static_cast<double>(INFINITY)})
        refused([&](Joint& j) { j.length = bad; }, "length");
    for (double bad : {51.0, static_cast<double>(NAN), static_cast<double>(INFINITY)})
        refused([&](Joint& j) { j.second_x = bad; }, "place");
    for (double bad : {1e6, static_cast<double>(NAN), static_cast<double>(INFINITY)})
        refused([&](Joint& j) { j.first_y = bad; }, "place");
    Scene still = hung(tie(Joint::kRod, 0, 1, 60));
    still.bodies[1].dynamic = false;
    CHECK_THROWS(check(still), SceneError, "can move");
    Scene many = hung(tie(Joint::kRod, 0, 1, 60));
    many.joints.assign(kMostJoints + 1, many.joints[0]);
    CHECK_THROWS(check(many), SceneError, "at most 1024 joints");
}
