// Random levels, sane and mad: each is refused, or plays to an outcome; snapshots continue with the
// same bits.
#include <memory>

#include "core/scene.hpp"
#include "tests/checks.hpp"
#include "worlds/kinetix/game.hpp"

using namespace topple;
using testing::Random;

namespace {

float number(Random& random, double low, double high) {
    // Now and then a number that no level should have.
    if (random.one_in(400)) return random.one_in(2) ? NAN : 1e30f;
    return static_cast<float>(random.between(low, high));
}

kinetix::Vec place(Random& random) { return {number(random, 0, 5), number(random, 0, 5)}; }

kinetix::Shape shape(Random& random, bool circle) {
    kinetix::Shape s;
    const bool fixed = random.one_in(4);
    s.inverse_mass = fixed ? 0.0f : number(random, 0.5, 50);
    s.inverse_inertia = fixed ? 0.0f : number(random, 5, 3000);
    s.friction = number(random, 0, 2), s.restitution = number(random, 0, 1.5);
    s.mode = random.below(3), s.role = random.below(4), s.active = !random.one_in(5);
    s.sides = random.one_in(3) ? 3 : 4;
    if (circle) {
        s.radius = number(random, 0.0, 0.6);
    } else {
        const float w = number(random, 0.0, 0.8), h = number(random, 0.02, 0.8);
        s.vertices = {{{w, h}, {w, -h}, {-w, -h}, {-w, h}}};
    }
    return s;
}

kinetix::Level level(Random& random) {
    kinetix::Level made;
    made.polygons = 4 + random.below(9), made.circles = random.below(5);
    for (int i = 0; i < made.bodies(); ++i) {
        made.shapes.push_back(shape(random, i >= made.polygons));
        made.start.push_back({place(random), {number(random, -5, 5), number(random, -5, 5)},
                              number(random, -7, 7), number(random, -9, 9)});
    }
    for (int i = random.below(7); i > 0; --i) {
        kinetix::Joint j;
        j.a = random.below(made.bodies()), j.b = random.below(made.bodies());
        j.a_anchor = {number(random, -0.3, 0.3), number(random, -0.3, 0.3)};
        j.active = !random.one_in(5), j.motor = random.one_in(2), j.fixed = random.one_in(3);
        j.limited = random.one_in(2), j.speed = number(random, 0, 3), j.power = number(random, 0, 3);
        j.least = number(random, -3, 0), j.most = number(random, 0, 3), j.channel = random.below(6);
        made.joints.push_back(j);
    }
    for (int i = random.below(3); i > 0; --i)
        made.thrusters.push_back({random.below(made.bodies()), random.below(4), place(random),
                                  number(random, -3, 3), number(random, 0, 4), true});
    return made;
}

kinetix::Drive drive(Random& random) {
    kinetix::Drive found;
    for (int c = 0; c < kinetix::kChannels; ++c)
        found[c] = static_cast<float>(random.below(c < kinetix::kMotorChannels ? 3 : 2)) -
                   (c < kinetix::kMotorChannels ? 1.0f : 0.0f);
    return found;
}

// Play a level; returns whether it could be simulated.
bool play_one(uint64_t seed) {
    Random random(seed);
    auto made = std::make_shared<kinetix::Level>(level(random));
    try {
        kinetix::prepare(*made);
    } catch (const SceneError&) {
        return false;
    }
    kinetix::Game game(made);
    for (int i = 0; i < 40 && !game.over(); ++i) game.step(drive(random));
    if (game.outcome() == kinetix::kBroken) return true;
    kinetix::Game twin = kinetix::Game::restore(made, game.snapshot());
    for (int i = 0; i < 10; ++i) {
        const kinetix::Drive same = drive(random);
        game.step(same), twin.step(same);
    }
    CHECK(game.digest() == twin.digest());
    return true;
}

}  // namespace

TEST(random_levels_are_refused_or_play) {
    int played = 0;
    const int tried = testing::rounds(1500);
    for (int i = 0; i < tried; ++i) played += play_one(static_cast<uint64_t>(i));
    std::printf("played %d of %d\n", played, tried);
    CHECK(played > tried / 10);
}

TEST(damaged_snapshots_are_refused) {
    Random random(7);
    auto made = std::make_shared<kinetix::Level>();
    made->polygons = 4, made->circles = 1;
    for (int i = 0; i < 5; ++i) {
        kinetix::Shape s;
        s.mode = i < 4 ? 2 : 1, s.radius = i < 4 ? 0.0f : 0.2f;
        s.inverse_mass = i < 4 ? 0.0f : 8.0f, s.inverse_inertia = i < 4 ? 0.0f : 800.0f;
        s.vertices = {{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}};
        made->shapes.push_back(s);
        made->start.push_back({{static_cast<float>(3 * i), 2.0f}, {}, 0.0f, 0.0f});
    }
    kinetix::prepare(*made);
    const std::string bytes = kinetix::Game(made).snapshot();
    for (int i = 0; i < testing::rounds(2000); ++i) {
        std::string damaged = bytes;
        damaged[random.below(static_cast<int>(damaged.size()))] ^= 1 << random.below(8);
        damaged.resize(random.one_in(3) ? random.below(static_cast<int>(bytes.size()) + 1)
                                        : damaged.size());
        CHECK_THROWS(kinetix::Game::restore(made, damaged), SceneError, "snapshot");
    }
}
