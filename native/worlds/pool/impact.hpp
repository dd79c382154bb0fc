// Impacts change balls: the stick, other balls, cushions.
#pragma once

#include "worlds/pool/motion.hpp"

namespace topple::pool {

// The sets of impact models.
enum class Model : int32_t {
    k2025 = 0,  // pooltool 0.4.4, for DeepPHY's protocol
    k2026 = 1,  // pooltool 0.6.0
};

// Stick speed in m/s, direction and elevation in degrees, and where the tip hits, in ball radii:
// `side` to the left, `height` up.
struct Strike {
    double speed = 0.0, direction = 0.0, elevation = 0.0, side = 0.0, height = 0.0;
};

// A cushion at the point nearest to a ball: a straight nose, or a rounded jaw tip.
struct Cushion {
    double x, y;            // any point of the nose's line, or the centre of the tip
    double nx, ny;          // unit normal of a straight nose, of either sign
    double radius;          // the tip's; 0 for a straight nose
    bool tip;
};

Cushion cushion(const Rail& rail);
Cushion cushion(const Circle& jaw);

void strike(Ball& ball, const Strike& stick);
void collide(Ball& first, Ball& second, Model model);
void bounce(Ball& ball, const Cushion& cushion, Model model);

}  // namespace topple::pool
