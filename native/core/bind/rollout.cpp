#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "core/bind/bindings.hpp"
#include "core/bind/interrupt.hpp"
#include "core/rollout.hpp"

using namespace topple;

namespace {

// step, kind, body, x, y, angle
using CommandRow = std::tuple<int, int, int, double, double, double>;

Rollout read_rollout(SharedScene scene, nb::iterable added, std::vector<Watcher> watchers,
                     const std::vector<CommandRow>& commands) {
    Rollout rollout;
    rollout.scene = std::move(scene);
    for (nb::handle from : added) {
        const Body body = read_body(from);
        check(body, *rollout.scene,
              static_cast<int>(rollout.scene->bodies.size() + rollout.added.size()));
        rollout.added.push_back(body);
    }
    rollout.watchers = std::move(watchers);
    for (const auto& [step, kind, body, x, y, angle] : commands)
        rollout.commands.push_back({step, kind, body, x, y, angle});
    return rollout;
}

std::vector<Result> roll_out(const std::vector<std::shared_ptr<Rollout>>& rollouts, int threads) {
    count(static_cast<int64_t>(rollouts.size()));
    std::vector<Result> results(rollouts.size());
    run_each(rollouts.size(), threads,
             [&](size_t i, const GoOn& go_on) { results[i] = run(*rollouts[i], go_on); });
    return results;
}

}  // namespace

void bind_rollout(nb::module_& m) {
    nb::class_<Watcher>(m, "Watcher")
        .def("__init__",
             [](Watcher* self, int kind, int a, int b, double value, int hold, bool negate,
                bool after_seen, const std::vector<std::array<double, 2>>& region) {
                 new (self) Watcher{kind, a, b, value, hold, negate, after_seen, {}};
                 self->region.vertices = region;
             })
        .def("holds", [](const Watcher& watcher, const Sim& sim) {
            check(watcher, sim.scene(), sim.size());
            return holds(watcher, sim);
        });

    nb::class_<Rollout>(m, "Rollout")
        .def("__init__",
             [](Rollout* self, SharedScene scene, nb::iterable added,
                std::vector<Watcher> watchers, const std::vector<CommandRow>& commands,
                int most_steps, int stride, bool outcome_only,
                std::optional<float> least_impulse) {
                 Rollout rollout =
                     read_rollout(std::move(scene), added, std::move(watchers), commands);
                 rollout.most_steps = most_steps;
                 rollout.stride = stride;
                 rollout.outcome_only = outcome_only;
                 rollout.digest = true;
                 rollout.events = least_impulse.has_value();
                 rollout.least_impulse = least_impulse.value_or(0.0f);
                 check(rollout);
                 new (self) Rollout(std::move(rollout));
             },
             nb::arg("scene"), nb::arg("added"), nb::arg("watchers"), nb::arg("commands"),
             nb::arg("most_steps"), nb::arg("stride"), nb::arg("outcome_only"),
             nb::arg("least_impulse").none());

    nb::class_<Result>(m, "Result")
        .def_ro("met", &Result::met)
        .def_ro("steps", &Result::steps)
        .def_ro("digest", &Result::digest)
        .def_ro("error", &Result::error)
        .def("poses", [](const Result& r) { return pose_array(r.poses); })
        .def("frames", [](const Result& r) { return frame_array(r); })
        .def("events", [](const Result& r) { return event_rows(r.events); });

    m.def("roll_out", &roll_out);
}
