// What the binding files share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <vector>

#include "sim.hpp"

namespace nb = nanobind;

void bind_scene(nb::module_& m);
void bind_sim(nb::module_& m);
void bind_phyre(nb::module_& m);
void bind_canvas(nb::module_& m);

// A scene that has passed `check`, shared by everything that simulates it.
using SharedScene = std::shared_ptr<const topple::Scene>;

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

// Is the user still waiting? False after Ctrl-C; the Python error is then set.
inline bool nobody_interrupted() {
    nb::gil_scoped_acquire gil;
    return PyErr_CheckSignals() == 0;
}
