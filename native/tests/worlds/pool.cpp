// Shots on random tables: they end, repeat themselves, gain no energy and continue from a snapshot.
#include "worlds/pool/play.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/scene.hpp"
#include "tests/checks.hpp"

using namespace topple::pool;
using testing::Random;
using topple::SceneError;

namespace {

Ball resting(double x, double y) { return {{x, y, kBallRadius}, {}, {}, kStationary}; }

bool fits(const std::vector<Ball>& balls, const Ball& next) {
    for (const Ball& ball : balls)
        if (norm(ball.r - next.r) < 2.0 * kBallRadius) return false;
    return true;
}

std::vector<Ball> random_balls(Random& random, int most) {
    std::vector<Ball> balls;
    for (int tries = 1 + random.below(most); tries > 0; --tries) {
        const Ball next = resting(random.between(kBallRadius, kWidth - kBallRadius),
                                  random.between(kBallRadius, kLength - kBallRadius));
        if (fits(balls, next)) balls.push_back(next);
    }
    return balls;
}

Strike random_strike(Random& random) {
    return {random.between(0.0, 12.0), random.between(-720.0, 720.0),
            random.one_in(3) ? random.between(0.0, 80.0) : 0.0, random.between(-0.6, 0.6),
            random.between(-0.6, 0.6)};
}

Model random_model(Random& random) { return random.one_in(2) ? Model::k2025 : Model::k2026; }

double energy(const Sim& sim) {
    double sum = 0.0;
    for (int i = 0; i < sim.size(); ++i) {
        const Ball b = sim.ball(i);
        sum += 0.5 * dot(b.v, b.v) + 0.2 * kBallRadius * kBallRadius * dot(b.w, b.w);
    }
    return sum;
}

constexpr double kRounding = 1e-13;

// The most that two balls gain when they are parted because they travel on together. One gives the other
// a tenth of its speed a along the line of centres. Their speeds along it differ by less than 0.01 m/s, so
// the energy per mass changes by 0.01 a^2 - 0.1 a (a - b), where |a - b| < 0.01. The giver keeps 0.9 a.
double gain_of_parting(const Ball& one, const Ball& other) {
    const double a = std::max(norm(one.v), norm(other.v)) / 0.9;
    return 0.01 * a * a + 0.001 * a;
}

Shot played(const std::vector<Ball>& balls, const Strike& strike, Model model) {
    return play(balls, 0, strike, model, nullptr, [] { return true; });
}

}  // namespace

TEST(a_shot_ends_and_repeats_itself) {
    Random random(1);
    for (int round = 0; round < testing::rounds(200); ++round) {
        const auto balls = random_balls(random, kMostBalls);
        const Strike strike = random_strike(random);
        const Model model = random_model(random);
        const Shot shot = played(balls, strike, model);
        CHECK(played(balls, strike, model).summary.digest == shot.summary.digest);
        CHECK(shot.summary.events <= kMostEvents);
        for (size_t i = 0; i < balls.size(); ++i) {
            const Ball& one = shot.balls[i];
            CHECK(one.state == kStationary || one.state == kPocketed);
            CHECK(std::isfinite(one.r.x) && std::isfinite(one.r.y));
            for (size_t j = 0; j < i; ++j)
                if (one.state == kStationary && shot.balls[j].state == kStationary)
                    CHECK(norm(one.r - shot.balls[j].r) >= 2.0 * kBallRadius - 1e-9);
        }
    }
}

TEST(no_event_adds_energy) {
    Random random(2);
    for (int round = 0; round < testing::rounds(100); ++round) {
        Sim sim(random_balls(random, 6), 0, random_model(random));
        sim.strike(random_strike(random));
        double last = energy(sim);
        for (Event event = sim.step(); event.kind != kNone; event = sim.step()) {
            const double now = energy(sim);
            const bool parted = event.kind == kBall && sim.model() == Model::k2026;
            const double gain = parted ? gain_of_parting(sim.ball(event.ball), sim.ball(event.other)) : 0.0;
            CHECK(now <= last * (1.0 + kRounding) + gain);
            last = now;
        }
    }
}

TEST(a_shot_goes_on_from_a_snapshot) {
    Random random(3);
    for (int round = 0; round < testing::rounds(100); ++round) {
        Sim sim(random_balls(random, 10), 0, random_model(random));
        sim.strike(random_strike(random));
        for (int i = random.below(40); i > 0; --i) sim.step();
        Sim twin = Sim::restore(sim.snapshot());
        CHECK(twin.digest() == sim.digest());
        for (int i = 0; i < kMostEvents; ++i) {
            const Event here = sim.step(), there = twin.step();
            CHECK(here.kind == there.kind && here.time == there.time);
            if (here.kind == kNone) break;
        }
        CHECK(twin.digest() == sim.digest());
    }
}

TEST(a_damaged_snapshot_is_refused_or_simulated) {
    Random random(4);
    Sim sim(random_balls(random, 10), 0, Model::k2026);
    sim.strike({5.0, 80.0, 0.0, 0.1, 0.2});
    for (int i = 0; i < 5; ++i) sim.step();
    const std::string good = sim.snapshot();
    for (int round = 0; round < testing::rounds(2000); ++round) {
        std::string bad = good;
        bad[random.below(static_cast<int>(bad.size()))] ^= static_cast<char>(1 << random.below(8));
        try {
            Sim damaged = Sim::restore(bad);
            for (int i = 0; i < 300 && damaged.step().kind != kNone; ++i) {
            }
        } catch (const SceneError&) {
        }
        CHECK_THROWS(Sim::restore(good.substr(0, random.below(static_cast<int>(good.size())))),
                     SceneError, "");
    }
}

TEST(what_cannot_be_simulated_is_refused) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto table = [](std::vector<Ball> balls) { return Sim(balls, 0, Model::k2026); };
    const Ball fine = resting(0.5, 0.5);
    CHECK_THROWS(table({}), SceneError, "1 to 24");
    CHECK_THROWS(table(std::vector<Ball>(25, fine)), SceneError, "1 to 24");
    CHECK_THROWS(table({fine, resting(0.52, 0.5)}), SceneError, "overlaps");
    CHECK_THROWS(table({resting(nan, 0.5)}), SceneError, "finite");
    CHECK_THROWS(table({resting(0.01, 0.5)}), SceneError, "cushion 3");
    CHECK_THROWS(table({resting(-0.04, 0.5)}), SceneError, "not on the table");
    CHECK_THROWS(table({resting(0.0, 0.0)}), SceneError, "in pocket lb");
    Sim sim(std::vector<Ball>{fine}, 0, Model::k2026);
    CHECK_THROWS(sim.strike({nan, 0, 0, 0, 0}), SceneError, "speed");
    CHECK_THROWS(sim.strike({1e9, 0, 0, 0, 0}), SceneError, "speed");
    CHECK_THROWS(sim.strike({1, nan, 0, 0, 0}), SceneError, "direction");
    CHECK_THROWS(sim.strike({1, 0, 90, 0, 0}), SceneError, "elevation");
    CHECK_THROWS(sim.strike({1, 0, 0, 0.8, 0.8}), SceneError, "edge");
    CHECK(sim.strike({0, 0, 0, 0, 0}).kind == kNone);
    CHECK(sim.strike({1, 0, 0, 0, 0}).kind == kStick);
    CHECK_THROWS(sim.strike({1, 0, 0, 0, 0}), SceneError, "moves");
}
