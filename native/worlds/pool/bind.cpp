#include "worlds/pool/bind.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace topple::pool {
namespace {

void construct(Sim* self, const Rows& rows, const std::vector<int>& states, int cue, int model) {
    if (rows.shape(1) != 9) throw SceneError("a ball is nine numbers");
    if (states.size() != rows.shape(0)) throw SceneError("give one state per ball");
    std::vector<Ball> balls;
    for (size_t i = 0; i < states.size(); ++i)
        balls.push_back(ball_of(rows.data() + 9 * i, states[i]));
    new (self) Sim(balls, cue, model_of(model));
}

std::vector<Ball> balls_of(const Sim& sim) {
    std::vector<Ball> balls;
    for (int i = 0; i < sim.size(); ++i) balls.push_back(sim.ball(i));
    return balls;
}

}  // namespace

TOPPLE_WORLD(pool, m) {
    m.attr("MOST_BALLS") = kMostBalls;
    m.attr("MOST_EVENTS") = kMostEvents;
    bind_batch(m);
    bind_table(m);
    nb::class_<Sim>(m, "Sim")
        .def("__init__", &construct)
        .def("strike",
             [](Sim& s, const StrikeRow& row) {
                 const Event event = s.strike(strike_of(row.data()));
                 s.course.pass();
                 return event_row(event);
             })
        .def("step",
             [](Sim& s) {
                 if (!s.resting()) s.course.pass();
                 return event_row(s.step());
             })
        .def("stop", &Sim::stop)
        .def_prop_ro("time", &Sim::time)
        .def_prop_ro("resting", &Sim::resting)
        .def("balls", [](const Sim& s) { return ball_rows(balls_of(s)); })
        .def("states", [](const Sim& s) { return state_list(balls_of(s)); })
        .def("digest", &Sim::digest)
        .def("snapshot",
             [](const Sim& s) {
                 const std::string bytes = s.snapshot();
                 return nb::bytes(bytes.data(), bytes.size());
             })
        .def_static("restore", [](nb::bytes bytes) {
            return Sim::restore(std::string(bytes.c_str(), bytes.size()));
        });
}

}  // namespace topple::pool
