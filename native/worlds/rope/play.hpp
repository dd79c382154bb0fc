// Whole games played by a plan, and games that can be stepped, copied and continued.
#pragma once

#include <memory>
#include <string>

#include "worlds/rope/rules.hpp"

namespace topple::rope {

// Everything that moves or changes, as numbers: steps, the bits of bubbles, stars and active pins;
// x, y, vx, vy, bubble and presence (0 there, 1 in a hat, 2 gone) of two candies; candy, length and
// crawler's way of every rope; the place of every pulley.
std::vector<double> row(const Level& level, const State& state);

struct Play {
    State state;
    uint64_t digest = 0;
    Events events;
    std::vector<double> frames;  // rows at the start, every `stride` steps and at the end
    size_t frame_count = 0;
};

// Calls sorted by step, and the step at which the player's time is over.
struct Plan {
    std::vector<Call> calls;
    int32_t until = 0;
};

// Play until the game ends or the player's time is over.
Play play(const Level& level, const Plan& plan, int stride);

// Throw a SceneError unless a call names an item of the level.
void check(const Level& level, const Call& call);

std::string snapshot(const Level& level, const State& state);
State restore(const Level& level, const std::string& bytes);

}  // namespace topple::rope
