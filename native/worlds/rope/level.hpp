// A level of rope: candy on ropes, a creature to feed, and what helps or hinders.
// Units: the board is 100 x 100, y points up, times are steps.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/scene.hpp"

namespace topple::rope {

constexpr int kMostCandies = 2, kMostPins = 8, kMostPulleys = 4, kMostItems = 8, kMostSpikes = 16;
constexpr int kMostTied = 16;                        // ropes of pins and pulleys
constexpr int kMostRopes = kMostTied + kMostPins;    // and one per active pin
constexpr int kSeconds = 60;                         // seconds of the longest game

enum class Holder : int32_t { pin, active_pin, pulley };

struct Pin {
    double x, y;
    bool crawler;
};

struct ActivePin {
    double x, y, radius;
    bool crawler;
};

// A pin on a rail; `position` is 0 at the first end and 1 at the second.
struct Pulley {
    double x1, y1, x2, y2, position;
};

// A stiffness of 0 means a cord. `damping` is filled in.
struct Rope {
    Holder holder;
    int32_t index, candy;
    double length, stiffness, damping = 0.0;
};

// Points and unit directions: cushions, and mouths of hats with their outward normals.
struct Arrow {
    double x, y, dx, dy;
};

struct Hat {
    Arrow mouth;
    int32_t pair;
    int32_t partner = -1;  // filled in
};

struct Star {
    double x, y;
    int32_t expires;  // the step at which it vanishes; 0 for never
};

struct Segment {
    double x1, y1, x2, y2;
};

struct Gate {
    Segment segment;
    int32_t on, off, phase;
};

struct Pad {
    Segment segment;
    double restitution;
};

struct Level {
    std::vector<std::array<double, 2>> candies, bubbles;
    std::array<double, 2> mouth{};
    std::vector<Pin> pins;
    std::vector<ActivePin> active_pins;
    std::vector<Pulley> pulleys;
    std::vector<Rope> ropes;  // `check` appends one per active pin
    std::vector<Arrow> cushions;
    std::vector<Star> stars;
    std::vector<Segment> spikes;
    std::vector<Gate> gates;
    std::vector<Hat> hats;
    std::vector<Pad> pads;
    int rate = 480;  // steps per second

    int32_t steps(double seconds) const { return static_cast<int32_t>(seconds * rate + 0.5); }
};

// Throw a SceneError unless the level can be simulated; fill in what follows from the rest.
void check(Level& level);

}  // namespace topple::rope
