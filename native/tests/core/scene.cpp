// Invalid scenes are refused, with a reason.
#include <cmath>
#include <functional>

#include "tests/checks.hpp"

using namespace topple;
using namespace testing;

namespace {

const double kNan = std::nan(""), kInf = INFINITY;

Body polygon(std::vector<std::array<double, 2>> vertices) {
    Body body = box(128, 128, 10, 10, true);
    body.shapes[0].vertices = std::move(vertices);
    return body;
}

void refused(const Body& body, const char* words) {
    Scene scene = empty_scene();
    scene.bodies = {ball(100, 100, 5), body};
    CHECK_THROWS(check(scene), SceneError, words);
    CHECK_THROWS(check(scene), SceneError, "body 1: ");
}

void refused_scene(const std::function<void(Scene&)>& spoil, const char* words) {
    Scene scene = empty_scene();
    spoil(scene);
    CHECK_THROWS(check(scene), SceneError, words);
}

}  // namespace

TEST(a_heap_and_an_empty_scene_are_accepted) {
    check(heap());
    check(empty_scene());
}

TEST(sizes_scales_and_time_that_make_no_sense_are_refused) {
    for (double bad : {0.0, -1.0, kNan, kInf, 1e30}) {
        refused_scene([&](Scene& s) { s.scale = bad; }, "scale");
        refused_scene([&](Scene& s) { s.width = bad; }, "width and height");
        refused_scene([&](Scene& s) { s.height = bad; }, "width and height");
        refused_scene([&](Scene& s) { s.time_step = bad; }, "time step");
    }
    for (double bad : {kNan, kInf, -kInf, 1e4}) {
        refused_scene([&](Scene& s) { s.gravity_x = bad; }, "gravity");
        refused_scene([&](Scene& s) { s.gravity_y = bad; }, "gravity");
    }
    for (int bad : {0, -1, 1001}) {
        refused_scene([&](Scene& s) { s.velocity_iterations = bad; }, "iterations");
        refused_scene([&](Scene& s) { s.position_iterations = bad; }, "iterations");
    }
}

TEST(too_many_bodies_shapes_or_vertices_are_refused) {
    refused_scene([](Scene& s) { s.bodies.assign(kMostBodies + 1, ball(1, 1, 1)); },
                  "at most 1024 bodies");
    Body none = ball(1, 1, 1), many = none;
    none.shapes.clear();
    many.shapes.assign(kMostShapes + 1, many.shapes[0]);
    refused(none, "1 to 64 shapes, not 0");
    refused(many, "1 to 64 shapes, not 65");
    refused_scene(
        [](Scene& s) {
            Body laden = ball(1, 1, 1);
            laden.shapes.assign(kMostShapes, laden.shapes[0]);
            s.bodies.assign(kMostShapesInAll / kMostShapes + 1, laden);
        },
        "at most 4096 shapes, not 4160");
    refused(polygon({{0, 0}, {9, 9}}), "3 to 8 vertices, not 2");
    std::vector<std::array<double, 2>> nine;
    for (int i = 0; i < 9; ++i) nine.push_back({20 * std::cos(i * 0.69), 20 * std::sin(i * 0.69)});
    refused(polygon(nine), "3 to 8 vertices, not 9");
}

TEST(numbers_of_a_body_must_be_finite_and_in_range) {
    const auto spoiled = [](double Body::*field, double value) {
        Body body = ball(128, 128, 10);
        body.*field = value;
        return body;
    };
    for (double bad : {kNan, kInf, -kInf, 1e30}) {
        refused(spoiled(&Body::x, bad), "position");
        refused(spoiled(&Body::y, bad), "position");
        refused(spoiled(&Body::angle, bad), "angle");
        refused(spoiled(&Body::friction, bad), "friction");
        refused(spoiled(&Body::restitution, bad), "restitution");
        refused(spoiled(&Body::linear_damping, bad), "damping");
        refused(spoiled(&Body::angular_damping, bad), "damping");
        refused(spoiled(&Body::density, bad), "density");
    }
    for (auto field : {&Body::friction, &Body::restitution, &Body::linear_damping,
                       &Body::angular_damping, &Body::density})
        refused(spoiled(field, -0.1), "between");
    refused(spoiled(&Body::density, 0.0), "density");
}

TEST(colours_fit_a_byte) {
    for (int bad : {-1, 256}) {
        Body body = ball(1, 1, 1);
        body.colour = bad;
        refused(body, "colour");
    }
}

TEST(a_static_body_needs_no_density) {
    Scene scene = empty_scene();
    scene.bodies = {box(10, 10, 5, 5)};
    scene.bodies[0].density = 0.0;
    check(scene);
}

TEST(radii_must_be_positive_and_finite) {
    for (double bad : {0.0, -1.0, 0.01, kNan, kInf, 1e30}) refused(ball(1, 1, bad), "radius");
}

TEST(polygons_must_be_convex_counter_clockwise_and_stout) {
    refused(polygon({{0, 0}, {0, 9}, {9, 0}}), "not convex and counter-clockwise");
    refused(polygon({{0, 0}, {9, 0}, {2, 2}, {0, 9}}), "not convex");
    refused(polygon({{0, 0}, {9, 9}, {9, 0}, {0, 9}}), "not convex");
    refused(polygon({{0, 0}, {0, 0}, {9, 0}, {0, 9}}), "coincide");
    refused(polygon({{0, 0}, {9, 0}, {18, 0}}), "too thin");
    refused(polygon({{0, 0}, {9, 0}, {18, 0}, {0, 9}}), "too thin");
    refused(polygon({{0, 0}, {9, 0}, {kNan, 9}}), "finite");
    refused(polygon({{0, 0}, {1e9, 0}, {0, 1e9}}), "finite");
    // A star winds twice: every corner is a left turn.
    std::vector<std::array<double, 2>> star;
    for (int i = 0; i < 5; ++i)
        star.push_back({20 * std::cos(i * 2.51327), 20 * std::sin(i * 2.51327)});
    refused(polygon(star), "not convex");
}

TEST(a_polygon_too_small_for_its_distance_from_the_origin_is_refused) {
    Body speck = polygon({{24000, 24000}, {24000.1, 24000}, {24000, 24000.1}});
    refused(speck, "too far from the origin");
    speck.dynamic = false;
    refused(speck, "too far from the origin");
}

TEST(the_engine_builds_what_the_check_accepts) {
    Random random(1);
    int accepted = 0;
    for (int i = 0; i < 20000; ++i) {
        Scene scene = empty_scene();
        scene.scale = std::pow(10.0, random.between(-3, 3));
        const double far = std::pow(10.0, random.between(-2, 3.7)) * (random.one_in(3) ? 0 : 1);
        const double size = std::pow(10.0, random.between(-2.3, 3.7));
        const double flat = std::pow(10.0, random.between(-4, 0));
        const int n = 3 + random.below(6);
        Body body = box(0, 0, 1, 1, random.one_in(2));
        auto& vertices = body.shapes[0].vertices;
        vertices.clear();
        for (int k = 0; k < n; ++k)
            vertices.push_back({(far + size * std::cos(k * 6.28318 / n)) * scene.scale,
                                (far + size * flat * std::sin(k * 6.28318 / n)) * scene.scale});
        scene.width = scene.height = scene.scale;
        scene.bodies = {body};
        try {
            check(scene);
        } catch (const SceneError&) {
            continue;
        }
        ++accepted;
        Sim sim(std::make_shared<const Scene>(scene));
        CHECK(sim.engine_body(0)->GetType() == b2_staticBody ||
              sim.engine_body(0)->GetInertia() > 0);
    }
    CHECK(accepted > 5000);
}
