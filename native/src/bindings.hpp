// What the binding files share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <array>
#include <tuple>
#include <vector>

#include "canvas.hpp"
#include "rollout.hpp"

namespace nb = nanobind;

void bind_scene(nb::module_& m);
void bind_sim(nb::module_& m);
void bind_rollout(nb::module_& m);
void bind_phyre(nb::module_& m);
void bind_birds(nb::module_& m);
void bind_canvas(nb::module_& m);
void bind_sprites(nb::module_& m);

// A scene that has passed `check`, shared by everything that simulates it.
using SharedScene = std::shared_ptr<const topple::Scene>;

// Rows from the top, three bytes a pixel.
using Picture = nb::ndarray<const uint8_t, nb::shape<-1, -1, 3>, nb::c_contig, nb::device::cpu>;

// Reads the attributes of topple.sim.Body, so that a body is described in one place.
topple::Body read_body(nb::handle from);

// Throws a SceneError unless the colour is one.
topple::Ink ink(const std::array<int, 3>& rgb, double opacity);

// Give numpy an array that owns its numbers.
template <typename T, typename... Sizes>
auto owned(std::vector<T>&& values, Sizes... sizes) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T>(kept->data(), {static_cast<size_t>(sizes)...}, owner);
}

inline nb::ndarray<nb::numpy, double> pose_array(const std::vector<topple::Pose>& poses) {
    std::vector<double> numbers;
    numbers.reserve(3 * poses.size());
    for (const topple::Pose& p : poses) numbers.insert(numbers.end(), {p.x, p.y, p.angle});
    return owned(std::move(numbers), poses.size(), 3);
}

// Frames x bodies x (x, y, angle).
inline nb::ndarray<nb::numpy, double> frame_array(const topple::Result& result) {
    const size_t bodies = result.poses.size();
    std::vector<double> numbers;
    numbers.reserve(3 * result.frames.size());
    for (const topple::Pose& p : result.frames)
        numbers.insert(numbers.end(), {p.x, p.y, p.angle});
    return owned(std::move(numbers), bodies ? result.frames.size() / bodies : 0, bodies, 3);
}

inline auto event_rows(const std::vector<topple::Event>& events) {
    std::vector<std::tuple<int, int, int, int, float>> rows;
    rows.reserve(events.size());
    for (const topple::Event& e : events)
        rows.emplace_back(e.step, e.kind, e.first, e.second, e.impulse);
    return rows;
}

// Is the user still waiting? False after Ctrl-C; the Python error is then set.
inline bool nobody_interrupted() {
    nb::gil_scoped_acquire gil;
    return PyErr_CheckSignals() == 0;
}

// Asks now and then, between the steps of a simulation.
class Patience {
  public:
    bool operator()(const topple::Sim& sim) {
        effort_ += effort_of_step(sim);
        if (effort_ < kEffortBetweenPolls) return true;
        effort_ = 0;
        return nobody_interrupted();
    }

  private:
    // Some ten milliseconds' worth: Ctrl-C is noticed soon, other threads are hardly disturbed.
    static constexpr int64_t kEffortBetweenPolls = 500'000;

    // A rough count of what the engine goes through in a step.
    static int64_t effort_of_step(const topple::Sim& sim) {
        if (sim.resting()) return 1;
        const int64_t effort = 10 + sim.size();
        for (int i = 0; i < sim.size(); ++i)
            if (sim.alive(i)) {
                const b2World& world = *sim.engine_body(i)->GetWorld();
                const int64_t solved = world.GetContactCount() + world.GetJointCount();
                const topple::Scene& scene = sim.scene();
                return effort + solved * (scene.velocity_iterations + scene.position_iterations);
            }
        return effort;
    }

    int64_t effort_ = 0;
};
