// Balls, and how they move between events: closed forms of time.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "worlds/pool/maths.hpp"
#include "worlds/pool/table.hpp"

namespace topple::pool {

inline constexpr double kBallMass = 0.170097;
inline constexpr double kGravity = 9.81;
inline constexpr double kSlidingFriction = 0.2, kRollingFriction = 0.01;
inline constexpr double kSpinningFriction = 4.0 / 9.0 * kBallRadius;  // metres, as a lever
inline constexpr double kTiny = 100.0 * std::numeric_limits<double>::epsilon();
inline constexpr double kNever = std::numeric_limits<double>::infinity();

enum State : int32_t { kStationary = 0, kSpinning = 1, kSliding = 2, kRolling = 3, kPocketed = 4 };

struct Ball {
    Vec r, v, w;  // position, velocity, angular velocity
    int32_t state = kPocketed;
    bool moving() const { return state == kSliding || state == kRolling; }
};

// A path r(t) = c + b t + a t^2 in the plane.
struct Path {
    double ax = 0.0, ay = 0.0, bx = 0.0, by = 0.0, cx = 0.0, cy = 0.0;
    // The same path with time counted from `t` on.
    Path from(double t) const {
        return {ax, ay, bx + 2.0 * ax * t, by + 2.0 * ay * t, cx + (bx + ax * t) * t,
                cy + (by + ay * t) * t};
    }
};

// The velocity of the point that touches the cloth.
inline Vec slip(const Ball& ball) {
    return {ball.v.x - kBallRadius * ball.w.y, ball.v.y + kBallRadius * ball.w.x, 0.0};
}

// Return the path until the next event of the ball.
Path path_of(const Ball& ball);
// Return how long the ball stays in its state.
double time_in_state(const Ball& ball);
// Return the state that follows.
State next_state(const Ball& ball);
// Move the ball on by `dt` in its present state.
void advance(Ball& ball, double dt);
// Put the ball into the state that follows.
void change_state(Ball& ball);

}  // namespace topple::pool
