// Conversions and registration shared by the binding files.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <array>
#include <tuple>
#include <utility>
#include <vector>

#include "core/canvas.hpp"
#include "core/rollout.hpp"

namespace nb = nanobind;

void bind_counting(nb::module_& m);
void bind_maths(nb::module_& m);
void bind_scene(nb::module_& m);
void bind_sim(nb::module_& m);
void bind_rollout(nb::module_& m);
void bind_canvas(nb::module_& m);
void bind_sprites(nb::module_& m);

// The bindings of a world fill a submodule of their own, `topple._native.NAME`. A world's bind.cpp
// registers them with TOPPLE_WORLD(NAME, m) { m.def(...); }, so no list of worlds exists.
using BindWorld = void (*)(nb::module_&);

inline std::vector<std::pair<const char*, BindWorld>>& worlds() {
    static std::vector<std::pair<const char*, BindWorld>> all;
    return all;
}

struct RegisterWorld {
    RegisterWorld(const char* name, BindWorld bind) { worlds().emplace_back(name, bind); }
};

#define TOPPLE_WORLD(name, m)                                    \
    static void bind_world(nb::module_& m);                      \
    static const RegisterWorld register_world(#name, &bind_world); \
    static void bind_world(nb::module_& m)

// A scene that has passed `check`, shared by everything that simulates it.
using SharedScene = std::shared_ptr<const topple::Scene>;

// Rows from the top, three bytes per pixel.
using Picture = nb::ndarray<const uint8_t, nb::shape<-1, -1, 3>, nb::c_contig, nb::device::cpu>;

// Read the attributes of a topple.sim.Body.
topple::Body read_body(nb::handle from);

// Throw a SceneError unless colour and opacity are in range.
topple::Ink ink(const std::array<int, 3>& rgb, double opacity);

// Return a numpy array that owns its numbers.
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
