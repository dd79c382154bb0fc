// Sine, cosine and exponential in 64 bits: a table every 1/128, and short series between its rows.
#include <cmath>

#include "core/maths/exact.hpp"
#include "core/maths/power_table.hpp"
#include "core/maths/sine_table.hpp"
#include "core/maths/wide.hpp"

namespace topple::maths {
namespace {

constexpr double kQuarter = 0x1.921FB54442D18p0, kQuarterRest = 0x1.1a62633145c07p-54;
constexpr double kFarthest = 105414350.0;
constexpr double kLargestPower = 512.0;  // beyond, glibc rounds differently

uint32_t upper_bits(double x) {
    return static_cast<uint32_t>(__builtin_bit_cast(uint64_t, x) >> 32) & 0x7fffffffu;
}

// The row of the table nearest to |x|, and how far |x| is from it.
struct Near {
    const SineRow& row;
    double rest;
};

TOPPLE_INLINE Near nearest(double size) {
    constexpr double kBig = 0x1.8p45;  // its last bit is worth 1/128
    const double u = kBig + size;
    const auto k = static_cast<uint32_t>(__builtin_bit_cast(uint64_t, u));
    return {kSines[k], size - (u - kBig)};
}

// In both series, q is the square of a distance below 1/256.
template <class F>
TOPPLE_INLINE double sin_series(double q) {
    return F::fma(q, 8.33333214285722277379541354343671e-3, -1.66666666666664880952546298448555e-1);
}

template <class F>
TOPPLE_INLINE double one_less_cos(double q) {
    constexpr double kC2 = 4.99999999999999999999950396842453e-1,
                     kC4 = -4.16666666666664434524222570944589e-2,
                     kC6 = 1.38888874007937613028114285595617e-3;
    return q * F::fma(q, F::fma(q, kC6, kC4), kC2);
}

// cos(x + dx) and sin(x + dx); dx is what was lost in rounding x. The order of operations decides
// the bits.
template <class F>
TOPPLE_INLINE double cos_by_table(double x, double dx) {
    const Near near = nearest(std::fabs(x));
    const SineRow& at = near.row;
    const double r = near.rest + (x < 0.0 ? -dx : dx), q = r * r;
    const double s = F::fma(r * q, sin_series<F>(q), r), c = one_less_cos<F>(q);
    return at.cos + F::fma(-at.sin, s, F::fma(-at.cos, c, F::fma(-s, at.sin_rest, at.cos_rest)));
}

template <class F>
TOPPLE_INLINE double sin_by_table(double x, double dx) {
    constexpr double kS1 = -0x1.5555555555555p-3, kS2 = 0x1.1111111110ECEp-7,
                     kS3 = -0x1.A01A019DB08B8p-13, kS4 = 0x1.71DE27B9A7ED9p-19,
                     kS5 = -0x1.ADDFFC2FCDF59p-26;
    if (std::fabs(x) < 0.126) {
        const double q = x * x;
        const double p =
            F::fma(F::fma(F::fma(F::fma(kS5, q, kS4), q, kS3), q, kS2), q, kS1);
        return x + F::fma(F::fma(p, x, -(0.5 * dx)), q, dx);
    }
    const double rest = x <= 0.0 ? -dx : dx;
    const Near near = nearest(std::fabs(x));
    const SineRow& at = near.row;
    const double r = near.rest, q = r * r;
    const double s = r + F::fma(r * q, sin_series<F>(q), rest);
    const double c = F::fma(r, rest, one_less_cos<F>(q));
    const double size = at.sin + F::fma(at.cos, s, F::fma(-at.sin, c, F::fma(s, at.cos_rest, at.sin_rest)));
    return std::copysign(size, x);
}

// An angle as a number of quarter turns and a rest in two parts.
struct Reduced {
    double rest, rest_low;
    unsigned quarters;
};

template <class F>
TOPPLE_INLINE Reduced reduce(double x) {
    constexpr double kToInteger = 0x1.8p52, kPerQuarter = 0x1.45F306DC9C883p-1;
    // A quarter turn in four parts.
    constexpr double kPart[4] = {0x1.921FB58p0, -0x1.DDE973Cp-27, -0x1.CB3B398p-55,
                                 -0x1.D747F23E32ED7p-83};
    const double t = F::fma(x, kPerQuarter, kToInteger), n = t - kToInteger;
    const double y = F::fma(-n, kPart[1], F::fma(-n, kPart[0], x));
    const double t2 = F::fma(-n, kPart[2], y);
    const double low = F::fma(-n, kPart[2], y - t2);
    const double a = F::fma(-n, kPart[3], t2);
    const auto quarters = static_cast<unsigned>(__builtin_bit_cast(uint64_t, t) & 3);
    return {a, low + F::fma(-n, kPart[3], t2 - a), quarters};
}

template <class F>
TOPPLE_INLINE double sin_reduced(const Reduced& r, unsigned quarters) {
    const double size = quarters & 1 ? cos_by_table<F>(r.rest, r.rest_low)
                                     : sin_by_table<F>(r.rest, r.rest_low);
    return quarters & 2 ? -size : size;
}

template <class F>
TOPPLE_INLINE double sin_of(double x) {
    const uint32_t size = upper_bits(x);
    if (size < 0x3e500000u) return x;
    if (size < 0x3feb6000u) return sin_by_table<F>(x, 0.0);
    if (size < 0x400368fdu)
        return std::copysign(cos_by_table<F>(kQuarter - std::fabs(x), kQuarterRest), x);
    const Reduced r = reduce<F>(x);
    return sin_reduced<F>(r, r.quarters);
}

template <class F>
TOPPLE_INLINE double cos_of(double x) {
    const uint32_t size = upper_bits(x);
    if (size < 0x3e400000u) return 1.0;
    if (size < 0x3feb6000u) return cos_by_table<F>(x, 0.0);
    if (size < 0x400368fdu) {
        const double y = kQuarter - std::fabs(x), a = y + kQuarterRest;
        return sin_by_table<F>(a, (y - a) + kQuarterRest);
    }
    const Reduced r = reduce<F>(x);
    return sin_reduced<F>(r, r.quarters + 1);
}

// exp(x) = 2^(k/128) exp(r) for |x| below kLargestPower.
template <class F>
TOPPLE_INLINE double exp_of(double x) {
    constexpr double kToInteger = 0x1.8p52, kPerPart = 0x1.71547652b82fep7;
    constexpr double kPart[2] = {0x1.62e42fefap-8, 0x1.cf79abc9e3b39p-47};  // log(2) / 128
    constexpr double kC2 = 0x1.ffffffffffdbdp-2, kC3 = 0x1.555555555543cp-3,
                     kC4 = 0x1.55555cf172b91p-5, kC5 = 0x1.1111167a4d017p-7;
    const double t = F::fma(kPerPart, x, kToInteger), n = t - kToInteger;
    const auto k = static_cast<int32_t>(__builtin_bit_cast(uint64_t, t));
    const double r = F::fma(-n, kPart[1], F::fma(-n, kPart[0], x)), q = r * r;
    const PowerRow& at = kPowers[k & 127];
    const double more = F::fma(q * q, F::fma(r, kC5, kC4),
                               F::fma(q, F::fma(r, kC3, kC2), at.missing + r));
    const double power = std::ldexp(at.power, k >> 7);
    return F::fma(power, more, power);
}

#ifdef TOPPLE_HAS_FMA
TOPPLE_HARDWARE double exp_hardware(double x) { return exp_of<Hardware>(x); }
TOPPLE_HARDWARE double sin_hardware(double x) { return sin_of<Hardware>(x); }
TOPPLE_HARDWARE double cos_hardware(double x) { return cos_of<Hardware>(x); }
#endif

// No angle of a world is this large. The exact remainder keeps the bits equal everywhere, though
// the multiple of a turn that it leaves out is rounded.
double brought_near(double x) {
    return std::fabs(x) < kFarthest ? x : std::fmod(x, 4.0 * kQuarter);
}

}  // namespace

double sin(double angle) {
    if (!std::isfinite(angle)) return angle - angle;
    const double x = brought_near(angle);
#ifdef TOPPLE_HAS_FMA
    if (kFused) return sin_hardware(x);
#endif
    return sin_of<Exact>(x);
}

double cos(double angle) {
    if (!std::isfinite(angle)) return angle - angle;
    const double x = brought_near(angle);
#ifdef TOPPLE_HAS_FMA
    if (kFused) return cos_hardware(x);
#endif
    return cos_of<Exact>(x);
}

double exp(double x) {
    if (!(std::fabs(x) < kLargestPower)) return far_exp(x);
#ifdef TOPPLE_HAS_FMA
    if (kFused) return exp_hardware(x);
#endif
    return exp_of<Exact>(x);
}

}  // namespace topple::maths
