#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cmath>

#include "core/bind/bindings.hpp"
#include "core/bind/interrupt.hpp"

using namespace topple;

namespace {

std::vector<Pose> all_poses(const Sim& sim) {
    std::vector<Pose> poses;
    for (int i = 0; i < sim.size(); ++i)
        poses.push_back(sim.alive(i) ? sim.pose(i) : Pose{NAN, NAN, NAN});
    return poses;
}

nb::object contact_pairs(const Sim& sim) {
    nb::list pairs;
    for (int a = 0; a < sim.size(); ++a)
        for (int b = a + 1; b < sim.size(); ++b)
            if (sim.alive(a) && sim.alive(b) && sim.touching(a, b))
                pairs.append(nb::make_tuple(a, b));
    return pairs;
}

}  // namespace

void bind_sim(nb::module_& m) {
    nb::class_<Sim>(m, "Sim")
        .def(nb::init<SharedScene>())
        .def_prop_ro("steps", &Sim::steps)
        .def_prop_ro("resting", &Sim::resting)
        .def("__len__", &Sim::size)
        .def("step",
             [](Sim& sim, int count) {
                 if (count > INT32_MAX / 2 - sim.steps())
                     throw SceneError("a simulation has at most 1073741823 steps");
                 if (count > 0) sim.course.pass();
                 run_each(1, 1, [&](size_t, const GoOn& go_on) {
                     for (int i = 0; i < count; ++i) {
                         sim.step();
                         if (!go_on(sim)) return;
                     }
                 });
             })
        .def("poses", [](const Sim& sim) { return pose_array(all_poses(sim)); })
        .def("velocities",
             [](const Sim& sim) {
                 std::vector<double> out(3 * static_cast<size_t>(sim.size()), NAN);
                 for (int i = 0; i < sim.size(); ++i)
                     if (sim.alive(i)) sim.velocity(i, &out[3 * static_cast<size_t>(i)]);
                 return owned(std::move(out), sim.size(), 3);
             })
        .def("touching", &Sim::touching)
        .def("contacts", &contact_pairs)
        .def("add",
             [](Sim& sim, nb::handle from) {
                 const Body body = read_body(from);
                 size_t shapes = body.shapes.size();
                 for (int i = 0; i < sim.size(); ++i) shapes += sim.definition(i).shapes.size();
                 check_total(shapes);
                 return sim.add(body);
             })
        .def("remove", &Sim::remove)
        .def("cut", &Sim::cut)
        .def("joints",
             [](const Sim& sim) {
                 std::vector<int> held;
                 for (int i = 0; i < sim.joints(); ++i)
                     if (sim.holds(i)) held.push_back(i);
                 return held;
             })
        .def("push", &Sim::push)
        .def("place",
             [](Sim& sim, int body, double x, double y, double angle) {
                 sim.place(body, x, y, angle);
                 sim.course.restart();
             })
        .def("record_events", &Sim::record_events)
        .def("take_events",
             [](Sim& sim) { return event_rows(sim.take_events()); })
        .def("digest", &Sim::digest)
        .def("snapshot",
             [](const Sim& sim) {
                 const std::string bytes = sim.snapshot();
                 return nb::bytes(bytes.data(), bytes.size());
             })
        .def_static("restore", [](nb::bytes bytes) {
            return Sim::restore(std::string(bytes.c_str(), bytes.size()));
        });
}
