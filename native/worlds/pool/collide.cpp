// Two balls meet: inelastic along the line of centres, friction across it.
#include <utility>

#include "worlds/pool/impact.hpp"

namespace topple::pool {
namespace {

constexpr double kRestitution = 0.95;
constexpr double kGap2025 = 1e-9, kGap2026 = 1e-6;
constexpr double kMostShift = 5e-6;  // the midpoint's, when balls are moved along their velocities

double friction_at(double speed) { return 0.009951 + 0.108 * maths::exp(-1.088 * speed); }

Vec direction_between(const Ball& first, const Ball& second) {
    const Vec between = second.r - first.r;
    return (1.0 / norm(between)) * between;
}

// Move both balls equally along the line of centres, to a distance.
void separate(Ball& first, Ball& second, double distance) {
    const Vec between = second.r - first.r;
    const double now = norm(between);
    const Vec shift = ((distance - now) / (2.0 * now)) * between;
    first.r -= shift, second.r += shift;
}

// Return the time of smallest size after which balls that keep their velocities are at a distance.
double time_to_distance(const Ball& first, const Ball& second, double distance) {
    const Vec c = second.r - first.r, b = second.v - first.v;
    const double qa = dot(b, b), half = dot(b, c), qc = dot(c, c) - distance * distance;
    const double inside = half * half - qa * qc;
    if (qa == 0.0 || inside < 0.0) return kNever;
    const double q = -(half + std::copysign(std::sqrt(inside), half));
    const double one = q / qa, other = q != 0.0 ? qc / q : 0.0;
    return std::abs(one) < std::abs(other) ? one : other;
}

// Move both balls to a clean contact.
void make_contact(Ball& first, Ball& second, Model model) {
    if (model == Model::k2025) return separate(first, second, 2.0 * kBallRadius + kGap2025);
    const double distance = 2.0 * kBallRadius + kGap2026;
    if (first.moving() || second.moving()) {
        const double t = time_to_distance(first, second, distance);
        if (t != kNever && norm((0.5 * t) * (first.v + second.v)) <= kMostShift) {
            first.r += t * first.v, second.r += t * second.v;
            return;
        }
    }
    separate(first, second, distance);
}

// The speed of the two surfaces against each other across the direction n.
double surface_speed(const Ball& first, const Ball& second, const Vec& n) {
    const Vec arm = kBallRadius * n;
    const Vec one = first.v - dot(first.v, n) * n + cross(first.w, arm);
    const Vec other = second.v - dot(second.v, n) * n - cross(second.w, arm);
    return norm(one - other);
}

Vec slip_between(const Vec& v1, const Vec& w1, const Vec& v2, const Vec& w2) {
    const Vec arm{kBallRadius, 0.0, 0.0};
    return v1 + cross(w1, arm) - (v2 - cross(w2, arm));
}

// Friction across the line of centres, which is the x axis here: sliding friction if the surfaces
// still slip in the same sense afterwards, else as much as stops the slip.
void rub(Vec& v1, Vec& w1, Vec& v2, Vec& w2, double impulse) {
    const Vec x{1.0, 0.0, 0.0};
    const Vec before = slip_between(v1, w1, v2, w2);
    const double speed = norm(before);
    if (speed > kTiny) {
        const Vec d = (-impulse / speed) * before;
        const Vec k = (2.5 / kBallRadius) * cross(x, d);
        const Vec after = slip_between(v1 + d, w1 + k, v2 - d, w2 + k);
        if (dot(after, before) > 0.0) {
            v1 += d, v2 -= d, w1 += k, w2 += k;
            return;
        }
    }
    const Vec d = (-1.0 / 7.0) * (v1 - v2 + kBallRadius * cross(w1 + w2, x));
    const Vec k = (-5.0 / 14.0) * ((1.0 / kBallRadius) * cross(x, v1 - v2) + w1 + w2);
    v1 += d, v2 -= d, w1 += k, w2 += k;
}

// Balls that travel on together would meet again and again: the one behind gives the other a tenth
// of its speed along the line of centres.
void part_twins(Ball& first, Ball& second, const Vec& n) {
    const double along1 = dot(n, first.v), along2 = dot(n, second.v);
    const double speeds = norm(first.v) * norm(second.v);
    if (speeds == 0.0 || std::abs(along2 - along1) >= 0.01) return;
    if (dot(first.v, second.v) / speeds <= 0.9) return;
    const bool first_gives = along1 > along2;
    const Vec given = (0.1 * (first_gives ? along1 : along2)) * n;
    (first_gives ? first : second).v -= given;
    (first_gives ? second : first).v += given;
}

}  // namespace

void collide(Ball& first, Ball& second, Model model) {
    make_contact(first, second, model);
    const Vec n = direction_between(first, second);
    const bool newer = model == Model::k2026;
    // The older release measured the friction along the table's x axis, whatever the direction.
    const double friction = friction_at(surface_speed(first, second, newer ? n : Vec{1.0, 0.0, 0.0}));
    Vec v1 = turned(first.v, n.x, -n.y), w1 = turned(first.w, n.x, -n.y);
    Vec v2 = turned(second.v, n.x, -n.y), w2 = turned(second.w, n.x, -n.y);
    const double e = kRestitution;
    const double x1 = 0.5 * ((1.0 - e) * v1.x + (1.0 + e) * v2.x);
    const double x2 = 0.5 * ((1.0 + e) * v1.x + (1.0 - e) * v2.x);
    v1.x = v2.x = 0.0;
    // The newer release keeps the spin about the line of centres.
    const double spin1 = w1.x, spin2 = w2.x;
    if (newer) w1.x = w2.x = 0.0;
    rub(v1, w1, v2, w2, friction * std::abs(x2 - x1));
    if (newer) w1.x = spin1, w2.x = spin2;
    v1.x = x1, v2.x = x2;
    first.v = turned(v1, n.x, n.y), first.w = turned(w1, n.x, n.y);
    second.v = turned(v2, n.x, n.y), second.w = turned(w2, n.x, n.y);
    first.v.z = second.v.z = 0.0;
    first.state = second.state = kSliding;
    if (newer) part_twins(first, second, n);
}

}  // namespace topple::pool
