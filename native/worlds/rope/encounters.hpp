// Things that a candy meets after it has moved, in the fixed order that is part of the rules.
#pragma once

#include "worlds/rope/rules.hpp"

namespace topple::rope {

// Whether a candy is there: neither merged into the other half nor inside a hat.
inline bool present(const State& s, int candy) {
    return !s.bodies[candy].gone && s.bodies[candy].exit == kNone;
}

inline void note(Events* events, const State& s, What what, int item, int candy) {
    if (events) events->push_back({s.steps, what, item, candy});
}

inline void end(State& s, Ending ending, What what, int item, int candy, Events* events) {
    s.ending = ending;
    note(events, s, what, item, candy);
}

// Hats, bounce pads, hats' exits, the merging of halves, active pins, crawlers; then for each
// candy bubbles, stars, hazards, the mouth and the edges. The first ending counts.
void meet(const Level& level, State& s, const std::array<Body, kMostCandies>& before, Events* events);

void meet_bubbles(const Level& level, State& s, int candy, Events* events);

}  // namespace topple::rope
