#include "worlds/kinetix/level.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/scene.hpp"

namespace topple::kinetix {
namespace {

constexpr float kBaseFriction = 0.4f;
constexpr float kLargest = 1e6f;  // the largest number in a level

void need(bool holds, const std::string& what) {
    if (!holds) throw SceneError(what);
}

void need_finite(std::initializer_list<float> numbers, const std::string& what) {
    for (float number : numbers)
        need(std::abs(number) <= kLargest, what + " has a number that is not finite or too large");
}

void check_body(const Level& level, int i) {
    const std::string name = "body " + std::to_string(i);
    const Shape& s = level.shapes[i];
    const Motion& m = level.start[i];
    need_finite({m.position.x, m.position.y, m.rotation, m.velocity.x, m.velocity.y, m.spin,
                 s.inverse_mass, s.inverse_inertia, s.friction, s.restitution, s.radius},
                name);
    for (const Vec& v : s.vertices) need_finite({v.x, v.y}, name);
    need(s.inverse_mass >= 0 && s.inverse_inertia >= 0, name + " has a negative mass");
    need(s.friction >= 0 && s.restitution >= 0, name + " has a negative friction or restitution");
    need(s.mode >= 0 && s.mode <= 2, name + ": the collision mode is 0, 1 or 2");
    need(s.role >= kNeutral && s.role <= kRed, name + ": the role is 0, 1, 2 or 3");
    need(i >= level.polygons || !s.active || s.sides == 3 || s.sides == 4, name + " needs 3 or 4 vertices");
    need(s.radius >= 0, name + " has a negative radius");
}

void check(const Level& level) {
    need(level.polygons >= kStaticPolygons && level.polygons <= kMostPolygons &&
             level.circles >= 0 && level.circles <= kMostCircles,
         "a level has 4 to 12 polygons and up to 4 circles");
    need(static_cast<int>(level.shapes.size()) == level.bodies() &&
             level.start.size() == level.shapes.size(),
         "the number of bodies differs from the number of polygons and circles");
    need(level.joints.size() <= kMostJoints && level.thrusters.size() <= kMostThrusters,
         "a level has up to 6 joints and 2 thrusters");
    for (int i = 0; i < level.bodies(); ++i) check_body(level, i);
    for (const Joint& j : level.joints) {
        need(j.a >= 0 && j.a < level.bodies() && j.b >= 0 && j.b < level.bodies() &&
                 (j.a != j.b || !j.active),
             "a joint needs two bodies of the level");
        need(j.channel >= 0, "a channel is not negative");
        need_finite({j.a_anchor.x, j.a_anchor.y, j.b_anchor.x, j.b_anchor.y, j.speed, j.power,
                     j.least, j.most, j.rest},
                    "a joint");
    }
    for (const Thruster& t : level.thrusters) {
        need(t.body >= 0 && t.body < level.bodies(), "a thruster needs a body of the level");
        need(t.channel >= 0, "a channel is not negative");
        need_finite({t.place.x, t.place.y, t.rotation, t.power}, "a thruster");
    }
}

void find_edges(Level& level) {
    // The reference turns by the quarter turn in 32 bits, whose cosine is not quite zero.
    constexpr float kCosine = -4.37113883e-08f;
    for (int i = 0; i < level.polygons; ++i) {
        const Shape& shape = level.shapes[i];
        if (!shape.active) continue;
        for (int k = 0; k < shape.sides; ++k) {
            Edge& edge = level.edges[i][k];
            const Vec side = shape.vertices[(k + 1) % shape.sides] - shape.vertices[k];
            edge.length = length(side);
            edge.direction = side / nonzero(edge.length);
            edge.normal = Vec{kCosine * side.x + -1.0f * side.y, side.x + kCosine * side.y} /
                          nonzero(edge.length);
            edge.reach = dot(edge.normal, shape.vertices[0]);
            for (int v = 1; v < shape.sides; ++v)
                edge.reach = most(edge.reach, dot(edge.normal, shape.vertices[v]));
        }
    }
}

Pair pair_of(const Level& level, int a, int b, bool collides) {
    const Shape &first = level.shapes[a], &second = level.shapes[b];
    Pair pair;
    pair.a = static_cast<uint8_t>(a), pair.b = static_cast<uint8_t>(b);
    pair.meets = first.active && second.active &&
                 (first.mode == 2 || second.mode == 2 || first.mode * second.mode > 0);
    pair.resolved = collides && first.active && second.active &&
                    (first.inverse_mass != 0 || second.inverse_mass != 0);
    const int product = first.active && second.active ? first.role * second.role : 0;
    pair.verdict = product == kGreen * kBlue ? 1 : product == kGreen * kRed ? -1 : 0;
    const float x = kBaseFriction * first.friction, y = kBaseFriction * second.friction;
    pair.friction = std::sqrt(x * x + y * y);
    pair.restitution = least(first.restitution, second.restitution);
    return pair;
}

void find_pairs(Level& level) {
    const auto collides = collision_matrix(level);
    const auto add = [&](Pairs& pairs, int a, int b) {
        pairs.all.push_back(pair_of(level, a, b, collides[a][b]));
    };
    level.polygon_pairs = level.circle_polygon_pairs = level.circle_pairs = {};
    const int polygons = level.polygons, bodies = level.bodies();
    for (int i = 0; i < polygons; ++i)
        for (int j = std::max(i + 1, kStaticPolygons); j < polygons; ++j)
            add(level.polygon_pairs, i, j);
    for (int i = polygons; i < bodies; ++i)
        for (int j = 0; j < polygons; ++j) add(level.circle_polygon_pairs, i, j);
    for (int i = polygons; i < bodies; ++i)
        for (int j = i + 1; j < bodies; ++j) add(level.circle_pairs, i, j);
    level.slots = 0;
    for (Pairs* pairs : {&level.polygon_pairs, &level.circle_polygon_pairs, &level.circle_pairs}) {
        const int count = static_cast<int>(pairs->all.size());
        pairs->first_slot = level.slots;
        pairs->batches = (count + kSolverBatch - 1) / kSolverBatch;
        // A pair of polygons has two points of contact.
        level.slots += pairs == &level.polygon_pairs ? 2 * count : count;
    }
}

}  // namespace

std::array<std::array<bool, kMostBodies>, kMostBodies> collision_matrix(const Level& level) {
    std::array<std::array<bool, kMostBodies>, kMostBodies> m;
    for (int i = 0; i < kMostBodies; ++i)
        for (int j = 0; j < kMostBodies; ++j) m[i][j] = i != j;
    // A pass carries what one joint forbids to its neighbours.
    for (size_t pass = 0; pass < level.joints.size(); ++pass)
        for (const Joint& joint : level.joints) {
            if (!joint.active) continue;
            for (int k = 0; k < kMostBodies; ++k) {
                const bool both = m[joint.a][k] && m[joint.b][k] && m[k][joint.a] && m[k][joint.b];
                m[joint.a][k] = m[k][joint.b] = m[joint.b][k] = m[k][joint.a] = both;
            }
        }
    return m;
}

void prepare(Level& level) {
    check(level);
    for (Joint& joint : level.joints) joint.channel = std::min(joint.channel, kMotorChannels - 1);
    for (Thruster& t : level.thrusters) t.channel = std::min(t.channel, kThrusterChannels - 1);
    find_edges(level);
    find_pairs(level);
    level.jointed = {}, level.linked = {};
    for (size_t i = 0; i < level.joints.size(); ++i) {
        const Joint& joint = level.joints[i];
        const Shape &a = level.shapes[joint.a], &b = level.shapes[joint.b];
        level.linked[i] = joint.active && a.active && b.active &&
                          (a.inverse_mass != 0 || b.inverse_mass != 0);
        if (level.linked[i]) level.jointed[joint.a] = level.jointed[joint.b] = true;
    }
}

}  // namespace topple::kinetix
