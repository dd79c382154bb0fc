#include <algorithm>

#include "worlds/pool/cushion.hpp"
#include "worlds/pool/motion.hpp"

namespace topple::pool {
namespace {

// The nose is higher than the ball's centre: sine and cosine of the angle of contact.
constexpr double kSin = (kNoseHeight - kBallRadius) / kBallRadius;
const double kCos = std::sqrt(1.0 - kSin * kSin);
constexpr double kSmallestStep = 0.001;  // newton seconds
constexpr int kParts = 1000;             // steps of a fast impact
constexpr int kHalvings = 8;
// A rolling ball does not slip on the cloth. The direction of that zero vector would be that of a
// rounding error, so slip below this speed counts as none.
constexpr double kNoSlip = 1e-9;

struct Direction {
    double c, s;
};

Direction direction(double x, double y) {
    const double length = std::sqrt(x * x + y * y);
    return length < kNoSlip ? Direction{0.0, 0.0} : Direction{x / length, y / length};
}

// Apply one step of impulse. Return the work it does along the normal.
double apply(Vec& v, Vec& w, double dp) {
    constexpr double R = kBallRadius;
    const Direction wall = direction(v.x + R * w.y * kSin - R * w.z * kCos, -v.y * kSin + R * w.x);
    const Direction cloth = direction(v.x - R * w.y, v.y + R * w.x);
    const double mw = kCushionFriction, ms = kSlidingFriction;
    const double down = kSin + mw * wall.s * kCos;
    const double per_mass = dp / kBallMass, turn = 5.0 / (2.0 * kBallMass * R) * dp;
    v.x -= per_mass * (mw * wall.c + ms * cloth.c * down);
    v.y -= per_mass * (kCos - mw * wall.s * kSin + ms * cloth.s * down);
    w.x -= turn * (mw * wall.s + ms * cloth.s * down);
    w.y -= turn * (mw * wall.c * kSin - ms * cloth.c * down);
    w.z += turn * mw * wall.c * kCos;
    return dp * std::abs(v.y) * kCos;
}

// Press in until the ball no longer approaches. Return the work done.
double compress(Vec& v, Vec& w) {
    double dp = std::max(kBallMass * v.y / kParts, kSmallestStep);
    double work = 0.0;
    const auto step_if_pressing = [&](double size) {
        Vec next_v = v, next_w = w;
        const double done = apply(next_v, next_w, size);
        if (next_v.y <= 0.0) return false;
        v = next_v, w = next_w, work += done;
        return true;
    };
    if (v.y <= 0.0) return 0.0;
    while (step_if_pressing(dp)) {
    }
    for (int i = 0; i < kHalvings; ++i) step_if_pressing(dp /= 2.0);
    return work;
}

}  // namespace

void integrate_impulse(Vec& v, Vec& w) {
    const double target = kCushionRestitution * kCushionRestitution * compress(v, w);
    const double dp = std::max(target / kParts, kSmallestStep);
    double work = 0.0;
    while (work < target) {
        const double rate = std::abs(v.y) * kCos;
        if (work + dp * rate > target) {
            apply(v, w, (target - work) / rate);
            return;
        }
        work += apply(v, w, dp);
    }
}

}  // namespace topple::pool
