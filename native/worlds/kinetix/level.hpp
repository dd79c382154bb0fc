// A level: what stands where, and what follows from it once and for all.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "worlds/kinetix/maths.hpp"

namespace topple::kinetix {

inline constexpr int kStaticPolygons = 4;  // floor, left wall, right wall, ceiling
inline constexpr int kMostPolygons = 12, kMostCircles = 4, kMostJoints = 6, kMostThrusters = 2;
inline constexpr int kMostBodies = kMostPolygons + kMostCircles;
inline constexpr int kMotorChannels = 4, kThrusterChannels = 2;
inline constexpr int kChannels = kMotorChannels + kThrusterChannels;
inline constexpr int kSolverBatch = 16;

enum Role : int32_t { kNeutral = 0, kGreen = 1, kBlue = 2, kRed = 3 };

struct Motion {
    Vec position, velocity;
    float rotation = 0.0f, spin = 0.0f;
};

struct Shape {
    float inverse_mass = 0.0f, inverse_inertia = 0.0f, friction = 1.0f, restitution = 0.0f;
    float radius = 0.0f;  // a circle's
    int32_t mode = 1, role = kNeutral, sides = 4;
    bool active = true;
    std::array<Vec, 4> vertices{};  // a polygon's, clockwise
};

// Edge k of a polygon leads from vertex k to the next.
struct Edge {
    Vec normal, direction;
    float length = 0.0f;
    float reach = 0.0f;  // the farthest vertex along the normal
};

struct Joint {
    int32_t a = 0, b = 0, channel = 0;
    Vec a_anchor, b_anchor;
    bool active = false, motor = false, fixed = false, limited = false;
    float speed = 0.0f, power = 0.0f, least = 0.0f, most = 0.0f, rest = 0.0f;
};

struct Thruster {
    int32_t body = 0, channel = 0;
    Vec place;
    float rotation = 0.0f, power = 0.0f;
    bool active = false;
};

// Two bodies that may meet. A pair of a circle and a polygon has the circle first.
struct Pair {
    uint8_t a = 0, b = 0;
    bool meets = false;    // contacts are found
    bool resolved = false; // contacts push
    int8_t verdict = 0;    // a contact's: +1 green on blue, -1 green on red
    float friction = 0.0f, restitution = 0.0f;
};

// The pairs of one kind, in the order in which they are solved.
struct Pairs {
    std::vector<Pair> all;
    int first_slot = 0;  // in the memory of contacts
    int batches = 0;
    // The reference pads its last batch with writes to the last pair, which thereby forgets its
    // impulse after every batch.
    bool last_forgets() const { return all.size() % kSolverBatch != 0; }
};

struct Level {
    int polygons = 0, circles = 0;
    std::vector<Shape> shapes;  // polygons, then circles
    std::vector<Motion> start;
    std::vector<Joint> joints;
    std::vector<Thruster> thrusters;

    // Found by `prepare`.
    std::array<std::array<Edge, 4>, kMostPolygons> edges{};
    Pairs polygon_pairs, circle_polygon_pairs, circle_pairs;
    std::array<bool, kMostBodies> jointed{};
    std::array<bool, kMostJoints> linked{};  // the joint holds two bodies together
    int slots = 0;

    int bodies() const { return polygons + circles; }
};

// Throw a SceneError unless the level can be simulated; then fill in what follows from it.
void prepare(Level& level);

// Which bodies may push each other: those that no chain of joints connects.
std::array<std::array<bool, kMostBodies>, kMostBodies> collision_matrix(const Level& level);

}  // namespace topple::kinetix
