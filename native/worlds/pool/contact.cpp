#include "worlds/pool/contact.hpp"

#include <algorithm>
#include <utility>

namespace topple::pool {
namespace {

struct Quartic {
    double c0, c1, c2, c3, c4;
    double operator()(double t) const { return (((c4 * t + c3) * t + c2) * t + c1) * t + c0; }
    double slope(double t) const { return ((4.0 * c4 * t + 3.0 * c3) * t + 2.0 * c2) * t + c1; }
    double bend(double t) const { return (12.0 * c4 * t + 6.0 * c3) * t + 2.0 * c2; }
};

// Find the zero of f between low and high, where it has opposite signs: Newton's method, kept
// inside the bracket by halving it.
template <typename Value, typename Slope>
double zero_between(double low, double high, Value f, Slope df) {
    const bool rising = f(low) < 0.0;
    double t = 0.5 * (low + high);
    for (int i = 0; i < 100; ++i) {
        const double value = f(t);
        if (value == 0.0) return t;
        ((value < 0.0) == rising ? low : high) = t;
        const double slope = df(t);
        double next = slope != 0.0 ? t - value / slope : low;
        if (!(next > low && next < high)) next = 0.5 * (low + high);
        if (next == t || next == low || next == high) return next;
        if (std::abs(next - t) <= 1e-16 * std::abs(next)) return next;
        t = next;
    }
    return t;
}

// Append the times in (0, window) at which the slope changes its sign, in order.
int turning_points(const Quartic& f, double window, double* out) {
    // Zeros of the second derivative split the window into parts with a monotone slope.
    double cuts[4] = {0.0, window, window, window};
    int count = 1;
    const double a = 12.0 * f.c4, b = 6.0 * f.c3, c = 2.0 * f.c2;
    const double inside = b * b - 4.0 * a * c;
    if (inside >= 0.0) {
        const double q = -0.5 * (b + std::copysign(std::sqrt(inside), b));
        double first = a != 0.0 ? q / a : kNever, second = q != 0.0 ? c / q : kNever;
        if (first > second) std::swap(first, second);
        if (first > 0.0 && first < window) cuts[count++] = first;
        if (second > 0.0 && second < window && second != first) cuts[count++] = second;
    }
    cuts[count] = window;
    int found = 0;
    for (int i = 0; i < count; ++i)
        if ((f.slope(cuts[i]) < 0.0) != (f.slope(cuts[i + 1]) < 0.0))
            out[found++] = zero_between(
                cuts[i], cuts[i + 1], [&](double t) { return f.slope(t); },
                [&](double t) { return f.bend(t); });
    return found;
}

// Quick refusals: the path is too short, or its band beside the straight line misses the circle.
bool out_of_reach(const Path& p, double gap, double speed, double radius, double window) {
    const double bend = std::sqrt(p.ax * p.ax + p.ay * p.ay) * window;
    if (gap > (speed + bend) * window) return true;
    if (speed == 0.0) return false;
    const double aside = (p.bx * p.cy - p.by * p.cx) / speed;
    const double drift = (p.bx * p.ay - p.by * p.ax) / speed * window * window;
    const double slack = radius + 1e-9;
    return aside + std::min(drift, 0.0) > slack || aside + std::max(drift, 0.0) < -slack;
}

// Whether a place projects onto the rail, ends included.
bool beside(const Rail& rail, double x, double y) {
    const double along_x = rail.x2 - rail.x1, along_y = rail.y2 - rail.y1;
    const double share = (x - rail.x1) * along_x + (y - rail.y1) * along_y;
    return share >= 0.0 && share <= along_x * along_x + along_y * along_y;
}

}  // namespace

double first_contact(const Path& p, double radius, double window) {
    const double square = p.cx * p.cx + p.cy * p.cy;
    const double speed = std::sqrt(p.bx * p.bx + p.by * p.by);
    if (out_of_reach(p, std::sqrt(square) - radius, speed, radius, window)) return kNever;
    const Quartic f{square - radius * radius, 2.0 * (p.bx * p.cx + p.by * p.cy),
                    speed * speed + 2.0 * (p.ax * p.cx + p.ay * p.cy),
                    2.0 * (p.ax * p.bx + p.ay * p.by), p.ax * p.ax + p.ay * p.ay};
    double cuts[4];
    int count = turning_points(f, window, cuts);
    cuts[count++] = window;
    const bool outside = f.c0 > 0.0;
    double low = 0.0;
    for (int i = 0; i < count; low = cuts[i++])
        if ((f(cuts[i]) > 0.0) != outside)
            return zero_between(low, cuts[i], f, [&](double t) { return f.slope(t); });
    return kNever;
}

double jaw_contact(const Path& p, double radius, double window) {
    const bool inside = p.cx * p.cx + p.cy * p.cy < radius * radius;
    if (inside && p.bx * p.cx + p.by * p.cy < 0.0) return 0.0;
    return first_contact(p, radius, window);
}

double rail_contact(const Path& p, const Rail& rail) {
    const double a = rail.lx * p.ax + rail.ly * p.ay, b = rail.lx * p.bx + rail.ly * p.by;
    const double c = rail.l0 + rail.lx * p.cx + rail.ly * p.cy + rail.side * kBallRadius * rail.length;
    const double depth = rail.side * c;
    if (depth > 0.0 && depth < kBallRadius * rail.length && rail.side * b > 0.0 && beside(rail, p.cx, p.cy))
        return 0.0;
    double first = kNever, second = kNever;
    if (std::abs(a) < kTiny) {
        if (std::abs(b) < kTiny) return kNever;
        first = -c / b;
    } else {
        const double inside = 0.25 * b * b - a * c;
        if (inside < 0.0) return kNever;
        first = (-0.5 * b - std::sqrt(inside)) / a, second = -first - b / a;
        if (first > second) std::swap(first, second);
    }
    for (double t : {first, second}) {
        if (!(t > kTiny) || t == kNever) continue;
        if (beside(rail, p.cx + (p.bx + p.ax * t) * t, p.cy + (p.by + p.ay * t) * t)) return t;
    }
    return kNever;
}

}  // namespace topple::pool
