// The velocities of many touching bodies, several contacts at a time.
#pragma once

#include <Box2D/Dynamics/Contacts/b2ContactSolver.h>
#include <Box2D/Dynamics/b2TimeStep.h>

namespace topple {

// Contacts times rounds over them. Less is solved sooner one by one, because contacts settle.
constexpr int32 kWorkForLanes = 500;

// Solve all contacts in turn, `rounds` times: the same bits as one by one.
void solve_in_lanes(b2ContactVelocityConstraint* contacts, int32 count, b2Velocity* velocities,
                    int32 bodies, int32 rounds);

}  // namespace topple
