// Bindings of a world's batch: columns are numpy arrays of the caller, written in place.
#pragma once

#include <nanobind/stl/vector.h>

#include <optional>

#include "core/batch.hpp"
#include "core/bind/bindings.hpp"
#include "core/bind/interrupt.hpp"

namespace topple {

template <typename T, typename Shape>
using Column = nb::ndarray<T, Shape, nb::c_contig, nb::device::cpu>;
template <typename T>
using Row = Column<T, nb::ndim<1>>;
template <typename T>
using Rows = Column<T, nb::ndim<2>>;

// Check the shapes of the columns of a batch of `Play`.
template <class Play>
Columns<typename Play::Number> columns_of(
    const Rows<typename Play::Number>& observations,
    const std::optional<Rows<typename Play::Number>>& finals, const Row<double>& rewards,
    const Row<bool>& terminated, const Row<bool>& truncated, const Row<int32_t>& tasks,
    const Row<int64_t>& lengths, const Row<double>& returns, const Rows<double>& facts) {
    const size_t count = observations.shape(0), width = observations.shape(1);
    const auto need = [](bool holds) {
        if (!holds) throw SceneError("columns have one row per environment");
    };
    need(rewards.shape(0) == count && terminated.shape(0) == count && truncated.shape(0) == count);
    need(tasks.shape(0) == count && lengths.shape(0) == count && returns.shape(0) == count);
    need(facts.shape(0) == count && facts.shape(1) == Play::kFacts);
    need(!finals || (finals->shape(0) == count && finals->shape(1) == width));
    return {count, width, observations.data(), finals ? finals->data() : nullptr, rewards.data(),
            terminated.data(), truncated.data(), tasks.data(), lengths.data(), returns.data(),
            facts.data()};
}

// Bind a batch of a world, with two settings of its episodes; the caller adds `add`. The Python
// object that makes a batch keeps the columns, and the actions of a step until `wait` has returned.
template <class Play, typename A, typename B, typename Read>
nb::class_<Batch<Play>> bind_batch(nb::module_& m, const char* name, const char* a, const char* b,
                                   const Read& read) {
    using Own = Batch<Play>;
    using Number = typename Play::Number;
    return nb::class_<Own>(m, name)
        .def("__init__",
             [read](Own* batch, const Rows<Number>& observations,
                    const std::optional<Rows<Number>>& finals, const Row<double>& rewards,
                    const Row<bool>& terminated, const Row<bool>& truncated,
                    const Row<int32_t>& tasks, const Row<int64_t>& lengths,
                    const Row<double>& returns, const Rows<double>& facts, int threads, A first,
                    B second) {
                 const auto columns = columns_of<Play>(observations, finals, rewards, terminated,
                                                       truncated, tasks, lengths, returns, facts);
                 new (batch) Own(columns, read(first, second), threads);
             },
             nb::arg("observations"), nb::arg("finals").none(), nb::arg("rewards"),
             nb::arg("terminated"), nb::arg("truncated"), nb::arg("tasks"), nb::arg("lengths"),
             nb::arg("returns"), nb::arg("facts"), nb::arg("threads"), nb::arg(a), nb::arg(b))
        .def("schedule", [](Own& batch, size_t row, const Row<const int32_t>& tasks) {
            batch.schedule(row, tasks.data(), tasks.shape(0));
        })
        .def("forget_schedule", &Own::forget_schedule)
        .def("idle", &Own::idle)
        .def("reset", &Own::reset)
        .def("start", [](Own& batch, const Rows<const double>& actions) {
            if (actions.shape(0) != batch.size() || actions.shape(1) != Play::kActions)
                throw SceneError("actions have one row per environment");
            batch.start(actions.data());
        })
        .def("wait", [](Own& batch) {
            bool done = true;
            {
                nb::gil_scoped_release released;
                done = batch.wait(not_interrupted);
            }
            if (!done) throw nb::python_error();
        })
        .def("task", &Own::task);
}

}  // namespace topple
