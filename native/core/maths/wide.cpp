// Functions in 64 bits, computed with twice the precision and rounded once: correct unless a value
// lies within 2^-95 of the middle between two doubles.
#include "core/maths/wide.hpp"

#include <algorithm>
#include <limits>

namespace topple::maths {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
// The parts have zeros at the end, so that a whole number of them is exact.
constexpr double kLog2[3] = {0x1.62e42fefa2p-1, 0x1.9ef35793c6p-41, 0x1.673007e5ed5e8p-81};
constexpr double kQuarter[5] = {0x1.921fb54p0, 0x1.10b46118p-30, 0x1.313198ap-61,
                                0x1.701b8398p-92, 0x1.129024e088a68p-123};
constexpr int kTerms = 28;  // enough terms for every series below
const Wide kPi(0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53);

// x less a whole number of the constant given in parts.
template <int N>
Wide without(Wide x, double count, const double (&parts)[N]) {
    for (double part : parts) x = x - Wide(exact_product(count, part));
    return x;
}

double power_of_two(int exponent) {
    return __builtin_bit_cast(double, static_cast<uint64_t>(exponent + 1023) << 52);
}

// x 2^exponent, in two steps because a power below 2^-1022 is no plain double.
double scaled(double x, int exponent) {
    const int half = exponent / 2;
    return x * power_of_two(half) * power_of_two(exponent - half);
}

// exp(x) as value and power of two, by its Taylor series near 0.
double exp_of(const Wide& x) {
    if (x.high > 710.0) return kInfinity;
    if (x.high < -746.0) return 0.0;
    const double twos = std::nearbyint(x.high * 0x1.71547652b82fep0);
    const Wide r = without(x, twos, kLog2);
    Wide sum = 1.0;
    for (int n = kTerms; n > 0; --n) sum = Wide(1.0) + r * sum / Wide(n);
    return scaled(sum.rounded(), static_cast<int>(twos));
}

// 1, 1/3, 1/5, ... : divisions are slow.
struct OddFractions {
    double high[kTerms + 1], low[kTerms + 1];
    OddFractions() {
        for (int n = 0; n <= kTerms; ++n) {
            const Wide one = Wide(1.0) / Wide(2 * n + 1);
            high[n] = one.high, low[n] = one.low;
        }
    }
    Wide operator[](int n) const { return {high[n], low[n]}; }
};

// 1 + z/3 + z^2/5 + ...
Wide odd_series(const Wide& z) {
    static const OddFractions fractions;
    Wide sum = fractions[kTerms];
    for (int n = kTerms - 1; n >= 0; --n) sum = fractions[n] + z * sum;
    return sum;
}

// The same for |z| below 2^-14: from z^4 on, plain doubles are precise enough.
Wide short_odd_series(const Wide& z) {
    static const Wide third = Wide(1.0) / Wide(3.0), fifth = Wide(1.0) / Wide(5.0),
                      seventh = Wide(1.0) / Wide(7.0);
    double rest = 0.0;
    for (int odd = 19; odd > 7; odd -= 2) rest = 1.0 / odd + z.high * rest;
    return Wide(1.0) + z * (third + z * (fifth + z * (seventh + z * rest)));
}

// log(x) for finite x > 0: log(m 2^e) = e log 2 + 2 artanh((m - 1) / (m + 1)).
Wide log_of(double x) {
    int twos = 0;
    double m = std::frexp(x, &twos);
    if (m < 0x1.6a09e667f3bcdp-1) m *= 2.0, --twos;
    const Wide t = (Wide(m) - Wide(1.0)) / (Wide(m) + Wide(1.0));
    const Wide part = Wide(2.0) * t * odd_series(t * t);
    return -without(-part, twos, kLog2);
}

// The arc tangent of t between 0 and 1: halve the angle twice, then take the series.
Wide slow_atan(Wide t) {
    for (int i = 0; i < 2; ++i) t = t / (Wide(1.0) + root(Wide(1.0) + t * t));
    return Wide(4.0) * t * odd_series(-(t * t));
}

// The arc tangents of 0, 1/64, ... 1.
struct Arcs {
    double high[65], low[65];
    Arcs() {
        for (int n = 0; n <= 64; ++n) {
            const Wide arc = slow_atan(n / 64.0);
            high[n] = arc.high, low[n] = arc.low;
        }
    }
    Wide operator[](int n) const { return {high[n], low[n]}; }
};

// The arc tangent of y / x between 0 and 1: that of the nearest row, and a short series for the rest.
Wide atan_of(const Wide& y, const Wide& x) {
    static const Arcs arcs;
    const double row = std::nearbyint(64.0 * y.high / x.high), near = row / 64.0;
    const Wide rest = (y - x * near) / (x + y * near);
    return arcs[static_cast<int>(row)] + rest * short_odd_series(-(rest * rest));
}

// The angle of a point, given its coordinates, one of which is not 0.
double angle_of(const Wide& y, const Wide& x) {
    const Wide up = y.high < 0.0 ? -y : y, along = x.high < 0.0 ? -x : x;
    const bool steep = up.high > along.high;
    Wide angle = steep ? atan_of(along, up) : atan_of(up, along);
    if (steep) angle = Wide(0.5) * kPi - angle;
    if (std::signbit(x.high)) angle = kPi - angle;
    return std::copysign(angle.rounded(), y.high);
}

// The leg of a right triangle with hypotenuse 1 and this other leg.
Wide other_leg(double x) { return root(Wide(exact_sum(1.0, x)) * Wide(exact_sum(1.0, -x))); }

}  // namespace

double tan(double angle) {
    if (!(std::fabs(angle) < 1e8)) return kNone;
    if (std::fabs(angle) < 0x1p-27) return angle;
    const double quarters = std::nearbyint(angle * 0x1.45f306dc9c883p-1);
    const Wide r = without(angle, quarters, kQuarter), q = r * r;
    Wide sin = 1.0, cos = 1.0;
    for (int n = kTerms; n > 1; n -= 2) {
        sin = Wide(1.0) - q * sin / Wide(n * (n + 1));
        cos = Wide(1.0) - q * cos / Wide(n * (n - 1));
    }
    const bool odd = std::fmod(quarters, 2.0) != 0.0;
    return (odd ? -cos / (r * sin) : r * sin / cos).rounded();
}

double asin(double x) {
    if (!(std::fabs(x) <= 1.0)) return kNone;
    return std::fabs(x) < 0x1p-27 ? x : angle_of(x, other_leg(x));
}

double acos(double x) {
    if (!(std::fabs(x) <= 1.0)) return kNone;
    return x == 1.0 ? 0.0 : angle_of(other_leg(x), x);
}

double atan2(double y, double x) {
    if (std::isnan(x) || std::isnan(y)) return kNone;
    if (y == 0.0) return std::copysign(std::signbit(x) ? kPi.high : 0.0, y);
    if (std::isinf(y) || std::isinf(x)) {
        const double up = std::isinf(y) ? 1.0 : 0.0, along = std::isinf(x) ? 1.0 : 0.0;
        return atan2(std::copysign(up, y), std::copysign(along, x));
    }
    if (x > 0.0 && std::fabs(y) < x * 0x1p-60) return y / x;
    return angle_of(y, x);
}

double hypot(double x, double y) {
    return root(Wide(exact_product(x, x)) + Wide(exact_product(y, y))).rounded();
}

double far_exp(double x) { return std::isnan(x) ? x : exp_of(x); }

double log(double x) {
    if (std::isnan(x) || x == kInfinity) return x;
    if (x <= 0.0) return x == 0.0 ? -kInfinity : kNone;
    return log_of(x).rounded();
}

double pow(double base, double exponent) {
    if (exponent == 0.0 || base == 1.0) return 1.0;
    if (!(base > 0.0 && base < kInfinity)) return base == 0.0 && exponent > 0.0 ? 0.0 : kNone;
    return exp_of(Wide(exponent) * log_of(base));
}

}  // namespace topple::maths
