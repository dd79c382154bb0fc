// Whole shots: from a table at rest until everything rests again.
#pragma once

#include <functional>
#include <vector>

#include "worlds/pool/sim.hpp"

namespace topple::pool {

// The events of a shot that rules and goals ask for.
struct Summary {
    std::array<int8_t, kMostBalls> pocket;    // where each ball fell; -1 if it did not
    std::array<int16_t, kMostBalls> rails{};    // meetings of each ball with the six rails
    std::array<int8_t, kMostBalls> first_rail;  // the first that it met; -1 if none
    // The first two balls that the cue ball met, -1 if none, and its rails before each.
    std::array<int8_t, 2> hit{-1, -1};
    std::array<int16_t, 2> rails_before{};
    double hit_x = 0.0, hit_y = 0.0;  // where the cue ball was when it met the first
    bool rail_after_hit = false;      // any ball met a cushion after that
    bool capped = false;              // the limit of events came first
    int32_t events = 0;
    double seconds = 0.0;
    uint64_t digest = 0;
};

// A ball's state after an event: enough to know where it is until its next one.
struct Moment {
    double time;
    int32_t ball;
    Ball state;
};

struct Record {
    std::vector<Event> events;
    std::vector<Moment> moments;
};

struct Shot {
    Summary summary;
    std::array<Ball, kMostBalls> balls;
};

// Strike, and simulate until everything rests or `go_on` returns false. At the limit of events all
// balls are stopped. With a record, events and moments are appended to it.
Shot play(const std::vector<Ball>& balls, int cue, const Strike& strike, Model model,
          Record* record, const std::function<bool()>& go_on);

// Return balls at rest at these places; a ball at a place that is not a number is not on the table.
std::vector<Ball> at_rest(const double* places, size_t count);

// Return where the balls of a record are at a time: x, y and the height of each.
std::vector<Vec> places_at(const std::vector<Moment>& moments, int count, double time);

}  // namespace topple::pool
