#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "worlds/pool/bind.hpp"

namespace topple::pool {
namespace {

// Number, x1, y1, x2, y2 and side of each rail.
auto rail_rows() {
    std::vector<std::tuple<int, double, double, double, double, int>> rows;
    for (const Rail& r : table().rails)
        rows.emplace_back(r.number, r.x1, r.y1, r.x2, r.y2, r.side < 0.0);
    return rows;
}

// Name, x, y and radius of each circle.
template <typename Circles>
auto circle_rows(const Circles& circles) {
    std::vector<std::tuple<std::string, double, double, double>> rows;
    for (const Circle& c : circles) rows.emplace_back(c.name, c.x, c.y, c.radius);
    return rows;
}

using BallRow = std::array<double, 9>;

auto struck(const BallRow& row, const StrikeRow& stick) {
    Ball ball = ball_of(row.data(), kStationary);
    check(strike_of(stick.data()));
    strike(ball, strike_of(stick.data()));
    return ball_rows({ball});
}

auto collided(const std::array<BallRow, 2>& rows, const std::array<int, 2>& states, int model) {
    Ball first = ball_of(rows[0].data(), states[0]), second = ball_of(rows[1].data(), states[1]);
    collide(first, second, model_of(model));
    return ball_rows({first, second});
}

auto bounced(const BallRow& row, bool rolling, bool jaw, int part, int model) {
    const Table& parts = table();
    if (part < 0 || part >= static_cast<int>(jaw ? parts.jaws.size() : parts.rails.size()))
        throw SceneError("no such cushion");
    Ball ball = ball_of(row.data(), rolling ? kRolling : kSliding);
    bounce(ball, jaw ? cushion(parts.jaws[part]) : cushion(parts.rails[part]), model_of(model));
    return ball_rows({ball});
}

}  // namespace

// The parts of the table, and single impacts, for comparison with recorded ones.
void bind_table(nb::module_& m) {
    m.def("rails", &rail_rows);
    m.def("jaws", [] { return circle_rows(table().jaws); });
    m.def("pockets", [] { return circle_rows(table().pockets); });
    m.def("strike", &struck);
    m.def("collide", &collided);
    m.def("bounce", &bounced);
}

}  // namespace topple::pool
