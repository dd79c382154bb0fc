#include "core/scene.hpp"

#include <algorithm>
#include <cmath>

#include "core/maths.hpp"

namespace topple {
namespace {

// In metres. Beyond kFarthest floats are too coarse for contacts; below kSmallest the engine welds
// corners.
constexpr double kFarthest = 5000.0;
constexpr double kSmallest = 0.006;
// The float resolution at a distance from a body's origin, relative to it, with room for sums.
constexpr double kFinest = 4e-6;
// A joint may hold a body this far from its origin, relative to the body's reach.
constexpr double kLongestLever = 10.0;

[[noreturn]] void refuse(int index, const std::string& what) {
    throw SceneError("body " + std::to_string(index) + ": " + what);
}

const char* const kTooFar = "a polygon lies too far from the origin for its size";

bool between(double value, double low, double high) { return value >= low && value <= high; }

// Whether the engine, which computes in floats from the body's origin, can compute area and moment
// of inertia of the polygon. If it can for every polygon, it can for the body.
bool near_enough(const std::vector<std::array<double, 2>>& v, bool dynamic) {
    double area = 0.0, x = 0.0, y = 0.0, inertia = 0.0, reach2 = 0.0;
    for (size_t i = 0, j = v.size() - 1; i < v.size(); j = i++) {
        const double cross = v[j][0] * v[i][1] - v[j][1] * v[i][0];
        area += cross / 2;
        x += cross * (v[j][0] + v[i][0]) / 6;
        y += cross * (v[j][1] + v[i][1]) / 6;
        for (int k : {0, 1})
            inertia += cross * (v[j][k] * v[j][k] + v[j][k] * v[i][k] + v[i][k] * v[i][k]) / 12;
        reach2 = std::max(reach2, v[i][0] * v[i][0] + v[i][1] * v[i][1]);
    }
    const double own = inertia - (x * x + y * y) / area;
    return area > 4e-6 * reach2 && (!dynamic || own > 1e-5 * inertia);
}

// Why the engine cannot simulate a polygon; empty if it can.
std::string fault(const Shape& shape, double scale, bool dynamic) {
    const auto& v = shape.vertices;
    const size_t n = v.size();
    if (n < 3 || n > static_cast<size_t>(kMostVertices))
        return "a polygon has 3 to 8 vertices, not " + std::to_string(n);
    double reach = 0.0;
    for (const auto& p : v) {
        if (!between(p[0] / scale, -kFarthest, kFarthest) ||
            !between(p[1] / scale, -kFarthest, kFarthest))
            return "a vertex is not a finite place near the body";
        reach = std::max(reach, maths::hypot(p[0], p[1]) / scale);
    }
    // Every other vertex must lie left of every edge, clearly enough for floats to see it too.
    for (size_t i = 0; i < n; ++i) {
        const auto& a = v[i];
        const auto& b = v[(i + 1) % n];
        const double ex = (b[0] - a[0]) / scale, ey = (b[1] - a[1]) / scale;
        const double length = maths::hypot(ex, ey);
        if (length < kSmallest) return "two corners of a polygon coincide";
        for (size_t j = 0; j < n; ++j) {
            if (j == i || j == (i + 1) % n) continue;
            const double px = (v[j][0] - a[0]) / scale, py = (v[j][1] - a[1]) / scale;
            const double off = (ex * py - ey * px) / length;
            if (off < 0.0) return "a polygon is not convex and counter-clockwise";
            if (off < 1e-3 || off < 1e-4 * length) return "a polygon is too thin";
            if (off < kFinest * reach) return kTooFar;
        }
    }
    return near_enough(v, dynamic) ? "" : kTooFar;
}

}  // namespace

void check(const Body& body, const Scene& scene, int index) {
    const double scale = scene.scale;
    if (!between(body.x / scale, -kFarthest, kFarthest) ||
        !between(body.y / scale, -kFarthest, kFarthest))
        refuse(index, "the position is not finite or too far away");
    if (!between(body.angle, -1e4, 1e4)) refuse(index, "the angle is not finite or too large");
    if (!between(body.friction, 0.0, 1e3)) refuse(index, "friction must be between 0 and 1000");
    if (!between(body.restitution, 0.0, 1.0)) refuse(index, "restitution must be between 0 and 1");
    if (!between(body.linear_damping, 0.0, 1e3) || !between(body.angular_damping, 0.0, 1e3))
        refuse(index, "damping must be between 0 and 1000");
    if (!between(body.gravity_scale, -1e3, 1e3))
        refuse(index, "the gravity scale must be between -1000 and 1000");
    if (!between(body.density, body.dynamic ? 1e-3 : 0.0, 1e5))
        refuse(index, "density must be between 0.001 and 100000 kg/m2");
    if (body.colour < 0 || body.colour > 255) refuse(index, "a colour lies between 0 and 255");
    if (body.shapes.empty() || body.shapes.size() > static_cast<size_t>(kMostShapes))
        refuse(index, "a body has 1 to 64 shapes, not " + std::to_string(body.shapes.size()));
    for (const Shape& shape : body.shapes) {
        if (shape.circle) {
            if (!between(shape.radius / scale, kSmallest, kFarthest))
                refuse(index, "a radius is not finite, too small or too large");
            continue;
        }
        const std::string wrong = fault(shape, scale, body.dynamic);
        if (!wrong.empty()) refuse(index, wrong);
    }
}

namespace {

[[noreturn]] void refuse_joint(size_t index, const std::string& what) {
    throw SceneError("joint " + std::to_string(index) + ": " + what);
}

// The largest distance of a point of the body from its origin.
double reach(const Body& body) {
    double farthest = 0.0;
    for (const Shape& shape : body.shapes) {
        if (shape.circle) farthest = std::max(farthest, shape.radius);
        for (const auto& v : shape.vertices) farthest = std::max(farthest, maths::hypot(v[0], v[1]));
    }
    return farthest;
}

void check(const Joint& joint, const Scene& scene, size_t index) {
    const auto count = static_cast<int64_t>(scene.bodies.size());
    for (int body : {joint.first, joint.second})
        if (body < 0 || body >= count)
            refuse_joint(index, "there is no body " + std::to_string(body));
    if (joint.first == joint.second) refuse_joint(index, "a joint ties two bodies, not one");
    const Body& first = scene.bodies[static_cast<size_t>(joint.first)];
    const Body& second = scene.bodies[static_cast<size_t>(joint.second)];
    if (!first.dynamic && !second.dynamic) refuse_joint(index, "neither of its bodies can move");
    const auto held = [&](const Body& body, double x, double y) {
        const double off = maths::hypot(x, y);
        // On a longer lever the rotation of the body is lost in float rounding.
        return body.dynamic ? off <= kLongestLever * reach(body)
                            : between(off / scene.scale, 0.0, kFarthest);
    };
    if (!held(first, joint.first_x, joint.first_y) || !held(second, joint.second_x, joint.second_y))
        refuse_joint(index, "a place is not finite or too far from its body");
    if (joint.kind < Joint::kHinge || joint.kind > Joint::kRope)
        refuse_joint(index, "there is no kind of joint " + std::to_string(joint.kind));
    if (joint.kind == Joint::kHinge && joint.length != 0.0)
        refuse_joint(index, "a hinge has no length");
    if (joint.kind != Joint::kHinge && !between(joint.length / scene.scale, kSmallest, kFarthest))
        refuse_joint(index, "a length is not finite, too small or too large");
}

}  // namespace

void check_total(size_t shapes) {
    if (shapes > static_cast<size_t>(kMostShapesInAll))
        throw SceneError("a scene holds at most " + std::to_string(kMostShapesInAll) +
                         " shapes, not " + std::to_string(shapes));
}

void check_region(const Shape& region, const Scene& scene) {
    const std::string wrong = fault(region, scene.scale, false);
    if (!wrong.empty()) throw SceneError("a watcher's region: " + wrong);
}

void check(const Scene& scene) {
    if (!between(scene.scale, 1e-6, 1e6)) throw SceneError("the scale must be positive");
    if (!between(scene.width / scene.scale, kSmallest, kFarthest) ||
        !between(scene.height / scene.scale, kSmallest, kFarthest))
        throw SceneError("width and height must be positive and finite");
    if (!between(scene.gravity_x, -1e3, 1e3) || !between(scene.gravity_y, -1e3, 1e3))
        throw SceneError("gravity must be finite, at most 1000 m/s2");
    if (!between(scene.time_step, 1e-6, 1.0))
        throw SceneError("the time step must be between 1e-6 and 1 second");
    if (scene.velocity_iterations < 1 || scene.velocity_iterations > 1000 ||
        scene.position_iterations < 1 || scene.position_iterations > 1000)
        throw SceneError("iterations must be between 1 and 1000");
    if (scene.bodies.size() > static_cast<size_t>(kMostBodies))
        throw SceneError("a scene holds at most " + std::to_string(kMostBodies) + " bodies, not " +
                         std::to_string(scene.bodies.size()));
    size_t shapes = 0;
    for (size_t i = 0; i < scene.bodies.size(); ++i) {
        check(scene.bodies[i], scene, static_cast<int>(i));
        shapes += scene.bodies[i].shapes.size();
    }
    check_total(shapes);
    if (scene.joints.size() > static_cast<size_t>(kMostJoints))
        throw SceneError("a scene holds at most " + std::to_string(kMostJoints) + " joints, not " +
                         std::to_string(scene.joints.size()));
    for (size_t i = 0; i < scene.joints.size(); ++i) check(scene.joints[i], scene, i);
}

}  // namespace topple
