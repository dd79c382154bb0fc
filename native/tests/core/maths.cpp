// Functions that decide bits: equal to glibc's, and the same with and without fused instructions.
// TOPPLE_EVERY_FLOAT=1 compares all 2^32 floats instead of a million.
#include <cstdlib>

#include "core/maths.hpp"
#include "tests/checks.hpp"

using namespace topple;
using namespace testing;

namespace {

constexpr uint64_t kFloats = uint64_t{1} << 32;
constexpr uint64_t kStride = 4099;  // a prime: all exponents and all last bits come up

uint32_t bits(float x) { return __builtin_bit_cast(uint32_t, x); }
float as_float(uint64_t i) { return __builtin_bit_cast(float, static_cast<uint32_t>(i)); }

uint64_t bits(double x) { return __builtin_bit_cast(uint64_t, x); }
void mix(uint64_t& hash, uint64_t value) { hash = (hash ^ value) * 0x100000001b3ull; }

// Any float: half of them of everyday size.
float any_float(Random& random) {
    return random.one_in(2) ? as_float(random.bits())
                            : static_cast<float>(random.between(-8.0, 8.0));
}

// An angle of any size that a world may have; all branches come up.
double any_angle(Random& random) {
    const double most[] = {0.126, 0.9, 2.5, 100.0, 1e8};
    const double size = most[random.bits() % 5];
    return random.between(-size, size);
}

// Whether a result is the double nearest to the true value, as far as a longer type can tell.
bool is_nearest(double ours, long double truth) {
    const double ulp = std::nextafter(std::fabs(ours), INFINITY) - std::fabs(ours);
    return std::fabs(static_cast<double>(ours - truth)) <= 0.501 * ulp;
}

}  // namespace

TEST(sin_and_cos_have_the_bits_of_every_machine) {
    uint64_t hash = 0xcbf29ce484222325ull;
    for (uint64_t i = 0; i < kFloats; i += kStride) {
        const float x = as_float(i);
        if (!std::isfinite(x)) continue;
        float sin, cos;
        maths::sincos(x, sin, cos);
        mix(hash, bits(sin));
        mix(hash, bits(cos));
        CHECK(bits(maths::sin(x)) == bits(sin) && bits(maths::cos(x)) == bits(cos));
    }
    CHECK(hash == 0x09493372a4a168b0ull);
}

TEST(atan2_has_the_bits_of_every_machine) {
    Random random(1);
    uint64_t hash = 0xcbf29ce484222325ull;
    for (int i = 0; i < 1000000; ++i) {
        const float y = any_float(random), x = any_float(random);
        const float angle = maths::atan2(y, x);
        if (!std::isnan(angle)) mix(hash, bits(angle));
    }
    CHECK(hash == 0x46204277e21ea5b4ull);
}

TEST(sin_cos_and_exp_of_doubles_have_the_bits_of_every_machine) {
    Random random(4);
    uint64_t hash = 0xcbf29ce484222325ull;
    for (int i = 0; i < 1000000; ++i) {
        const double x = any_angle(random);
        mix(hash, bits(maths::sin(x)));
        mix(hash, bits(maths::cos(x)));
        mix(hash, bits(maths::exp(std::fmod(x, 511.0))));
    }
    CHECK(hash == 0x74f5f334f2e71d04ull);
}

TEST(other_functions_of_doubles_are_correctly_rounded) {
    Random random(5);
    for (int i = 0; i < 100000; ++i) {
        const double x = random.between(-3.0, 3.0), y = random.between(-3.0, 3.0);
        const double unit = random.between(-1.0, 1.0), size = std::fabs(x) + 1e-9;
        CHECK(is_nearest(maths::tan(x), std::tan(static_cast<long double>(x))));
        CHECK(is_nearest(maths::asin(unit), std::asin(static_cast<long double>(unit))));
        CHECK(is_nearest(maths::acos(unit), std::acos(static_cast<long double>(unit))));
        CHECK(is_nearest(maths::atan2(y, x), std::atan2(static_cast<long double>(y), x)));
        CHECK(is_nearest(maths::log(size), std::log(static_cast<long double>(size))));
        CHECK(is_nearest(maths::pow(size, y), std::pow(static_cast<long double>(size), y)));
        CHECK(is_nearest(maths::hypot(x, y), std::hypot(static_cast<long double>(x), y)));
    }
    CHECK(maths::hypot(3.0, -4.0) == 5.0 && maths::hypot(0.0, 0.0) == 0.0);
    CHECK(maths::hypot(-7.0, 0.0) == 7.0 && maths::hypot(1e-120, 1.0) == 1.0);
    CHECK(maths::exp(0.0) == 1.0 && maths::log(1.0) == 0.0 && maths::pow(0.9, 1.0) == 0.9);
    CHECK(maths::acos(1.0) == 0.0 && maths::acos(-1.0) == M_PI && maths::asin(1.0) == M_PI / 2);
    CHECK(maths::atan2(0.0, -1.0) == M_PI && maths::atan2(-1.0, 0.0) == -M_PI / 2);
    CHECK(maths::exp(1000.0) == INFINITY && maths::exp(-1000.0) == 0.0);
}

TEST(what_is_not_a_number_stays_none) {
    for (float x : {INFINITY, -INFINITY, NAN})
        CHECK(std::isnan(maths::sin(x)) && std::isnan(maths::cos(x)));
    for (double x : {static_cast<double>(INFINITY), static_cast<double>(NAN)})
        CHECK(std::isnan(maths::sin(x)) && std::isnan(maths::cos(x)) && std::isnan(maths::acos(x)));
    CHECK(std::isnan(maths::atan2(NAN, 1.0f)) && std::isnan(maths::atan2(1.0f, NAN)));
}

TEST(the_exact_multiply_and_add_rounds_once) {
    Random random(2);
    for (int i = 0; i < 1000000; ++i) {
        const double a = random.between(-2.0, 2.0), b = random.between(-2.0, 2.0);
        // Addends that cancel the product, vanish beside it, or neither.
        const double addends[] = {-a * b, random.between(-1e-17, 1e-17), random.between(-4.0, 4.0)};
        for (double c : addends) CHECK(maths::exact_fma(a, b, c) == std::fma(a, b, c));
    }
}

#ifdef __GLIBC__
TEST(sin_and_cos_equal_glibc_with_fused_instructions) {
    if (!maths::fused()) return;  // glibc has other functions for processors without them
    const uint64_t stride = std::getenv("TOPPLE_EVERY_FLOAT") ? 1 : kStride;
    uint64_t compared = 0, different = 0;
    for (uint64_t i = 0; i < kFloats; i += stride, ++compared) {
        const float x = as_float(i);
        if (!std::isfinite(x)) continue;
        float sin, cos;
        maths::sincos(x, sin, cos);
        different += bits(sin) != bits(std::sin(x)) || bits(cos) != bits(std::cos(x));
    }
    std::printf("%llu floats, %llu differ\n", static_cast<unsigned long long>(compared),
                static_cast<unsigned long long>(different));
    CHECK(different == 0);
}

TEST(sin_cos_and_exp_of_doubles_equal_glibc_with_fused_instructions) {
    if (!maths::fused()) return;
    Random random(6);
    uint64_t different = 0;
    const int count = std::getenv("TOPPLE_EVERY_FLOAT") ? 1000000000 : 1000000;
    for (int i = 0; i < count; ++i) {
        const double x = any_angle(random);
        different += maths::sin(x) != std::sin(x) || maths::cos(x) != std::cos(x);
        const double power = std::fmod(x, 511.0);
        different += maths::exp(power) != std::exp(power);
    }
    std::printf("%d doubles, %llu differ\n", count, static_cast<unsigned long long>(different));
    CHECK(different == 0);
}
#endif
