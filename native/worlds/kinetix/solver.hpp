// Impulses at contacts and joints.
#pragma once

#include "worlds/kinetix/contacts.hpp"

namespace topple::kinetix {

// Facts of a joint that do not change within a step.
struct Link {
    const Joint* joint = nullptr;
    Pull* pull = nullptr;
    Vec a_lever, b_lever;
    float angle = 0.0f;   // b's relative to a, less the rest angle
    float beyond = 0.0f;  // excess over its limits
    bool turns = false;   // the joint acts on the angle
};

struct Links {
    std::array<Link, kMostJoints> all;
    int count = 0;
};

Links find_links(const Level& level, State& state,
                 const std::array<Rotation, kMostBodies>& rotations);

// Apply the impulses of the last step again.
void warm_start(const Level& level, State& state, Contacts& contacts, const Links& links);

// One pass over joints and contacts.
void iterate(const Level& level, State& state, Contacts& contacts, const Links& links);

}  // namespace topple::kinetix
