// The engine's functions that decide bits, for its C files.
#include "core/maths.hpp"

extern "C" {
double topple_sin(double angle) { return topple::maths::sin(angle); }
double topple_cos(double angle) { return topple::maths::cos(angle); }
double topple_exp(double x) { return topple::maths::exp(x); }
// The engine asks for the same few powers in every step.
double topple_pow(double base, double exponent) {
    struct Power {
        double base, exponent, value;
    };
    thread_local Power last[4] = {};
    thread_local unsigned oldest = 0;
    for (const Power& known : last)
        if (known.base == base && known.exponent == exponent && base > 0.0) return known.value;
    const double value = topple::maths::pow(base, exponent);
    last[oldest++ % 4] = {base, exponent, value};
    return value;
}
}
