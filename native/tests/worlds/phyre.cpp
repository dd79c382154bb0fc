// The rules of PHYRE: the limits of the action space, and the images.
#include "worlds/phyre/rules.hpp"

#include <algorithm>
#include <cmath>

#include "tests/checks.hpp"

using namespace topple;
using namespace topple::phyre;
using namespace testing;

namespace {

Reason map(std::vector<double> action, std::vector<Ball>* out = nullptr) {
    std::vector<Ball> balls;
    const Reason reason = map_action(action.data(), static_cast<int>(action.size() / 3), balls);
    CHECK(reason == kNone ? balls.size() == action.size() / 3 : balls.empty());
    if (out) *out = balls;
    return reason;
}

double up(double value) { return std::nextafter(value, 2.0); }

std::vector<uint8_t> painted(const std::vector<Body>& bodies) {
    std::vector<const Body*> pointers;
    std::vector<Pose> poses;
    for (const Body& body : bodies) {
        pointers.push_back(&body);
        poses.push_back({body.x, body.y, body.angle});
    }
    std::vector<uint8_t> image(kSize * kSize);
    Painter(pointers).paint(poses.data(), image.data());
    return image;
}

long count(const std::vector<uint8_t>& image, int colour) {
    return std::count(image.begin(), image.end(), colour);
}

Body coloured(Body body, int colour) {
    body.colour = colour;
    return body;
}

// Four walls, a shelf with a ball to throw down, and the floor as the goal.
Task drop_task() {
    Scene scene = empty_scene();
    scene.bodies = {box(128, -2.5, 256, 5), box(-2.5, 128, 5, 256), box(128, 258.5, 256, 5),
                    box(258.5, 128, 5, 256), ball(100, 60, 8), box(100, 49, 20, 5)};
    Watcher goal;
    goal.a = 4, goal.b = 0, goal.hold = 60;
    return {shared(scene), goal};
}

}  // namespace

TEST(actions_outside_the_unit_box_are_refused) {
    for (double bad : {-1e-300, -0.1, up(1.0), 1e300, double(INFINITY), -double(INFINITY),
                       std::nan("")})
        for (int i = 0; i < 3; ++i) {
            std::vector<double> action = {0.5, 0.5, 0.5};
            action[static_cast<size_t>(i)] = bad;
            CHECK(map(action) == kOutOfRange);
        }
    CHECK(map({0.5, 0.5, 0.0}) == kNone);
    CHECK(map({0.5, 0.5, 1.0}) == kNone);
}

TEST(a_ball_may_touch_the_border_and_no_more) {
    std::vector<Ball> balls;
    // The smallest ball: a radius of 2 pixels.
    const double edge = 2.0 / 255.0;
    CHECK(map({0.5, up(edge), 0.0}, &balls) == kNone);
    CHECK(balls[0].y == 2.0 && balls[0].radius == 2.0 && balls[0].x == 127.0);
    CHECK(map({0.5, 1.9 / 255.0, 0.0}) == kOutOfScene);
    CHECK(map({1.9 / 255.0, 0.5, 0.0}) == kOutOfScene);
    CHECK(map({254.0 / 255.0, 0.5, 0.0}) == kNone);
    CHECK(map({254.1 / 255.0, 0.5, 0.0}) == kOutOfScene);
    CHECK(map({0.5, 254.1 / 255.0, 0.0}) == kOutOfScene);
    CHECK(map({0.0, 0.0, 0.0}) == kOutOfScene);
    CHECK(map({1.0, 1.0, 1.0}) == kOutOfScene);
}

TEST(centres_are_cut_and_radii_rounded_to_even) {
    std::vector<Ball> balls;
    CHECK(map({100.99 / 255.0, 50.5 / 255.0, 0.5 / 30.0}, &balls) == kNone);
    CHECK(balls[0].x == 100.0 && balls[0].y == 50.0 && balls[0].radius == 2.0);
    CHECK(map({0.5, 0.5, 1.5 / 30.0}, &balls) == kNone);
    CHECK(balls[0].radius == 4.0);
    CHECK(map({0.5, 0.5, 0.51 / 30.0}, &balls) == kNone);
    CHECK(balls[0].radius == 3.0);
}

TEST(floats_are_mapped_as_floats) {
    int different = 0;
    for (int half = 1; half < 30; ++half) {
        // Around a radius halfway between whole pixels floats and doubles round differently.
        float share = static_cast<float>((half + 0.5) / 30.0);
        for (int i = 0; i < 4; ++i) share = std::nextafter(share, 0.0f);
        for (int i = 0; i < 8; ++i, share = std::nextafter(share, 1.0f)) {
            const float narrow[3] = {0.4f, 0.5f, share};
            std::vector<Ball> balls, wide;
            CHECK(map_action(narrow, 1, balls) == kNone);
            CHECK(map({0.4f, 0.5f, share}, &wide) == kNone);
            CHECK(balls[0].x == std::floor(0.4f * 255.0f) && balls[0].y == 127.0);
            CHECK(balls[0].radius == std::nearbyint(share * 30.0f + 2.0f));
            CHECK(wide[0].radius == std::nearbyint(share * 30.0 + 2.0));
            different += balls[0].radius != wide[0].radius;
        }
    }
    CHECK(different > 0);
}

TEST(two_balls_keep_a_pixel_apart) {
    const double r = 2.0, x = 100.0 / 255.0;
    CHECK(map({x, 0.5, 0.0, (100.0 + 2 * r + 1.01) / 255.0, 0.5, 0.0}) == kNone);
    CHECK(map({x, 0.5, 0.0, (100.0 + 2 * r + 0.99) / 255.0, 0.5, 0.0}) == kBallsTooNear);
    CHECK(map({x, 0.5, 0.0, x, 0.5, 0.0}) == kBallsTooNear);
    CHECK(map({x, 0.5, 0.0, x, 0.5, NAN}) == kOutOfRange);
    CHECK(map({x, 0.5, 0.0, 0.0, 0.5, 0.0}) == kOutOfScene);
}

TEST(a_ball_may_touch_a_body_but_not_overlap_it) {
    Scene scene = empty_scene();
    scene.bodies = {ball(100, 100, 10), box(200, 100, 20, 20)};
    CHECK(!occluded({115, 100, 5}, scene));
    CHECK(occluded({115, 100, 5.01}, scene));
    CHECK(occluded({100, 100, 1}, scene));
    CHECK(!occluded({185, 100, 5}, scene));
    CHECK(occluded({185, 100, 5.01}, scene));
    CHECK(occluded({200, 100, 1}, scene));
    // At the corner the distance is measured along the diagonal.
    CHECK(!occluded({187, 87, 4.2}, scene));
    CHECK(occluded({187, 87, 4.3}, scene));
}

TEST(an_attempt_is_invalid_missed_or_solved) {
    const Task task = drop_task();
    Options options;
    const auto play_with = [&](std::vector<Ball> balls) {
        Attempt attempt;
        attempt.balls = std::move(balls);
        play(task, attempt, options);
        return attempt;
    };
    const Attempt inside = play_with({{100, 60, 4}});
    CHECK(inside.status == kInvalid && inside.reason == kOccluded && inside.result.steps == 0);
    const Attempt away = play_with({{200, 30, 5}});
    CHECK(away.status == kUnsolved && away.result.steps == 1000);
    const Attempt knock = play_with({{92, 120, 20}});
    CHECK(knock.status == kSolved && knock.result.steps < 1000);
    options.stability = true;
    const Attempt tested = play_with({{92, 120, 20}});
    CHECK(tested.status == kStable || tested.status == kUnstable);
    options.stability = false;
    options.outcome_only = true;
    CHECK(play_with({{92, 120, 20}}).status == kSolved);
    CHECK(play_with({{200, 30, 5}}).status == kUnsolved);
}

TEST(images_show_every_recorded_frame) {
    const Task task = drop_task();
    Options options;
    options.stride = 10;
    options.images = true;
    options.most_steps = 95;
    Attempt attempt;
    attempt.balls = {{200, 30, 5}};
    play(task, attempt, options);
    CHECK(attempt.images.images() == 10);
    const size_t bodies = task.scene->bodies.size() + 1;
    CHECK(attempt.result.frames.size() == 10 * bodies);
    const Body added = body_of({200, 30, 5});
    std::vector<const Body*> pointers;
    for (const Body& body : task.scene->bodies) pointers.push_back(&body);
    pointers.push_back(&added);
    for (size_t i = 0; i < 10; ++i) {
        // A new painter gives the same image.
        std::vector<uint8_t> image(kSize * kSize);
        Painter(pointers).paint(&attempt.result.frames[i * bodies], image.data());
        CHECK(std::equal(image.begin(), image.end(), attempt.images.image(i)));
    }
}

TEST(a_painted_ball_and_box_have_their_area) {
    const Body disc = coloured(ball(100, 100, 20), 2), slab = coloured(box(200, 50, 30, 10), 5);
    const auto image = painted({disc, slab});
    CHECK(std::abs(count(image, 2) - 3.14159 * 400) < 30);
    CHECK(count(image, 5) == 300);
    // Row 0 is the bottom.
    CHECK(image[50 * kSize + 200] == 5 && image[100 * kSize + 100] == 2 && image[0] == 0);
}

TEST(later_bodies_cover_earlier_ones) {
    const auto image = painted({coloured(ball(100, 100, 20), 2), coloured(ball(100, 100, 10), 3)});
    CHECK(image[100 * kSize + 100] == 3);
    CHECK(image[100 * kSize + 115] == 2);
}

TEST(what_sticks_out_is_cut_off) {
    Random random(4);
    for (int i = 0; i < 2000; ++i) {
        Body disc = coloured(ball(0, 0, random.between(0.5, 300)), 1);
        Body slab = coloured(box(0, 0, random.between(1, 600), random.between(1, 600)), 2);
        for (Body* body : {&disc, &slab}) {
            const double spread = std::pow(10.0, random.between(1, 6));
            body->x = random.between(-spread, spread);
            body->y = random.between(-spread, spread);
            body->angle = random.between(-10, 10);
        }
        const auto image = painted({disc, slab});
        CHECK(count(image, 0) + count(image, 1) + count(image, 2) == kSize * kSize);
    }
    const auto full = painted({coloured(box(128, 128, 1000, 1000), 4)});
    CHECK(count(full, 4) == kSize * kSize);
}

TEST(a_body_that_is_gone_is_not_painted) {
    const Body body = coloured(ball(100, 100, 20), 2);
    const Pose nowhere{NAN, NAN, NAN};
    std::vector<uint8_t> image(kSize * kSize, 9);
    Painter({&body}).paint(&nowhere, image.data());
    CHECK(count(image, 0) == kSize * kSize);
}
