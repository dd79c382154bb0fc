#include "worlds/phyre/rules.hpp"

#include <algorithm>
#include <cmath>

#include "core/maths.hpp"

namespace topple::phyre {
namespace {

constexpr float kTouch = 1e-5f;      // a smaller overlap counts as touching only
constexpr float kShortEdge = 1e-4f;  // squared length below which an edge counts as a point
constexpr double kShift = 0.5;       // the stability test's, in pixels

bool overlaps_circle(const Ball& ball, double x, double y, double radius) {
    const float dx = static_cast<float>(ball.x - x), dy = static_cast<float>(ball.y - y);
    return std::sqrt(dx * dx + dy * dy) + kTouch < static_cast<float>(ball.radius + radius);
}

// The original mixes float and double like this, which decides ties.
bool overlaps_polygon(const Ball& ball, const Body& body, const Shape& shape) {
    const float angle = static_cast<float>(body.angle);
    float sin, cos;
    maths::sincos(angle, sin, cos);
    const double qx = ball.x - body.x, qy = ball.y - body.y;
    const double px = qx * cos + qy * sin, py = qy * cos - qx * sin;
    const auto& v = shape.vertices;

    bool inside = true;
    for (size_t i = 0, j = v.size() - 1; i < v.size() && inside; j = i++) {
        const double cross =
            (v[i][0] - v[j][0]) * (py - v[j][1]) - (v[i][1] - v[j][1]) * (px - v[j][0]);
        inside = static_cast<float>(cross) > 0.0f;
    }
    if (inside) return true;

    float nearest = INFINITY;
    for (size_t i = 0, j = v.size() - 1; i < v.size(); j = i++) {
        const double lx = v[j][0], ly = v[j][1], rx = v[i][0], ry = v[i][1];
        const double ex = rx - lx, ey = ry - ly;
        const float projection = static_cast<float>(ex * (px - lx) + ey * (py - ly));
        const float fx = static_cast<float>(ex), fy = static_cast<float>(ey);
        const float length2 = fx * fx + fy * fy;
        const auto distance2 = [&](double x, double y) {
            const float dx = static_cast<float>(px - x), dy = static_cast<float>(py - y);
            return dx * dx + dy * dy;
        };
        float d2;
        if (projection < 0.0f || length2 < kShortEdge) {
            d2 = distance2(lx, ly);
        } else if (projection > length2) {
            d2 = distance2(rx, ry);
        } else {
            const float n = static_cast<float>(ey * px - ex * py + rx * ly - ry * lx);
            d2 = n * n / length2;
        }
        nearest = std::min(nearest, d2);
    }
    return std::sqrt(nearest) + kTouch < static_cast<float>(ball.radius);
}

Rollout rollout_of(const Task& task, const std::vector<Ball>& balls, const Options& options) {
    Rollout rollout;
    rollout.scene = task.scene;
    for (const Ball& ball : balls) rollout.added.push_back(body_of(ball));
    rollout.watchers.push_back(task.goal);
    rollout.most_steps = options.most_steps;
    rollout.stride = options.stride;
    rollout.outcome_only = options.outcome_only;
    rollout.digest = options.digest;
    return rollout;
}

Result simulate(const Rollout& rollout, const Undisturbed* alone) {
    return alone ? run(rollout, *alone) : run(rollout);
}

bool any_occluded(const std::vector<Ball>& balls, const Scene& scene) {
    return std::any_of(balls.begin(), balls.end(),
                       [&](const Ball& ball) { return occluded(ball, scene); });
}

// Repeat a solved attempt with all balls shifted by half a pixel in each of eight directions.
bool stable(const Task& task, const std::vector<Ball>& balls, const Options& options,
            const Undisturbed* alone, int& simulations) {
    Options plain;
    plain.most_steps = options.most_steps;
    plain.outcome_only = true;
    for (double dx : {-kShift, 0.0, kShift})
        for (double dy : {-kShift, 0.0, kShift}) {
            if (dx == 0.0 && dy == 0.0) continue;
            std::vector<Ball> shifted = balls;
            for (Ball& ball : shifted) ball.x += dx, ball.y += dy;
            if (any_occluded(shifted, *task.scene)) continue;
            ++simulations;
            if (simulate(rollout_of(task, shifted, plain), alone).met < 0) return false;
        }
    return true;
}

void draw_frames(const Task& task, const Rollout& rollout, Attempt& attempt) {
    std::vector<const Body*> bodies;
    for (const Body& body : task.scene->bodies) bodies.push_back(&body);
    for (const Body& body : rollout.added) bodies.push_back(&body);
    Painter painter(bodies);
    const size_t frames = attempt.result.frames.size() / bodies.size();
    attempt.images = ImageBuffer(frames);
    for (size_t i = 0; i < frames; ++i)
        painter.paint(&attempt.result.frames[i * bodies.size()], attempt.images.image(i));
}

}  // namespace

void check_frame(const Scene& scene) {
    if (scene.width != kSize || scene.height != kSize || scene.scale > kSize)
        throw SceneError("a PHYRE scene is 256 x 256 pixels, at most 256 of them to the metre");
}

void check(const Task& task) {
    check_frame(*task.scene);
    Rollout rollout;
    rollout.scene = task.scene;
    rollout.watchers.push_back(task.goal);
    topple::check(rollout);
}

template <typename Number>
Reason map_action(const Number* action, int balls, std::vector<Ball>& out) {
    Number x[2], y[2], r[2];
    for (int i = 0; i < 3 * balls; ++i)
        if (!(action[i] >= 0 && action[i] <= 1)) return kOutOfRange;
    for (int i = 0; i < balls; ++i) {
        x[i] = action[3 * i] * 255;
        y[i] = action[3 * i + 1] * 255;
        r[i] = action[3 * i + 2] * 30 + 2;
        if (!(x[i] >= r[i] && x[i] <= kSize - r[i] && y[i] >= r[i] && y[i] <= kSize - r[i]))
            return kOutOfScene;
    }
    if (balls == 2) {
        const Number dx = x[0] - x[1], dy = y[0] - y[1];
        if (std::sqrt(dx * dx + dy * dy) < r[0] + r[1] + 1) return kBallsTooNear;
    }
    for (int i = 0; i < balls; ++i)
        out.push_back({std::floor(static_cast<double>(x[i])), std::floor(static_cast<double>(y[i])),
                       std::nearbyint(static_cast<double>(r[i]))});
    return kNone;
}

template Reason map_action(const float*, int, std::vector<Ball>&);
template Reason map_action(const double*, int, std::vector<Ball>&);

bool occluded(const Ball& ball, const Scene& scene) {
    for (const Body& body : scene.bodies)
        for (const Shape& shape : body.shapes)
            if (shape.circle ? overlaps_circle(ball, body.x, body.y, shape.radius)
                             : overlaps_polygon(ball, body, shape))
                return true;
    return false;
}

Body body_of(const Ball& ball) {
    Body body;
    body.dynamic = true;
    body.x = ball.x, body.y = ball.y;
    body.density = 0.25, body.friction = 0.5, body.restitution = 0.2;
    body.angular_damping = 0.01;
    body.colour = 1;
    body.shapes.push_back({true, ball.radius, {}});
    return body;
}

void play(const Task& task, Attempt& attempt, const Options& options) {
    if (any_occluded(attempt.balls, *task.scene)) {
        attempt.reason = kOccluded;
        return;
    }
    std::shared_ptr<const Undisturbed> alone;
    if (options.share && task.alone) alone = task.alone->get(options.most_steps);
    const Rollout rollout = rollout_of(task, attempt.balls, options);
    attempt.simulations = 1;
    attempt.result = simulate(rollout, alone.get());
    attempt.status = attempt.result.met >= 0 ? kSolved : kUnsolved;
    if (attempt.status == kSolved && options.stability)
        attempt.status =
            stable(task, attempt.balls, options, alone.get(), attempt.simulations) ? kStable
                                                                                    : kUnstable;
    if (options.images && attempt.result.error.empty()) draw_frames(task, rollout, attempt);
}

}  // namespace topple::phyre
