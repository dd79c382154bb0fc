// Everything that changes while a level runs.
#pragma once

#include <array>
#include <cstdint>

#include "worlds/kinetix/level.hpp"

namespace topple::kinetix {

inline constexpr int kMostPolygonPairs =
    kMostPolygons * (kMostPolygons - 1) / 2 - kStaticPolygons * (kStaticPolygons - 1) / 2;
inline constexpr int kMostSlots = 2 * kMostPolygonPairs + kMostCircles * kMostPolygons +
                                  kMostCircles * (kMostCircles - 1) / 2;

// A point of contact of the last step, and the impulses that it has gathered.
struct Touch {
    float normal = 0.0f, tangent = 0.0f;
    bool active = false;
};

struct Pull {
    Vec impulse;
    float turn = 0.0f;  // a fixed joint's
};

struct State {
    std::array<Motion, kMostBodies> bodies{};
    std::array<Touch, kMostSlots> touches{};
    std::array<Pull, kMostJoints> pulls{};
};

// Motors from -1 to 1, then thrusters from 0 to 1, by channel.
using Drive = std::array<float, kChannels>;

inline constexpr float kTimeStep = 1.0f / 60.0f;

// Simulate 1/60 s. Subnormal numbers must be flushed to zero meanwhile.
void step(const Level& level, State& state, const Drive& drive);

}  // namespace topple::kinetix
