// What learners observe of a level in play, as one row of numbers.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "worlds/kinetix/game.hpp"

namespace topple::kinetix {

// Numbers of a body that change: position, velocity, squashed spin, sine and cosine.
inline constexpr int kMoving = 7;
// Where they stand in the row of a body, which has so many numbers.
inline constexpr std::array<int, kMoving> kMovingColumns{0, 1, 2, 3, 7, 12, 13};
inline constexpr int kPolygonColumns = 26, kCircleColumns = 18;
inline constexpr float kClip = 10.0f;

std::array<float, kMoving> moving(const Motion& motion);

// A level, and the row of its numbers that never change, with room for those that do. `exists` says
// which bodies are there.
struct Stage {
    std::shared_ptr<const Level> level;
    std::vector<float> still;
    std::vector<bool> exists;
};

// Write floor and polygons, circles, joints, thrusters and gravity.
void observe(const Game& game, const Stage& stage, float* row);

}  // namespace topple::kinetix
