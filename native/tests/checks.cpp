#include "tests/checks.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>

using namespace topple;

namespace testing {
namespace {

int failures = 0;

}  // namespace

std::vector<Test>& tests() {
    static std::vector<Test> all;
    return all;
}

void fail(const char* file, int line, const std::string& what) {
    std::printf("%s:%d: %s\n", file, line, what.c_str());
    ++failures;
}

int rounds(int usual) {
    const char* times = std::getenv("TOPPLE_FUZZ");
    return usual * (times ? std::max(std::atoi(times), 1) : 1);
}

Scene empty_scene() {
    Scene scene;
    scene.width = scene.height = 256.0;
    scene.scale = 6.0;
    scene.gravity_y = -9.8;
    scene.time_step = 1.0 / 60.0;
    scene.velocity_iterations = 15;
    scene.position_iterations = 20;
    return scene;
}

Body ball(double x, double y, double radius) {
    Body body;
    body.dynamic = true;
    body.x = x, body.y = y;
    body.density = 0.25, body.friction = 0.5, body.restitution = 0.2;
    body.angular_damping = 0.01;
    body.shapes.push_back({true, radius, {}});
    return body;
}

Body box(double x, double y, double width, double height, bool dynamic) {
    Body body = ball(x, y, 1.0);
    body.dynamic = dynamic;
    const double w = width / 2, h = height / 2;
    body.shapes = {{false, 0.0, {{w, h}, {-w, h}, {-w, -h}, {w, -h}}}};
    return body;
}

std::shared_ptr<const Scene> shared(Scene scene) {
    check(scene);
    return std::make_shared<const Scene>(std::move(scene));
}

Scene heap() {
    Scene scene = empty_scene();
    scene.bodies = {box(128, 0, 256, 10), box(0, 128, 10, 256)};
    for (int i = 0; i < 4; ++i) {
        scene.bodies.push_back(ball(60.0 + 3 * i, 40.0 + 30 * i, 8.0));
        scene.bodies.push_back(box(90.0 + 4 * i, 40.0 + 30 * i, 40, 8, true));
    }
    return scene;
}

Joint tie(int kind, int first, int second, double length, bool collide) {
    Joint joint;
    joint.kind = kind, joint.first = first, joint.second = second;
    joint.length = length, joint.collide = collide;
    return joint;
}

Scene tied_heap() {
    Scene scene = heap();
    // Box 9 swings by its left end from a point next to the wall.
    Joint swing = tie(Joint::kHinge, 1, 9);
    swing.first_x = 82, swing.first_y = 2, swing.second_x = -20;
    Joint chain = tie(Joint::kHinge, 9, 8, 0.0, false);
    chain.first_x = 20, chain.second_y = 8;
    scene.joints = {tie(Joint::kRod, 2, 4, 30), tie(Joint::kRod, 3, 5, 30, false),
                    tie(Joint::kRope, 4, 7, 60), swing, chain};
    return scene;
}

}  // namespace testing

int main() {
    for (const testing::Test& test : testing::tests()) {
        const int before = testing::failures;
        try {
            test.body();
        } catch (const std::exception& error) {
            testing::fail(test.name, 0, error.what());
        }
        std::printf("%s %s\n", testing::failures == before ? "ok  " : "FAIL", test.name);
        std::fflush(stdout);
    }
    return testing::failures == 0 && !testing::tests().empty() ? 0 : 1;
}
