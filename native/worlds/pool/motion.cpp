#include "worlds/pool/motion.hpp"

#include <algorithm>

namespace topple::pool {
namespace {

constexpr double kSpinLoss = 5.0 * kSpinningFriction * kGravity / (2.0 * kBallRadius);

double decayed(double spin, double dt) {
    if (std::abs(spin) < kTiny) return spin;
    const double left = std::max(std::abs(spin) - kSpinLoss * dt, 0.0);
    return std::copysign(left, spin);
}

double speed_of(const Vec& v) { return std::sqrt(v.x * v.x + v.y * v.y); }

// The direction against which friction acts.
Vec friction_direction(const Ball& ball) {
    Vec along = ball.state == kSliding ? slip(ball) : ball.v;
    double length = speed_of(along);
    if (length == 0.0) along = ball.v, length = speed_of(along);
    return length == 0.0 ? Vec{} : Vec{along.x / length, along.y / length, 0.0};
}

double spin_time(const Ball& ball) {
    return 2.0 * kBallRadius * std::abs(ball.w.z) / (5.0 * kSpinningFriction * kGravity);
}

}  // namespace

Path path_of(const Ball& ball) {
    if (!ball.moving()) return {0.0, 0.0, 0.0, 0.0, ball.r.x, ball.r.y};
    const double friction = ball.state == kSliding ? kSlidingFriction : kRollingFriction;
    const Vec along = friction_direction(ball);
    const double half = -0.5 * friction * kGravity;
    return {half * along.x, half * along.y, ball.v.x, ball.v.y, ball.r.x, ball.r.y};
}

double time_in_state(const Ball& ball) {
    switch (ball.state) {
        case kSliding: return 2.0 * speed_of(slip(ball)) / (7.0 * kSlidingFriction * kGravity);
        case kRolling: return speed_of(ball.v) / (kRollingFriction * kGravity);
        case kSpinning: return spin_time(ball);
        default: return kNever;
    }
}

State next_state(const Ball& ball) {
    if (ball.state == kSliding) return kRolling;
    return ball.state == kRolling && spin_time(ball) > time_in_state(ball) ? kSpinning : kStationary;
}

void advance(Ball& ball, double dt) {
    if (dt == 0.0) return;
    if (ball.moving()) {
        const Vec along = friction_direction(ball);
        const bool sliding = ball.state == kSliding;
        const double loss = (sliding ? kSlidingFriction : kRollingFriction) * kGravity * dt;
        ball.r += dt * ball.v - (0.5 * loss * dt) * along;
        ball.v -= loss * along;
        if (sliding) {
            const double turn = 2.5 * loss / kBallRadius;
            ball.w.x -= turn * along.y, ball.w.y += turn * along.x;
        } else {
            ball.w.x = -ball.v.y / kBallRadius, ball.w.y = ball.v.x / kBallRadius;
        }
    }
    if (ball.moving() || ball.state == kSpinning) ball.w.z = decayed(ball.w.z, dt);
}

void change_state(Ball& ball) {
    const State next = next_state(ball);
    if (next != kRolling) ball.v = {}, ball.w = {0.0, 0.0, next == kSpinning ? ball.w.z : 0.0};
    ball.state = next;
}

}  // namespace topple::pool
