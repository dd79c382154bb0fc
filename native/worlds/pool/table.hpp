// The seven-foot table: cushion noses, jaw tips and pockets, in metres.
#pragma once

#include <array>

namespace topple::pool {

inline constexpr double kLength = 1.9812, kWidth = 0.9906;  // nose to nose
inline constexpr double kBallRadius = 0.028575;
inline constexpr double kNoseHeight = 0.64 * 2.0 * kBallRadius;
inline constexpr double kCushionDepth = 0.0508;
inline constexpr double kPocketDepth = 0.08;  // fallen balls lie this far below the cloth

// A straight piece of a cushion nose, and its line lx x + ly y + l0 = 0. `side` is +1 where balls
// touch it with the line's value at -radius, else -1.
struct Rail {
    int number;
    double x1, y1, x2, y2;
    double side;
    double lx, ly, l0, length;  // `length` of the vector (lx, ly)
};

// A rounded end of a cushion, or a pocket.
struct Circle {
    const char* name;
    double x, y, radius;
};

inline constexpr int kRails = 6;  // the first of the straight pieces; the others line the pockets

struct Table {
    std::array<Rail, 18> rails;
    std::array<Circle, 12> jaws;
    std::array<Circle, 6> pockets;
};

// Return the table; its parts have the order that decides between events at the same time.
const Table& table();

}  // namespace topple::pool
