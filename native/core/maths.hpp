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

// Equal to glibc's on a processor with fused multiply-add, for angles below 105414350 and powers
// below 512.
double sin(double angle);
double cos(double angle);
double exp(double x);
// Correctly rounded. `tan` takes sizes below 1e8, `pow` a base of 0 or more; NaN otherwise.
double tan(double angle);
double asin(double x);
double acos(double x);
double atan2(double y, double x);
double log(double x);
double pow(double base, double exponent);
// For |x| and |y| between 1e-140 and 1e140, or 0.
double hypot(double x, double y);

// a b + c, rounded once, in plain arithmetic. Exact unless an intermediate value overflows or a
// term is below 1e-270.
double exact_fma(double a, double b, double c);
// Whether this processor multiplies and adds in one instruction; `exact_fma` does it otherwise.
// TOPPLE_FMA=exact in the environment chooses `exact_fma` everywhere, for comparison.
bool fused();

}  // namespace topple::maths
