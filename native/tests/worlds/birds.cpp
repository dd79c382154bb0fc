// The slingshot game on random levels: it ends, repeats itself and continues from a snapshot.
#include "worlds/birds/rules.hpp"

#include <cmath>

#include "tests/checks.hpp"

using namespace topple;
using namespace topple::birds;
using namespace testing;

namespace {

Body piece(double x, double y, double half, double density) {
    Body body;
    body.dynamic = density > 0.0;
    body.x = x, body.y = y;
    body.density = density, body.friction = 0.7, body.restitution = 0.1;
    body.angular_damping = 2.0;
    body.gravity_scale = 0.48;
    Shape square;
    square.vertices = {{-half, -half}, {half, -half}, {half, half}, {-half, half}};
    body.shapes.push_back(square);
    return body;
}

Rules rules() {
    Rules rules;
    rules.pivot_x = -12.15, rules.pivot_y = -1.7;
    rules.most_stretch = 1.0, rules.speed_per_stretch = 10.0, rules.drag_time = 0.2;
    rules.first_ready_time = rules.grace_time = 0.5, rules.grace_hp = 1e4;
    rules.damage_scale = 11.22, rules.other_share = 0.5, rules.hit_score = 10.0;
    rules.unused_score = 10000;
    rules.half_width = 17.5, rules.lowest = -8.0;
    rules.tap_distance = 2.0, rules.fuse_time = 0.6, rules.egg_speed = 6.0;
    rules.split_angles = {0.26, 0.09, -0.09};
    rules.tnt = {2.5, 4.0, 100.0}, rules.egg = {2.0, 2.0, 200.0};
    rules.bird_still_time = 3.0, rules.bird_still_speed = 0.001, rules.bird_most_time = 20.0;
    rules.poll_time = 1.0;
    rules.most_steps = 2000;
    return rules;
}

Bird bird(int power) {
    Bird bird;
    bird.body = piece(0, 0, 0.1, 6.0);
    bird.body.shapes = {{true, 0.17, {}}};
    bird.body.bullet = true;
    bird.mass = 0.545;
    bird.factors = {1.0, 1.0, 4.0};
    bird.power = power;
    bird.impulse = 4.0;
    bird.blast = {3.0, 4.0, 20.0};
    bird.ready_time = 0.1;
    return bird;
}

std::shared_ptr<const Level> level(Random& random) {
    Scene scene;
    scene.width = 35.0, scene.height = 12.0;
    scene.gravity_y = -9.81;
    scene.time_step = 0.02;
    scene.velocity_iterations = scene.position_iterations = 20;
    Body ground = piece(0, -3.5 - 17.5, 17.5, 0.0);
    scene.bodies.push_back(ground);
    Level made;
    made.parts.push_back({});
    for (int i = 5 + random.below(20); i > 0; --i) {
        Part part;
        part.role = kBlock + random.below(3);
        part.material = random.below(3);
        part.hp = part.role == kPig ? 1.0 : random.between(3.0, 120.0);
        part.mass = 0.3, part.defence = 1.0;
        part.colliders = 1 + random.below(2);
        part.lingers = random.one_in(2), part.linger_time = 0.3;
        part.score = 500;
        Body body = piece(random.between(-9, 12), random.between(-3.2, 1), 0.2, 2.0);
        body.bullet = part.role == kPig;
        scene.bodies.push_back(body);
        made.parts.push_back(part);
    }
    check(scene);
    made.scene = std::make_shared<const Scene>(scene);
    for (int i = random.below(4); i > 0; --i) made.birds.push_back(bird(random.below(5)));
    made.egg = piece(0, 0, 0.2, 1.0);
    made.rules = rules();
    check(made);
    return std::make_shared<const Level>(made);
}

std::vector<Shot> shots(Random& random) {
    std::vector<Shot> shots;
    for (int i = random.below(4); i > 0; --i)
        shots.push_back({random.between(-1.2, 0.3), random.between(-1, 0.3),
                         random.between(-0.5, 2.0), random.between(0, 1)});
    return shots;
}

void go_on(Game& game, const std::vector<Shot>& shots, size_t& next, int most) {
    for (int i = 0; i < most && !game.over(); ++i) {
        if (game.ready()) {
            if (next < shots.size())
                game.shoot(shots[next++]);
            else
                game.stop_shooting();
        }
        game.step();
    }
}

}  // namespace

TEST(a_game_ends_repeats_and_goes_on_from_a_snapshot) {
    Random random(4);
    for (int round = 0; round < rounds(40); ++round) {
        const auto made = level(random);
        const auto row = shots(random);
        const Play first = play(made, row, {});
        CHECK(first.error.empty());
        CHECK(first.outcome != kPlaying);
        CHECK(play(made, row, {}).digest == first.digest);

        Game game(made);
        size_t next = 0;
        go_on(game, row, next, random.below(300));
        const auto twin = Game::restore(made, game.snapshot());
        CHECK(twin->digest() == game.digest());
        go_on(*twin, row, next, 1'000'000);
        CHECK(twin->digest() == first.digest);
    }
}

TEST(a_kept_opening_changes_no_game) {
    Random random(6);
    for (int round = 0; round < rounds(40); ++round) {
        const auto plain = level(random);
        Level copy = *plain;
        copy.opening = std::make_shared<Opening>();
        const auto keeping = std::make_shared<const Level>(copy);
        for (int game = 0; game < 4; ++game) {
            const auto row = shots(random);
            const Play first = play(plain, row, {}), again = play(keeping, row, {});
            CHECK(again.error == first.error);
            CHECK(again.digest == first.digest);
            CHECK(again.steps == first.steps && again.shots == first.shots);
            CHECK(again.score == first.score && again.pigs_left == first.pigs_left);
        }
    }
}

TEST(a_damaged_snapshot_is_refused) {
    Random random(5);
    const auto made = level(random);
    const std::string good = Game(made).snapshot();
    for (size_t at = 0; at < good.size(); at += 1 + good.size() / 200) {
        std::string bad = good;
        bad[at] = static_cast<char>(bad[at] ^ 1);
        CHECK_THROWS(Game::restore(made, bad), SceneError, "");
        CHECK_THROWS(Game::restore(made, good.substr(0, at)), SceneError, "");
    }
}

TEST(a_shot_that_is_none_is_refused) {
    CHECK_THROWS(check(Shot{NAN, 0.0, -1.0, 0.0}), SceneError, "finite");
    CHECK_THROWS(check(Shot{0.0, 0.0, NAN, 0.0}), SceneError, "tap");
    CHECK_THROWS(check(Shot{0.0, 0.0, 0.0, -1.0}), SceneError, "delay");
}
