// Levels and calls from rows of plain numbers, as Python and JSON give them.
#pragma once

#include <array>
#include <tuple>
#include <vector>

#include "worlds/rope/play.hpp"

namespace topple::rope {

template <size_t N>
using Rows = std::vector<std::array<double, N>>;

// The items of a level; the names and columns are those of `Level.for_engine` in Python.
struct Items {
    Rows<2> candies;
    std::array<double, 2> mouth{};
    Rows<3> pins;
    Rows<4> active_pins;
    Rows<5> pulleys, ropes;
    Rows<2> bubbles;
    Rows<4> cushions;
    Rows<3> stars;
    Rows<4> spikes;
    Rows<7> gates;
    Rows<5> hats, pads;
};

// Return a level that can be simulated; throw a SceneError if there is none.
Level level_of(const Items& items, int rate);

// A number as a whole one; -1 if it is too large, which is never an item or a verb.
int32_t whole(double number);

// A call of a player: seconds, and the verb, id and value of `calls.py`; ids count from 1.
using TimedRow = std::tuple<double, std::tuple<int, int, double>>;

// Return calls that can be made on the level; throw a SceneError if there is one that cannot.
Plan plan_of(const Level& level, const std::vector<TimedRow>& rows);

}  // namespace topple::rope
