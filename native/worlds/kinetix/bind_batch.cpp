// Batches of episodes, and the numbers of bodies that change, which both ways of observing share.
#include "worlds/kinetix/bind_batch.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>

#include "core/bind/batch.hpp"
#include "worlds/kinetix/batch.hpp"

namespace topple::kinetix {
namespace {

using Own = Batch<Episode>;

auto moving_rows(const Game& game) {
    std::vector<float> numbers;
    for (int i = 0; i < game.level().bodies(); ++i)
        for (float number : moving(game.state().bodies[i])) numbers.push_back(number);
    return owned(std::move(numbers), game.level().bodies(), kMoving);
}

int add(Own& batch, std::shared_ptr<Level> level, const Row<const float>& still,
        const Row<const bool>& exists) {
    const auto bodies = static_cast<size_t>(level->bodies());
    if (exists.shape(0) != bodies || still.shape(0) != batch.width())
        throw SceneError("the level is of another size");
    return batch.add({std::move(level), std::vector(still.data(), still.data() + still.shape(0)),
                      std::vector<bool>(exists.data(), exists.data() + bodies)});
}

}  // namespace

void bind_batches(nb::module_& m) {
    m.def("moving", &moving_rows);
    bind_batch<Episode, int, bool>(m, "Batch", "hold", "dense", [](int hold, bool dense) {
        return Episode::Setting{hold, dense};
    })
        .def("add", &add)
        .def("game", [](const Own& batch, size_t row) { return Game(batch.play(row).game()); });
}

}  // namespace topple::kinetix
