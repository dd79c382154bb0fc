// Arithmetic that rounds once or not at all, for the functions of maths.hpp.
#pragma once

#include <cstdint>

#include "core/maths.hpp"

// Processors of the x86-64 family may lack the instruction, so both variants are compiled and one
// is chosen at start. Elsewhere the compiler knows.
#if defined(__x86_64__) && !defined(__FMA__)
#define TOPPLE_CHOOSE_FMA
#define TOPPLE_HARDWARE __attribute__((target("fma")))
#else
#define TOPPLE_HARDWARE
#endif
#if defined(TOPPLE_CHOOSE_FMA) || defined(__FP_FAST_FMA)
#define TOPPLE_HAS_FMA
#endif
#define TOPPLE_INLINE [[gnu::always_inline]] inline

namespace topple::maths {

extern const bool kFused;  // the result of fused()

struct Pair {
    double high, low;  // a value and what was lost in rounding it
};

TOPPLE_INLINE Pair exact_sum(double a, double b) {
    const double high = a + b;
    const double part = high - a;
    return {high, (a - (high - part)) + (b - part)};
}

TOPPLE_INLINE Pair exact_product(double a, double b) {
    constexpr double kSplit = 0x1p27 + 1;
    const auto split = [](double x) -> Pair {
        const double scaled = x * kSplit;
        const double high = scaled - (scaled - x);
        return {high, x - high};
    };
    const double high = a * b;
    const auto [ah, al] = split(a);
    const auto [bh, bl] = split(b);
    return {high, ((ah * bh - high) + ah * bl + al * bh) + al * bl};
}

struct Exact {
    TOPPLE_INLINE static double fma(double a, double b, double c) { return exact_fma(a, b, c); }
};

#ifdef TOPPLE_HAS_FMA
struct Hardware {
    TOPPLE_INLINE static double fma(double a, double b, double c) {
        return __builtin_fma(a, b, c);
    }
};
#endif

}  // namespace topple::maths
