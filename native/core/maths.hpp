// Functions whose last bit decides outcomes. C libraries differ in it, so these are our own: the
// same bits on every processor, C library and in WebAssembly.
#pragma once

#include <cmath>

namespace topple::maths {

// Equal to glibc's on a processor with fused multiply-add, on every float.
float sin(float angle);
float cos(float angle);
void sincos(float angle, float& sin, float& cos);
// Equal to that of glibc before 2.41, by 32-bit arithmetic alone.
float atan2(float y, float x);
// sqrt(x x + y y) with one correction of the root; |x| and |y| between 1e-140 and 1e140, or 0.
double hypot(double x, double y);

// a b + c, rounded once, in plain arithmetic. Exact unless an intermediate value overflows or a
// term is below 1e-270.
double exact_fma(double a, double b, double c);
// Whether this processor multiplies and adds in one instruction; `exact_fma` does it otherwise.
// TOPPLE_FMA=exact in the environment chooses `exact_fma` everywhere, for comparison.
bool fused();

// The 64-bit functions still come from the C library. They place figures in pictures; no outcome
// depends on them.
inline double sin(double angle) { return std::sin(angle); }
inline double cos(double angle) { return std::cos(angle); }

}  // namespace topple::maths
