// Batches of episodes.
#include "worlds/iphyre/bind_batch.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include "core/bind/batch.hpp"
#include "worlds/iphyre/batch.hpp"

namespace topple::iphyre {
namespace {

using Own = Batch<Episode>;

int add(Own& batch, std::shared_ptr<Level> level, const topple::Row<const float>& still) {
    if (still.shape(0) != batch.width()) throw SceneError("a row has another width");
    std::vector<int> blocks;
    for (int i = 0; i < level->objects(); ++i)
        if (level->eliminable[i]) blocks.push_back(i);
    return batch.add({std::move(level), std::vector(still.data(), still.data() + still.shape(0)),
                      std::move(blocks)});
}

}  // namespace

void bind_batches(nb::module_& m) {
    bind_batch<Episode, int, double>(m, "Batch", "mode", "scale", [](int mode, double scale) {
        return Episode::Setting{static_cast<Mode>(mode), scale};
    })
        .def("add", &add)
        .def("snapshot", [](const Own& batch, size_t row) {
            const std::string bytes = batch.play(row).game().snapshot();
            return nb::bytes(bytes.data(), bytes.size());
        });
}

}  // namespace topple::iphyre
