// Vectors and angles.
#pragma once

#include <cmath>

#include "core/maths.hpp"

namespace topple::pool {

inline constexpr double kPi = 3.141592653589793;
inline double radians(double degrees) { return degrees * (kPi / 180.0); }

struct Vec {
    double x = 0.0, y = 0.0, z = 0.0;
};

inline Vec operator+(const Vec& a, const Vec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec operator-(const Vec& a, const Vec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec operator*(double k, const Vec& a) { return {k * a.x, k * a.y, k * a.z}; }
inline Vec& operator+=(Vec& a, const Vec& b) { return a = a + b; }
inline Vec& operator-=(Vec& a, const Vec& b) { return a = a - b; }
inline double dot(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline double norm(const Vec& a) { return std::sqrt(dot(a, a)); }
inline Vec cross(const Vec& a, const Vec& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
// Turn about the vertical by the angle with this cosine and sine.
inline Vec turned(const Vec& a, double c, double s) {
    return {c * a.x - s * a.y, s * a.x + c * a.y, a.z};
}

}  // namespace topple::pool
