// Long simulations that Ctrl-C can stop.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <functional>

#include "core/parallel.hpp"
#include "core/sim.hpp"

namespace nb = nanobind;

// Returns false after Ctrl-C; the Python error is then set.
inline bool not_interrupted() {
    nb::gil_scoped_acquire gil;
    return PyErr_CheckSignals() == 0;
}

// Called after every step of a simulation, it looks for Ctrl-C from time to time.
class InterruptCheck {
  public:
    bool operator()(const topple::Sim& sim) {
        effort_ += effort_of_step(sim);
        if (effort_ < kEffortBetweenPolls) return true;
        effort_ = 0;
        return not_interrupted();
    }

  private:
    // About ten milliseconds: soon enough for Ctrl-C, and other threads are hardly disturbed.
    static constexpr int64_t kEffortBetweenPolls = 500'000;

    // A rough estimate of the engine's work in a step.
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

using GoOn = std::function<bool(const topple::Sim&)>;

// Call work(i, go_on) for i in 0..count-1 on `threads` threads, without the interpreter's lock. After
// Ctrl-C `go_on` returns false, and this throws the Python error once every call has returned.
inline void run_each(size_t count, int threads,
                     const std::function<void(size_t, const GoOn&)>& work) {
    bool done = true;
    {
        nb::gil_scoped_release released;
        if (count == 1) {
            InterruptCheck check;
            work(0, [&](const topple::Sim& sim) { return done = check(sim); });
        } else {
            std::atomic<bool> stopped{false};
            const GoOn go_on = [&](const topple::Sim&) { return !stopped; };
            done = topple::parallel(
                count, threads, [&](size_t i) { work(i, go_on); },
                [&] {
                    stopped = !not_interrupted();
                    return !stopped;
                });
        }
    }
    if (!done) throw nb::python_error();
}
