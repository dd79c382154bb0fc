// A level of I-PHYRE: blocks, balls, links and springs, and the rate at which it is simulated.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "core/scene.hpp"

namespace topple::iphyre {

constexpr int kMostObjects = 12;
constexpr int kMostEliminable = 6;
constexpr double kSeconds = 15.0;     // seconds of a game
constexpr double kBottom = 600.0;     // a ball whose centre is below has fallen; y points down
constexpr double kBlockRadius = 10.0;

struct Level {
    std::vector<std::array<double, 4>> blocks;  // x1, y1, x2, y2
    std::vector<std::array<double, 3>> balls;   // x, y, radius
    std::vector<bool> eliminable, moving;       // one per object: blocks, then balls
    std::vector<std::pair<int, int>> links, springs;
    int rate = 60;         // steps per second
    int prior_resets = 0;  // earlier resets of the original's object

    int objects() const { return static_cast<int>(blocks.size() + balls.size()); }
    bool is_block(int object) const { return object < static_cast<int>(blocks.size()); }
    int most_steps() const { return static_cast<int>(kSeconds) * rate; }
};

// Throw a SceneError unless the engine can simulate the level.
void check(const Level& level);

}  // namespace topple::iphyre
