// Parts that the binding files of pool share.
#pragma once

#include <array>
#include <tuple>
#include <vector>

#include "core/bind/bindings.hpp"
#include "worlds/pool/play.hpp"

namespace topple::pool {

void bind_batch(nb::module_& m);
void bind_table(nb::module_& m);

using Rows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using EventRow = std::tuple<double, int, int, int>;  // time, kind, ball, other
using StrikeRow = std::array<double, 5>;             // speed, direction, elevation, side, height

inline EventRow event_row(const Event& e) { return {e.time, e.kind, e.ball, e.other}; }

inline Strike strike_of(const double* row) { return {row[0], row[1], row[2], row[3], row[4]}; }

inline Model model_of(int model) {
    if (model != 0 && model != 1) throw SceneError("the models are 0 (2025) and 1 (2026)");
    return static_cast<Model>(model);
}

// Position, velocity and angular velocity of each ball: nine numbers.
inline auto ball_rows(const std::vector<Ball>& balls) {
    std::vector<double> rows;
    for (const Ball& b : balls)
        rows.insert(rows.end(), {b.r.x, b.r.y, b.r.z, b.v.x, b.v.y, b.v.z, b.w.x, b.w.y, b.w.z});
    return owned(std::move(rows), balls.size(), 9);
}

inline Ball ball_of(const double* row, int state) {
    return {{row[0], row[1], row[2]}, {row[3], row[4], row[5]}, {row[6], row[7], row[8]}, state};
}

inline std::vector<int> state_list(const std::vector<Ball>& balls) {
    std::vector<int> states;
    for (const Ball& ball : balls) states.push_back(ball.state);
    return states;
}

}  // namespace topple::pool
