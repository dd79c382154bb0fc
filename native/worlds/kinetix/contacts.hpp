// Where bodies touch.
#pragma once

#include <vector>

#include "worlds/kinetix/state.hpp"

namespace topple::kinetix {

// One point of contact in one step, and what the solver needs to know of it.
struct Contact {
    const Pair* pair = nullptr;
    int slot = 0;
    bool forgets = false;  // its impulse is set to zero after every batch
    Vec point, normal;     // the normal points from a to b
    float penetration = 0.0f, bounce = 0.0f;
    float impulse = 0.0f, friction_impulse = 0.0f;
};

// Contacts of one kind, batch after batch; batch k ends before `ends[k]`.
struct ContactList {
    std::vector<Contact> contacts;
    std::vector<int> ends;
};

struct Contacts {
    ContactList polygons_first, polygons_second, circle_polygon, circles;
    std::array<ContactList*, 4> lists() {
        return {&polygons_first, &polygons_second, &circle_polygon, &circles};
    }
};

// Replace `found` by all contacts of the state, and mark their slots. Impulses are carried over from
// slots that were active before.
void find_contacts(const Level& level, State& state,
                   const std::array<Rotation, kMostBodies>& rotations, Contacts& found);

}  // namespace topple::kinetix
