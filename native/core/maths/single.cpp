#include "core/maths.hpp"

#include <cmath>
#include <cstdint>

#include "core/maths/exact.hpp"

namespace topple::maths {
namespace {

// sin and cos of a small x, given q = x x. The order of operations decides the bits.
template <class F>
TOPPLE_INLINE float sin_near_zero(double x, double q) {
    constexpr double kS1 = -0x1.555545995a603p-3, kS2 = 0x1.1107605230bc4p-7,
                     kS3 = -0x1.994eb3774cf24p-13;
    const double cube = x * q;
    const double low = F::fma(cube, kS1, x);
    return static_cast<float>(F::fma(cube * q, F::fma(q, kS3, kS2), low));
}

template <class F>
TOPPLE_INLINE float cos_near_zero(double q) {
    constexpr double kC1 = -0x1.ffffffd0c621cp-2, kC2 = 0x1.55553e1068f19p-5,
                     kC3 = -0x1.6c087e89a359dp-10, kC4 = 0x1.99343027bf8c3p-16;
    const double fourth = q * q;
    const double low = F::fma(fourth, kC2, F::fma(q, kC1, 1.0));
    return static_cast<float>(F::fma(fourth * q, F::fma(q, kC4, kC3), low));
}

uint32_t size_bits(float y) { return __builtin_bit_cast(uint32_t, y) & 0x7fffffffu; }

// An angle as a number of quarter turns and a rest of at most an eighth of a turn.
struct Reduced {
    double rest;
    int quarters;
};

// For an angle of 120 and more: multiply by the bits of 2/pi that matter, in whole numbers.
Reduced reduce_large(float y) {
    // 2/pi in windows of 32 bits, each 8 bits further on.
    constexpr uint32_t kTwoByPi[24] = {
        0x000000a2, 0x0000a2f9, 0x00a2f983, 0xa2f9836e, 0xf9836e4e, 0x836e4e44,
        0x6e4e4415, 0x4e441529, 0x441529fc, 0x1529fc27, 0x29fc2757, 0xfc2757d1,
        0x2757d1f5, 0x57d1f534, 0xd1f534dd, 0xf534ddc0, 0x34ddc0db, 0xddc0db62,
        0xc0db6295, 0xdb629599, 0x6295993c, 0x95993c43, 0x993c4390, 0x3c439041};
    const uint32_t bits = size_bits(y);
    const uint32_t* window = &kTwoByPi[(bits >> 26) & 15];
    const uint32_t digits = ((bits & 0x7fffffu) | 0x800000u) << ((bits >> 23) & 7);
    const uint64_t top = static_cast<uint64_t>(digits * window[0]) << 32;
    const uint64_t middle = static_cast<uint64_t>(digits) * window[4];
    const uint64_t low = (static_cast<uint64_t>(digits) * window[8]) >> 32;
    const uint64_t product = (top | low) + middle;
    const uint64_t quarters = (product + (uint64_t{1} << 61)) >> 62;
    const auto rest = static_cast<int64_t>(product - (quarters << 62));
    return {static_cast<double>(rest) * 0x1.921FB54442D18p-62, static_cast<int>(quarters)};
}

template <class F>
TOPPLE_INLINE Reduced reduce(float y) {
    constexpr double kQuarter = 0x1.921FB54442D18p0, kPerQuarter = 0x1.45F306DC9C883p+23;
    const auto scaled = static_cast<int32_t>(y * kPerQuarter);
    const int quarters = (scaled + 0x800000) >> 24;
    return {F::fma(-static_cast<double>(quarters), kQuarter, y), quarters};
}

// Which of the two series to take, and its sign, after `quarters` turns.
template <class F>
TOPPLE_INLINE float sin_of(const Reduced& r, int quarters) {
    const double q = r.rest * r.rest;
    const float series = quarters & 1 ? cos_near_zero<F>(q) : sin_near_zero<F>(r.rest, q);
    return quarters & 2 ? -series : series;
}

template <class F>
TOPPLE_INLINE void sincos_of(float y, float& sin, float& cos) {
    const uint32_t size = size_bits(y);
    if (size < size_bits(0.75f)) {
        const double x = y, q = x * x;
        const bool tiny = size < size_bits(0x1p-12f);
        sin = tiny ? y : sin_near_zero<F>(x, q);
        cos = tiny ? 1.0f : cos_near_zero<F>(q);
        return;
    }
    if (size >= size_bits(INFINITY)) {
        sin = cos = y - y;
        return;
    }
    const bool large = size >= size_bits(120.0f);
    const Reduced r = large ? reduce_large(y) : reduce<F>(y);
    const float s = sin_of<F>(r, r.quarters);
    sin = large && std::signbit(y) ? -s : s;
    cos = sin_of<F>(r, r.quarters + 1);
}

#ifdef TOPPLE_HAS_FMA
TOPPLE_HARDWARE void sincos_hardware(float y, float& sin, float& cos) {
    sincos_of<Hardware>(y, sin, cos);
}
#endif

// The arc tangent of x >= 0: move x near 0 by the sum rule of tangents, then take the series.
float atan_positive(float x) {
    // The angles whose tangents are 0.5, 1, 1.5 and infinity, and what was lost in rounding them.
    constexpr float kAngle[4] = {0x1.dac670p-2f, 0x1.921fb4p-1f, 0x1.f730bcp-1f, 0x1.921fb4p0f};
    constexpr float kLost[4] = {0x1.586ed2p-28f, 0x1.4442d0p-25f, 0x1.281f68p-25f, 0x1.4442d0p-24f};
    // Coefficients of the odd powers from the third on.
    constexpr float kSeries[11] = {0x1.555556p-2f, -0x1.99999ap-3f, 0x1.24924ap-3f,  -0x1.c71c70p-4f,
                                   0x1.745cdcp-4f, -0x1.3b0f2ap-4f, 0x1.10d66ap-4f,  -0x1.dde2d6p-5f,
                                   0x1.97b4b2p-5f, -0x1.2b4442p-5f, 0x1.0ad3aep-6f};
    if (x >= 0x1p25f) return kAngle[3] + kLost[3];
    if (x < 0x1p-29f) return x;
    int centre = -1;
    if (x >= 2.4375f)
        centre = 3, x = -1.0f / x;
    else if (x >= 1.1875f)
        centre = 2, x = (x - 1.5f) / (1.0f + 1.5f * x);
    else if (x >= 0.6875f)
        centre = 1, x = (x - 1.0f) / (x + 1.0f);
    else if (x >= 0.4375f)
        centre = 0, x = (2.0f * x - 1.0f) / (2.0f + x);
    const float square = x * x, fourth = square * square;
    float odd = kSeries[10], even = kSeries[9];
    for (int i = 8; i >= 0; i -= 2) odd = kSeries[i] + fourth * odd;
    for (int i = 7; i >= 1; i -= 2) even = kSeries[i] + fourth * even;
    const float bend = x * (square * odd + fourth * even);
    return centre < 0 ? x - bend : kAngle[centre] - ((bend - kLost[centre]) - x);
}

}  // namespace

void sincos(float angle, float& sin, float& cos) {
#ifdef TOPPLE_HAS_FMA
    if (kFused) return sincos_hardware(angle, sin, cos);
#endif
    sincos_of<Exact>(angle, sin, cos);
}

float sin(float angle) {
    float s, c;
    sincos(angle, s, c);
    return s;
}

float cos(float angle) {
    float s, c;
    sincos(angle, s, c);
    return c;
}

float atan2(float y, float x) {
    constexpr float kPi = 0x1.921fb6p1f, kPiLost = -0x1.777a5cp-24f;
    if (std::isnan(x) || std::isnan(y)) return x + y;
    const int apart = (static_cast<int>(size_bits(y)) - static_cast<int>(size_bits(x))) >> 23;
    if (y != 0.0f && (x == 0.0f || (std::isinf(y) && !std::isinf(x))))
        return std::copysign(kPi / 2, y);
    float angle;  // between the point and the x axis, on whichever side
    if (y == 0.0f || (std::isinf(x) && !std::isinf(y)) || (x < 0.0f && apart < -60))
        angle = 0.0f;
    else if (std::isinf(x))
        angle = kPi / 4;
    else if (apart > 60)
        angle = kPi / 2;
    else
        angle = atan_positive(std::fabs(y / x));
    return std::copysign(std::signbit(x) ? kPi - (angle - kPiLost) : angle, y);
}

}  // namespace topple::maths
