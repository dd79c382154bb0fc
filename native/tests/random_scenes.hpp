// Random scenes and rollouts, many of them invalid.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/rollout.hpp"
#include "tests/checks.hpp"

namespace testing {

using namespace topple;

inline const double kWild[] = {0.0,  -0.0, 1.0,   -1.0,   1e-300, 5e-324,   1e-9,      -1e-9,
                        1e3,  4e3,  1e5,   1e6,    -1e6,   1e18,     -1e18,     1e38,
                        3e38, 1e39, 1e300, -1e300, 2e9,    3e9,      0.005,     255.0,
                        NAN,  NAN,  256.0, 1.5e3,  -3e38,  INFINITY, -INFINITY, -0.005};

// Makes scenes and rollouts; some of their numbers are wild ones.
class Maker {
  public:
    explicit Maker(uint64_t seed)
        : random_(seed), wildness_(random_.one_in(2) ? 0 : 1 + random_.below(60)) {}

    Scene scene() {
        Scene scene;
        const double scales[] = {1.0, 6.0, 6.0, 6.0, 100.0, 1e-3};
        scene.scale = number(scales[random_.below(6)]);
        scale_ = std::isfinite(scene.scale) ? scene.scale : 1.0;
        scene.width = number(40 * scale_);
        scene.height = number(40 * scale_);
        scene.gravity_x = number(random_.one_in(3) ? random_.between(-30, 30) : 0.0);
        scene.gravity_y = number(random_.between(-30, 0));
        scene.time_step = number(random_.one_in(4) ? power(-6, 0) : 1.0 / 60.0);
        scene.velocity_iterations = count(1 + random_.below(20));
        scene.position_iterations = count(1 + random_.below(20));
        int bodies = random_.below(7);
        if (random_.one_in(50)) bodies = 10 + random_.below(60);
        if (random_.one_in(2500)) bodies = 200 + random_.below(1800);
        const Body pattern = body();
        const bool pile = random_.one_in(10) || bodies > 200;
        for (int i = 0; i < bodies; ++i) scene.bodies.push_back(pile ? pattern : body());
        if (bodies > 200 && random_.one_in(2))
            for (Body& each : scene.bodies) each.x += random_.between(-20, 20) * scale_;
        // A floor for falling bodies.
        if (random_.one_in(2)) scene.bodies.push_back(box(20 * scale_, 0, 40 * scale_, scale_));
        if (random_.one_in(4))
            for (int i = 1 + random_.below(5); i > 0; --i) scene.joints.push_back(joint(scene));
        return scene;
    }

    Rollout rollout(const Scene& scene) {
        Rollout rollout;
        rollout.scene = std::make_shared<const Scene>(scene);
        rollout.most_steps = count(1 + random_.below(scene.bodies.size() > 20 ? 5 : 40));
        if (rollout.most_steps > 100) rollout.most_steps = 1'000'001;
        rollout.stride = count(random_.below(5));
        rollout.outcome_only = random_.one_in(2);
        rollout.digest = random_.one_in(4);
        for (int i = random_.below(3); i > 0; --i) rollout.added.push_back(body());
        for (int i = random_.below(3); i > 0; --i) rollout.watchers.push_back(watcher(rollout));
        for (int i = random_.below(4); i > 0; --i) rollout.commands.push_back(command(rollout));
        if (!random_.one_in(50))
            std::stable_sort(rollout.commands.begin(), rollout.commands.end(),
                             [](const Command& a, const Command& b) { return a.step < b.step; });
        return rollout;
    }

    Watcher watcher(const Rollout& rollout) {
        Watcher watcher;
        watcher.kind = random_.one_in(100) ? random_.below(100) - 50 : random_.below(7);
        watcher.a = index(rollout), watcher.b = index(rollout);
        watcher.value = number(random_.between(0, 5) * scale_);
        watcher.hold = count(1 + random_.below(10));
        watcher.negate = random_.one_in(2), watcher.after_seen = random_.one_in(2);
        if (watcher.kind == Watcher::kInside) watcher.region = polygon();
        return watcher;
    }

    std::vector<double> action(int balls) {
        std::vector<double> action;
        for (int i = 0; i < 3 * balls; ++i)
            action.push_back(random_.one_in(20) ? number(1.0) : random_.unit());
        return action;
    }

    bool one_in(int count) { return random_.one_in(count); }

  private:
    double power(double low, double high) { return std::pow(10.0, random_.between(low, high)); }

    double number(double usual) {
        if (wildness_ == 0 || !random_.one_in(100 + 200 / wildness_)) return usual;
        return kWild[random_.below(static_cast<int>(std::size(kWild)))];
    }

    int count(int usual) {
        const int wild[] = {0, -1, 1000, 1001, 1 << 30, INT32_MIN};
        return wildness_ > 0 && random_.one_in(300) ? wild[random_.below(6)] : usual;
    }

    int index(const Rollout& rollout) {
        const int bodies = static_cast<int>(rollout.scene->bodies.size() + rollout.added.size());
        return random_.one_in(100) ? count(-1) : random_.below(std::max(bodies, 1));
    }

    Command command(const Rollout& rollout) {
        const double reach = random_.one_in(5) ? power(-3, 6) : 10.0;
        const int joints = static_cast<int>(rollout.scene->joints.size());
        if (joints > 0 && random_.one_in(4))
            return {random_.below(20), Command::kCut, random_.below(joints), 0, 0, 0};
        return {count(random_.below(20)),
                random_.one_in(100) ? random_.below(9) - 4 : random_.below(3),
                index(rollout),
                number(random_.between(-reach, reach) * scale_),
                number(random_.between(-reach, reach) * scale_),
                number(random_.between(-4, 4))};
    }

    Body body() {
        Body body;
        const double spread = random_.one_in(20) ? power(0, 3.8) : 40.0;
        body.dynamic = !random_.one_in(4);
        body.x = number(random_.between(0, spread) * scale_);
        body.y = number(random_.between(0, spread) * scale_);
        const double turned = random_.one_in(4) ? 1e4 : 4.0;
        body.angle = number(random_.between(-turned, turned));
        const bool odd = random_.one_in(5);
        body.density = number(odd ? power(-3.2, 5.2) : 0.25);
        body.friction = number(odd ? power(-3, 3.2) : 0.5);
        body.restitution = number(random_.one_in(5) ? random_.between(0, 1.02) : 0.2);
        body.linear_damping = number(odd ? power(-3, 3.2) : 0.0);
        body.angular_damping = number(odd ? power(-3, 3.2) : 0.01);
        body.colour = random_.below(7);
        int shapes = random_.one_in(5) ? 1 + random_.below(5) : 1;
        if (random_.one_in(300)) shapes = random_.below(70);
        for (int i = 0; i < shapes; ++i) {
            if (random_.one_in(2))
                body.shapes.push_back({true, number(size() * scale_), {}});
            else
                body.shapes.push_back(polygon());
        }
        return body;
    }

    Joint joint(const Scene& scene) {
        const int bodies = std::max(static_cast<int>(scene.bodies.size()), 1);
        const int first = random_.below(bodies), next = random_.below(std::max(bodies - 1, 1));
        Joint joint = tie(count(random_.below(3)), first, (first + 1 + next) % bodies);
        if (random_.one_in(2)) joint.first_x = number(random_.between(-2, 2) * scale_);
        if (random_.one_in(2)) joint.second_y = number(random_.between(-2, 2) * scale_);
        if (joint.kind != Joint::kHinge) joint.length = number(power(-2, 1.5) * scale_);
        joint.collide = random_.one_in(2);
        return joint;
    }

    double size() { return random_.one_in(8) ? power(-2.4, 3.8) : power(-1, 0.7); }

    // Mostly convex and counter-clockwise; else clockwise, concave, crossing, empty or flat.
    Shape polygon() {
        Shape shape;
        const int corners = random_.one_in(60) ? random_.below(12) : 3 + random_.below(6);
        const double wide = size(), flat = random_.one_in(5) ? power(-5, 0) : 1.0;
        const double turn = random_.one_in(40) ? -6.2831853 : 6.2831853;
        const double dent = random_.one_in(40) ? 0.2 : 1.0;
        const double away = random_.one_in(20) ? power(-1, 3.8) : 0.0;
        const double start = random_.between(0, 6);
        for (int i = 0; i < corners; ++i) {
            const double reach = wide * (i == 0 ? dent : 1.0);
            const double angle = start + turn * i / corners;
            shape.vertices.push_back({number((away + reach * std::cos(angle)) * scale_),
                                      number((away + reach * flat * std::sin(angle)) * scale_)});
        }
        if (random_.one_in(60) && corners > 3) std::swap(shape.vertices[0], shape.vertices[2]);
        return shape;
    }

    Random random_;
    int wildness_;
    double scale_ = 1.0;
};

// Whether every body that no command removes has a finite pose.
inline bool finite(const std::vector<Pose>& poses, const Rollout& rollout) {
    for (size_t i = 0; i < poses.size(); ++i) {
        const bool removed = std::any_of(
            rollout.commands.begin(), rollout.commands.end(), [&](const Command& command) {
                return command.kind == Command::kRemove && command.body == static_cast<int>(i);
            });
        const Pose& p = poses[i];
        if (!removed && !(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.angle)))
            return false;
    }
    return true;
}

}  // namespace testing
