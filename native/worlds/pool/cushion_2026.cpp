#include <algorithm>

#include "worlds/pool/cushion.hpp"
#include "worlds/pool/motion.hpp"

namespace topple::pool {
namespace {

constexpr double kE = kCushionRestitution, kMu = kCushionFriction;
constexpr double kBeta = 3.5;              // tangential over normal inverse mass
constexpr double kRatio = 1.8;             // tangential over normal frequency
constexpr double kEta = kBeta / (kRatio * kRatio);
constexpr double kTurn = kPi / 2.0;        // end of compression, at a normal frequency of 1
constexpr double kEnd = (1.0 + kE) * kTurn;  // end of contact

double phase(double t) { return t / kE + (kPi / 2.0) * (1.0 - 1.0 / kE); }

bool nearly(double a, double b) {
    return std::abs(a - b) <= 1e-8 + 1e-5 * std::abs(b);
}

// Return the time after `low` at which f, negative before, becomes positive.
template <typename F>
double slip_time(double low, F f) {
    double high = kEnd, at_low = 0.0, at_high = f(high);
    if (at_high <= 0.0) return high;
    // False position with halved weights, so that the bracket shrinks from both sides. At `low` itself
    // f may touch zero: halve until it is surely negative.
    for (int i = 0; i < 100 && high - low > 1e-15 * high; ++i) {
        double t = (low * at_high - high * at_low) / (at_high - at_low);
        if (at_low == 0.0 || !(t > low && t < high)) t = 0.5 * (low + high);
        const double value = f(t);
        if (value == 0.0) return t;
        if (value < 0.0) {
            low = t, at_low = value, at_high *= 0.5;
        } else {
            high = t, at_high = value, at_low *= 0.5;
        }
    }
    return 0.5 * (low + high);
}

// The contact sticks at once and slips at the end. `x` is vt / vn.
double stick_first(double vt, double vn, double x) {
    double t = kEnd;
    if (nearly(x, kMu * kEta)) {
        t = kTurn;
    } else if (!nearly(x, 0.0)) {
        t = slip_time(kTurn, [&](double s) {
            return std::abs(x * maths::sin(kRatio * s)) - kMu * kEta * kRatio * maths::sin(phase(s));
        });
    }
    return vt * maths::cos(kRatio * t) + kMu * vn * kBeta * kE * (1.0 + maths::cos(phase(t)));
}

// The contact slips, sticks, and slips again.
double slip_stick_slip(double vt, double vn, double x, double gross) {
    const double spare = x / kMu - kBeta;
    const bool early = spare <= 0.0;
    const double stick =
        early ? maths::acos(std::clamp(spare / (kEta - kBeta), -1.0, 1.0))
              : kE * (maths::acos(std::clamp(spare / (kEta / kE - kE * kBeta), -1.0, 1.0)) -
                      (kPi / 2.0) * (1.0 - 1.0 / kE));
    const bool pressing = stick <= kTurn;
    const double s = maths::sin(pressing ? stick : phase(stick));
    const double k = pressing ? 1.0 - maths::cos(stick) : 1.0 - kE * maths::cos(phase(stick));
    const double u = -kMu * vn * kEta * s, v = vt - kMu * kBeta * vn * k;
    double t = kEnd;
    if (nearly(x, kMu * kEta)) {
        t = kTurn;
    } else if (!nearly(x, gross)) {
        t = slip_time(std::max(kTurn, stick), [&](double at) {
            const double angle = kRatio * (at - stick);
            const double bent = u * maths::cos(angle) - v / kRatio * maths::sin(angle);
            return std::abs(bent / (kMu * vn)) - kEta * maths::sin(phase(at));
        });
    }
    const double angle = kRatio * (t - stick);
    return kRatio * u * maths::sin(angle) + v * maths::cos(angle) +
           kBeta * kMu * vn * kE * (1.0 + maths::cos(phase(t)));
}

double tangential_after(double vt, double vn) {
    const double x = vt / vn, gross = kMu * ((1.0 + kE) * kBeta - kEta / kE);
    if (x > gross) return vt - kMu * vn * kBeta * (1.0 + kE);
    return x < kMu * kEta ? stick_first(vt, vn, x) : slip_stick_slip(vt, vn, x, gross);
}

}  // namespace

void compliant_impact(Vec& v, Vec& w, const Vec& n) {
    const Vec contact = v - cross(w, kBallRadius * n);
    const double vn = dot(n, contact);
    if (vn >= 0.0) return;
    const Vec aside = cross(n, contact);
    const double vt = -norm(aside);
    const Vec tangent = vt == 0.0 ? Vec{} : (1.0 / vt) * cross(aside, n);
    const double change = (tangential_after(vt, vn) - vt) / kBeta;
    v += (-kE * vn - vn) * n + change * tangent;
    w -= (2.5 / kBallRadius) * cross(n, change * tangent);
}

}  // namespace topple::pool
