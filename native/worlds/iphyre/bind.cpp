#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "core/bind/bindings.hpp"
#include "core/bind/interrupt.hpp"
#include "worlds/iphyre/bind_batch.hpp"
#include "worlds/iphyre/game.hpp"

using namespace topple;
using namespace topple::iphyre;

namespace {

using Pairs = std::vector<std::pair<int, int>>;
using SharedLevel = std::shared_ptr<Level>;
using Mark = std::shared_ptr<const Game::Mark>;

// Python holds a mark by this handle.
struct MarkHandle {
    Mark mark;
};

// Plans are lists of (step, block).
std::vector<Play> play_all(const std::vector<SharedLevel>& levels, const std::vector<Pairs>& plans,
                           int stride, int threads) {
    if (levels.size() != plans.size()) throw SceneError("as many plans as levels are needed");
    if (stride < 0) throw SceneError("a stride is not negative");
    std::vector<std::vector<Removal>> removals(plans.size());
    for (size_t i = 0; i < plans.size(); ++i)
        for (const auto& [step, block] : plans[i]) removals[i].push_back({step, block});
    for (std::vector<Removal>& plan : removals)
        std::stable_sort(plan.begin(), plan.end(),
                         [](const Removal& a, const Removal& b) { return a.step < b.step; });
    topple::count(static_cast<int64_t>(levels.size()));
    std::vector<Play> plays(levels.size());
    bool done = false;
    {
        nb::gil_scoped_release released;
        const auto work = [&](size_t i) {
            plays[i] = play(levels[i], removals[i].data(), removals[i].size(), stride);
        };
        done = parallel(levels.size(), threads, work, not_interrupted);
    }
    if (!done) throw nb::python_error();
    return plays;
}

Pairs removal_pairs(const std::vector<Removal>& removed) {
    Pairs pairs;
    for (const Removal& removal : removed) pairs.emplace_back(removal.step, removal.block);
    return pairs;
}

auto rows(const std::vector<iphyre::Pose>& poses) {
    std::vector<double> numbers;
    for (const auto& pose : poses) numbers.insert(numbers.end(), pose.begin(), pose.end());
    return owned(std::move(numbers), poses.size(), 3);
}

// Step until a step is reached or the game is over.
void step_to(Game& game, int step) {
    if (game.steps() < step && !game.over()) game.course.pass();
    nb::gil_scoped_release released;
    while (game.steps() < step && !game.over()) game.step();
}

void bind_game(nb::module_& m) {
    nb::class_<MarkHandle>(m, "Mark");
    nb::class_<Game>(m, "Game")
        .def("__init__",
             [](Game* self, SharedLevel level) { new (self) Game(std::move(level)); })
        .def_prop_ro("steps", &Game::steps)
        .def_prop_ro("clock", &Game::clock)
        .def_prop_ro("reward", &Game::reward)
        .def_prop_ro("solved", &Game::solved)
        .def_prop_ro("over", &Game::over)
        .def("removed", [](const Game& g) { return removal_pairs(g.removed()); })
        .def("there", [](const Game& g, int object) {
            if (object < 0 || object >= g.level().objects()) throw SceneError("no such object");
            return g.there(object);
        })
        .def("remove", &Game::remove)
        .def("step_to", &step_to)
        .def("poses",
             [](const Game& g) {
                 std::vector<iphyre::Pose> poses;
                 for (int i = 0; i < g.level().objects(); ++i) poses.push_back(g.pose(i));
                 return rows(poses);
             })
        .def("table",
             [](const Game& g) {
                 std::vector<double> numbers;
                 for (const Row& row : g.table()) numbers.insert(numbers.end(), row.begin(), row.end());
                 return owned(std::move(numbers), kMostObjects, 9);
             })
        .def("digest", &Game::digest)
        .def("mark", [](const Game& g) { return MarkHandle{g.mark()}; })
        .def("rewind", [](Game& g, const MarkHandle& handle) { g.rewind(handle.mark); })
        .def("snapshot",
             [](const Game& g) {
                 const std::string bytes = g.snapshot();
                 return nb::bytes(bytes.data(), bytes.size());
             })
        .def_static("restore", [](SharedLevel level, nb::bytes bytes) {
            return Game::restore(std::move(level), std::string(bytes.c_str(), bytes.size()));
        });
}

}  // namespace

TOPPLE_WORLD(iphyre, m) {
    nb::class_<Level>(m, "Level")
        .def("__init__",
             [](Level* self, std::vector<std::array<double, 4>> blocks,
                std::vector<std::array<double, 3>> balls, std::vector<bool> eliminable,
                std::vector<bool> moving, Pairs links, Pairs springs, int rate, int prior_resets) {
                 Level level{std::move(blocks), std::move(balls),   std::move(eliminable),
                             std::move(moving), std::move(links),   std::move(springs),
                             rate,              prior_resets};
                 check(level);
                 new (self) Level(std::move(level));
             })
        .def("__len__", &Level::objects);
    nb::class_<Play>(m, "Play")
        .def_ro("solved", &Play::solved)
        .def_ro("steps", &Play::steps)
        .def_ro("clock", &Play::clock)
        .def_ro("reward", &Play::reward)
        .def_ro("digest", &Play::digest)
        .def_ro("fallen", &Play::fallen)
        .def("removed", [](const Play& p) { return removal_pairs(p.removed); })
        .def("poses", [](const Play& p) { return rows(p.poses); })
        .def("frame_steps",
             [](const Play& p) { return owned(std::vector<int>(p.frame_steps), p.frame_steps.size()); })
        .def("frames", [](const Play& p) {
            std::vector<double> numbers;
            for (const auto& pose : p.frames) numbers.insert(numbers.end(), pose.begin(), pose.end());
            const size_t count = p.frame_steps.size();
            return owned(std::move(numbers), count, count ? p.frames.size() / count : 0, 3);
        });
    m.def("play", &play_all);
    bind_game(m);
    bind_batches(m);
}
