// Vectors and the functions that decide bits. Every operation rounds once to 32 bits, in the order
// written; nothing here may be reassociated or fused.
#pragma once

#include <cmath>

#include "core/maths.hpp"

namespace topple::kinetix {

struct Vec {
    float x = 0.0f, y = 0.0f;
};

inline Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y}; }
inline Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y}; }
inline Vec operator-(Vec a) { return {-a.x, -a.y}; }
inline Vec operator*(Vec a, float k) { return {a.x * k, a.y * k}; }
inline Vec operator/(Vec a, float k) { return {a.x / k, a.y / k}; }
inline float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y; }
inline float cross(Vec a, Vec b) { return a.x * b.y - a.y * b.x; }
inline Vec cross(float spin, Vec lever) { return {-spin * lever.y, spin * lever.x}; }
inline Vec tangent_of(Vec normal) { return {normal.y, -normal.x}; }
inline float length(Vec a) { return std::sqrt(a.x * a.x + a.y * a.y); }

// A number that is safe to divide by.
inline float nonzero(float x) { return x == 0.0f ? 1.0f : x; }

// Both pass on what is not a number, from either side.
inline float least(float a, float b) { return a < b || a != a ? a : b; }
inline float most(float a, float b) { return a > b || a != a ? a : b; }
inline float clamp(float x, float low, float high) { return least(most(x, low), high); }
inline float sign(float x) { return x > 0.0f ? 1.0f : x < 0.0f ? -1.0f : x; }

struct Rotation {
    float cosine = 1.0f, sine = 0.0f;
};

inline Rotation rotation(float angle) {
    Rotation turned;
    maths::sincos(angle, turned.sine, turned.cosine);
    return turned;
}
inline Vec turn(Rotation r, Vec v) {
    return {r.cosine * v.x + -r.sine * v.y, r.sine * v.x + r.cosine * v.y};
}
inline Vec turn_back(Rotation r, Vec v) {
    return {r.cosine * v.x + r.sine * v.y, -r.sine * v.x + r.cosine * v.y};
}

// A rational approximation whose last bits the reference depends on.
inline float tanh_rational(float x) {
    if (std::abs(x) < 0.0004f) return x;
    if (std::abs(x) >= 20.0f) return sign(x);
    x = clamp(x, -7.99881172180175781f, 7.99881172180175781f);
    const float q = x * x;
    float p = -2.76076847742355e-16f;
    for (float c : {2.00018790482477e-13f, -8.60467152213735e-11f, 5.12229709037114e-08f,
                    1.48572235717979e-05f, 6.37261928875436e-04f, 4.89352455891786e-03f})
        p = c + q * p;
    float d = 1.19825839466702e-06f;
    for (float c : {1.18534705686654e-04f, 2.26843463243900e-03f, 4.89352518554385e-03f})
        d = c + q * d;
    return x * p / d;
}

}  // namespace topple::kinetix
