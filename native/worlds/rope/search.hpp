// Search for calls that feed the creature: a beam over the number of calls.
#pragma once

#include "worlds/rope/rules.hpp"

namespace topple::rope {

// A call of a player; several taps count as one.
struct Move {
    Call call;
    int32_t taps = 1;
};

struct Solution {
    std::vector<Move> moves;
    int stars = 0;
};

struct SearchOptions {
    int width = 800;       // states that are kept per number of calls
    int depth = 6;         // most calls
    double tick = 0.1;     // seconds between moments at which a call is tried
    double wait = 5.0;     // longest time between two calls
    int most = 60;         // solutions that are returned
};

struct Searched {
    std::vector<Solution> solutions;
    int64_t tried = 0;  // states that the search went on from: the first, and one per call tried
};

// Return solutions, those with most stars first; none found does not mean that none exist. The
// search stops at the fewest calls that collect every star.
Searched search(const Level& level, const SearchOptions& options);

}  // namespace topple::rope
