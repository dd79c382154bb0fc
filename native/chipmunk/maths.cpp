// The engine's functions that decide bits, for its C files.
#include "core/maths.hpp"

extern "C" {
double topple_sin(double angle) { return topple::maths::sin(angle); }
double topple_cos(double angle) { return topple::maths::cos(angle); }
double topple_exp(double x) { return topple::maths::exp(x); }
double topple_pow(double base, double exponent) { return topple::maths::pow(base, exponent); }
}
