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
    float bias = 0.0f;     // the speed that undoes the penetration
    float bounce = 0.0f;
    float impulse = 0.0f, friction_impulse = 0.0f;
    bool steady = false;  // neither body moves before the step is over, so the rest stays as it is
    Vec a_lever, b_lever;
    float give = 1.0f, slide = 1.0f;  // speed per impulse along the normal and across it
};

// Contacts of one kind in the order of their pairs, and in that of the solver: `order` lists them
// batch after batch, and batch k ends before `ends[k]`.
struct ContactList {
    std::vector<Contact> contacts;
    std::vector<int> order, ends;
};

// Find what depends on the places of the two bodies.
void measure(const Level& level, const State& state, Contact& contact);

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
