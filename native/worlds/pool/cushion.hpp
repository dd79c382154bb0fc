// The two models of a cushion impact.
#pragma once

#include "worlds/pool/maths.hpp"

namespace topple::pool {

inline constexpr double kCushionRestitution = 0.85, kCushionFriction = 0.2;

// 2025: small steps of impulse; the cushion lies in the direction of +y.
void integrate_impulse(Vec& v, Vec& w);
// 2026: closed form; n points from the nose to the ball's centre.
void compliant_impact(Vec& v, Vec& w, const Vec& n);

}  // namespace topple::pool
