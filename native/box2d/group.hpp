// Up to four contacts that share no moving body, solved at once: one vector per number.
#pragma once

#include <Box2D/Dynamics/Contacts/b2ContactSolver.h>

#include <array>
#include <cstdint>

namespace topple {

constexpr int kLanes = 4;
using Four = float __attribute__((vector_size(16)));
using Mask = int32_t __attribute__((vector_size(16)));
using Lanes = std::array<int32, kLanes>;

// A group is made by zeroing it; empty lanes keep zeros, so that they move nobody.
struct Group {
    struct Point {
        Mask exists;
        Four ax, ay, bx, by;  // from the centres of the bodies
        Four normal_mass, tangent_mass, bias;
        Four pushed, rubbed;  // impulses so far
    };

    Point first, second;
    Four normal_x, normal_y, tangent_x, tangent_y, friction, speed;
    // Inverse masses and inertias; those of the second body are negative, so that both subtract.
    Four mass_a, turn_a, mass_b, turn_b;
    Four k11, k12, k22, m11, m12, m22;  // of two points together, and the inverse
    Lanes a, b;                         // bodies
    bool pairs, driven, bouncing;       // some second point exists, some speed or bias is not 0

    void put(const b2ContactVelocityConstraint& contact, int lane);
    void take_impulses(const Group& other, int lane);
    void give_impulses(b2ContactVelocityConstraint& contact, int lane) const;
    // Solve the contacts once; a body moves by (x, y, turn, unused).
    void solve(Four* motions);
};

}  // namespace topple
