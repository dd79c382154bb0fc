// Numbers of twice the precision: the sum of two doubles, good to about 100 bits.
#pragma once

#include <cmath>

#include "core/maths/exact.hpp"

namespace topple::maths {

struct Wide : Pair {
    Wide(double x) : Pair{x, 0.0} {}
    Wide(double high, double low) : Pair{high, low} {}
    explicit Wide(const Pair& pair) : Pair(pair) {}
    double rounded() const { return high + low; }
};

// For |a| >= |b|.
inline Wide quick_sum(double a, double b) {
    const double high = a + b;
    return {high, b - (high - a)};
}

inline Wide operator-(const Wide& a) { return {-a.high, -a.low}; }

inline Wide operator+(const Wide& a, const Wide& b) {
    const Pair high = exact_sum(a.high, b.high), low = exact_sum(a.low, b.low);
    const Wide sum = quick_sum(high.high, high.low + low.high);
    return quick_sum(sum.high, sum.low + low.low);
}

inline Wide operator-(const Wide& a, const Wide& b) { return a + -b; }

inline Wide operator*(const Wide& a, const Wide& b) {
    const Pair product = exact_product(a.high, b.high);
    return quick_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

inline Wide operator/(const Wide& a, const Wide& b) {
    const double first = a.high / b.high;
    const Wide rest = a - b * first;
    const double second = rest.high / b.high;
    const double third = (rest - b * second).high / b.high;
    return quick_sum(first, second) + third;
}

// exp(x) of any size, correctly rounded but for results below 1e-307.
double far_exp(double x);

inline Wide root(const Wide& a) {
    if (a.high <= 0.0) return 0.0;
    const double guess = std::sqrt(a.high);
    const Pair square = exact_product(guess, guess);
    const double rest = (a.high - square.high) - square.low + a.low;
    return quick_sum(guess, rest / (2.0 * guess));
}

}  // namespace topple::maths
