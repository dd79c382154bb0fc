// Levels and decisions from rows of plain numbers, as Python and JSON give them.
#pragma once

#include <cstddef>
#include <vector>

#include "worlds/kinetix/game.hpp"

namespace topple::kinetix {

inline constexpr size_t kBodyColumns = 23, kJointColumns = 16, kThrusterColumns = 7;
inline constexpr size_t kDecisionColumns = kChannels + 1;

struct Table {
    const double* numbers;
    size_t rows, columns;
};

// Return a level that can be simulated; throw a SceneError if there is none.
Level level_of(int polygons, const Table& bodies, const Table& joints, const Table& thrusters);

// Rows of six drives and a number of steps.
std::vector<Decision> decisions_of(const float* numbers, size_t rows);

}  // namespace topple::kinetix
