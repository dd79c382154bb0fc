#include "worlds/pool/table.hpp"

#include "worlds/pool/maths.hpp"

namespace topple::pool {
namespace {

constexpr double kCornerWidth = 0.118, kCornerAngle = 45.0 + 5.3, kCornerDepth = 0.0417;
constexpr double kCornerRadius = 0.062, kCornerJaw = 0.02095;
constexpr double kSideWidth = 0.137, kSideAngle = 7.14, kSideDepth = 0.0685;
constexpr double kSideRadius = 0.0645, kSideJaw = 0.00795;

Rail rail(int number, double x1, double y1, double x2, double y2, double side) {
    Rail r{number, x1, y1, x2, y2, side, 1.0, 0.0, -x1, 1.0};
    if (x1 != x2) {
        const double slope = (y2 - y1) / (x2 - x1);
        r.lx = -slope, r.ly = 1.0, r.l0 = slope * x1 - y1;
    }
    r.length = std::sqrt(r.lx * r.lx + r.ly * r.ly);
    return r;
}

Table build() {
    const double l = kLength, w = kWidth, deep = kCushionDepth;
    const double ca = radians(kCornerAngle), sa = radians(kSideAngle);
    const double k = kCornerWidth * maths::cos(radians(45.0));
    const double dc = kCornerJaw / maths::tan((kPi / 2.0 + ca) / 2.0);
    const double ds = kSideJaw / maths::tan((kPi / 2.0 + sa) / 2.0);
    const double end = k + dc;                                  // a rail's end, from the corner
    const double low = (l - kSideWidth) / 2.0, high = (l + kSideWidth) / 2.0;
    const double out = k - deep * maths::tan(ca), in = k - dc * maths::sin(ca), at = dc * maths::cos(ca);
    const double side_at = ds * maths::cos(sa);
    const double low_out = low + deep * maths::sin(sa), high_out = high - deep * maths::sin(sa);
    const double low_in = low + ds * maths::sin(sa), high_in = high - ds * maths::sin(sa);
    const double jc = kCornerJaw, js = kSideJaw;
    const double corner = kCornerRadius, d = kCornerDepth * maths::cos(radians(45.0));
    return Table{
        {rail(3, 0, end, 0, low - ds, -1), rail(6, 0, high + ds, 0, l - end, -1),
         rail(15, w, end, w, low - ds, 1), rail(12, w, high + ds, w, l - end, 1),
         rail(18, end, 0, w - end, 0, -1), rail(9, end, l, w - end, l, 1),
         rail(5, -deep, high_out, -side_at, high_in, 1), rail(4, -deep, low_out, -side_at, low_in, -1),
         rail(13, w + deep, high_out, w + side_at, high_in, 1),
         rail(14, w + deep, low_out, w + side_at, low_in, -1),
         rail(1, out, -deep, in, -at, -1), rail(2, -deep, out, -at, in, 1),
         rail(8, out, l + deep, in, l + at, 1), rail(7, -deep, l - out, -at, l - in, -1),
         rail(11, w + deep, l - out, w + at, l - in, -1),
         rail(10, w - out, l + deep, w - in, l + at, 1), rail(16, w + deep, out, w + at, in, 1),
         rail(17, w - out, -deep, w - in, -at, -1)},
        {Circle{"1t", end, -jc, jc}, Circle{"2t", -jc, end, jc}, Circle{"4t", -js, low - ds, js},
         Circle{"5t", -js, high + ds, js}, Circle{"7t", -jc, l - end, jc},
         Circle{"8t", end, l + jc, jc}, Circle{"10t", w - end, l + jc, jc},
         Circle{"11t", w + jc, l - end, jc}, Circle{"13t", w + js, high + ds, js},
         Circle{"14t", w + js, low - ds, js}, Circle{"16t", w + jc, end, jc},
         Circle{"17t", w - end, -jc, jc}},
        {Circle{"lb", -d, -d, corner}, Circle{"lc", -kSideDepth, l / 2.0, kSideRadius},
         Circle{"lt", -d, l + d, corner}, Circle{"rb", w + d, -d, corner},
         Circle{"rc", w + kSideDepth, l / 2.0, kSideRadius}, Circle{"rt", w + d, l + d, corner}}};
}

}  // namespace

const Table& table() {
    static const Table built = build();
    return built;
}

}  // namespace topple::pool
