#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <tuple>

#include "bindings.hpp"
#include "rollout.hpp"

using namespace topple;

Body read_body(nb::handle from);

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
                 nb::gil_scoped_release free;
                 for (int i = 0; i < count; ++i) {
                     sim.step();
                     if (i % 4096 == 4095 && !nobody_interrupted()) break;
                 }
                 nb::gil_scoped_acquire held;
                 if (PyErr_Occurred()) throw nb::python_error();
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
        .def("add", [](Sim& sim, nb::handle body) { return sim.add(read_body(body)); })
        .def("remove", &Sim::remove)
        .def("push", &Sim::push)
        .def("place", &Sim::place)
        .def("record_events", &Sim::record_events)
        .def("take_events",
             [](Sim& sim) {
                 std::vector<std::tuple<int, int, int, int, float>> rows;
                 for (const Event& e : sim.take_events())
                     rows.emplace_back(e.step, e.kind, e.first, e.second, e.impulse);
                 return rows;
             })
        .def("digest", &Sim::digest)
        .def("snapshot",
             [](const Sim& sim) {
                 const std::string bytes = sim.snapshot();
                 return nb::bytes(bytes.data(), bytes.size());
             })
        .def_static("restore", [](nb::bytes bytes) {
            return Sim::restore(std::string(bytes.c_str(), bytes.size()));
        });

    nb::class_<Watcher>(m, "Watcher")
        .def("__init__",
             [](Watcher* self, int kind, int a, int b, double value, int hold, bool negate,
                bool after_seen, const std::vector<std::array<double, 2>>& region) {
                 new (self) Watcher{kind, a, b, value, hold, negate, after_seen, {}};
                 self->region.vertices = region;
             });
}
