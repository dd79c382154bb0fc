#include "core/maths/exact.hpp"

#include <cstdlib>
#include <cstring>
#ifdef TOPPLE_CHOOSE_FMA
#include <cpuid.h>
#endif

namespace topple::maths {
namespace {

// The sum rounded to odd: a last bit of 1 stands for everything that does not fit, so that a
// second rounding cannot err.
double odd_sum(double a, double b) {
    const auto [high, low] = exact_sum(a, b);
    const auto bits = __builtin_bit_cast(uint64_t, high);
    if (low == 0.0 || (bits & 1)) return high;
    return __builtin_bit_cast(double, (low > 0.0) == (high > 0.0) ? bits + 1 : bits - 1);
}

#ifdef TOPPLE_CHOOSE_FMA
// Whether the processor has the instruction, and the system keeps the registers it uses.
bool processor_has_fma() {
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_FMA) || !(c & bit_OSXSAVE)) return false;
    uint32_t kept, high;
    __asm__("xgetbv" : "=a"(kept), "=d"(high) : "c"(0));
    return (kept & 6) == 6;
}
#endif

bool choose() {
    const char* asked = std::getenv("TOPPLE_FMA");
    if (asked && std::strcmp(asked, "exact") == 0) return false;
#if defined(TOPPLE_CHOOSE_FMA)
    return processor_has_fma();
#elif defined(TOPPLE_HAS_FMA)
    return true;
#else
    return false;
#endif
}

}  // namespace

const bool kFused = choose();

bool fused() { return kFused; }

double exact_fma(double a, double b, double c) {
    const auto [product, product_low] = exact_product(a, b);
    const auto [sum, sum_low] = exact_sum(c, product_low);
    const auto [high, high_low] = exact_sum(product, sum);
    return high + odd_sum(sum_low, high_low);
}

}  // namespace topple::maths
