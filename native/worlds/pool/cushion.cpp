// A ball meets a cushion. 2025: integration of the impulse after Mathavan, Jackson and Parkin (2010).
// 2026: closed form with a compliant contact after Stronge, Impact Mechanics (2018).
#include <algorithm>

#include "worlds/pool/cushion.hpp"
#include "worlds/pool/impact.hpp"

namespace topple::pool {
namespace {

constexpr double kGap2025 = 1e-9, kGap2026 = 1e-6, kMostShift = 5e-6;

struct Normal {
    double x, y;
};

// The horizontal normal, pointing the way the ball moves.
Normal oriented(const Ball& ball, const Cushion& c) {
    Normal n{c.nx, c.ny};
    if (c.tip) {
        const double dx = ball.r.x - c.x, dy = ball.r.y - c.y, length = std::sqrt(dx * dx + dy * dy);
        n = {dx / length, dy / length};
    }
    return n.x * ball.v.x + n.y * ball.v.y > 0.0 ? n : Normal{-n.x, -n.y};
}

// Distance of the ball's centre from the nose line or the centre of the tip.
double distance(const Ball& ball, const Cushion& c) {
    const double dx = ball.r.x - c.x, dy = ball.r.y - c.y;
    return c.tip ? std::sqrt(dx * dx + dy * dy) : std::abs(c.nx * dx + c.ny * dy);
}

void make_contact_2025(Ball& ball, const Cushion& c, const Normal& n) {
    const double gap = c.tip ? -kGap2025 : kGap2025;
    const double shift = kBallRadius + c.radius + gap - distance(ball, c);
    const double sign = c.tip ? 1.0 : -1.0;
    ball.r.x += sign * shift * n.x, ball.r.y += sign * shift * n.y;
}

// Return the time of smallest size after which the ball, keeping its velocity, is at a distance.
double time_to_distance(const Ball& ball, const Cushion& c, double wanted) {
    const double dx = ball.r.x - c.x, dy = ball.r.y - c.y;
    if (!c.tip) {
        const double from = c.nx * dx + c.ny * dy, speed = c.nx * ball.v.x + c.ny * ball.v.y;
        return speed == 0.0 ? kNever : (std::copysign(wanted, from) - from) / speed;
    }
    const double qa = ball.v.x * ball.v.x + ball.v.y * ball.v.y;
    const double half = dx * ball.v.x + dy * ball.v.y, qc = dx * dx + dy * dy - wanted * wanted;
    const double inside = half * half - qa * qc;
    if (qa == 0.0 || inside < 0.0) return kNever;
    const double q = -(half + std::copysign(std::sqrt(inside), half));
    const double one = q / qa, other = q != 0.0 ? qc / q : 0.0;
    return std::abs(one) < std::abs(other) ? one : other;
}

void make_contact_2026(Ball& ball, const Cushion& c) {
    const double wanted = kBallRadius + c.radius + kGap2026;
    const double t = ball.moving() ? time_to_distance(ball, c, wanted) : kNever;
    if (t != kNever && norm(t * ball.v) <= kMostShift) {
        ball.r += t * ball.v;
        return;
    }
    const double dx = ball.r.x - c.x, dy = ball.r.y - c.y, now = distance(ball, c);
    if (c.tip) {
        ball.r.x += (wanted - now) * dx / now, ball.r.y += (wanted - now) * dy / now;
    } else {
        const double shift = c.nx * dx + c.ny * dy < 0.0 ? now - wanted : wanted - now;
        ball.r.x += shift * c.nx, ball.r.y += shift * c.ny;
    }
}

// The unit vector from the nose, which is higher than the ball's centre, to that centre.
Vec normal_in_space(const Ball& ball, const Cushion& c) {
    Vec from{ball.r.x - c.x, ball.r.y - c.y, ball.r.z - kNoseHeight};
    if (!c.tip) {
        const double across = c.nx * from.x + c.ny * from.y;
        from.x = across * c.nx, from.y = across * c.ny;
    }
    return (1.0 / norm(from)) * from;
}

}  // namespace

Cushion cushion(const Rail& rail) {
    return {rail.x1, rail.y1, rail.lx / rail.length, rail.ly / rail.length, 0.0, false};
}

Cushion cushion(const Circle& jaw) { return {jaw.x, jaw.y, 0.0, 0.0, jaw.radius, true}; }

void bounce(Ball& ball, const Cushion& c, Model model) {
    if (model == Model::k2025) {
        const Normal n = oriented(ball, c);
        make_contact_2025(ball, c, n);
        // The turn that takes the normal to +y.
        ball.v = turned(ball.v, n.y, n.x), ball.w = turned(ball.w, n.y, n.x);
        integrate_impulse(ball.v, ball.w);
        ball.v = turned(ball.v, n.y, -n.x), ball.w = turned(ball.w, n.y, -n.x);
    } else {
        make_contact_2026(ball, c);
        const Vec n = normal_in_space(ball, c);
        compliant_impact(ball.v, ball.w, n);
    }
    ball.v.z = 0.0;
    ball.state = kSliding;
}

}  // namespace topple::pool
