#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/bind/bindings.hpp"
#include "core/bind/interrupt.hpp"
#include "core/parallel.hpp"
#include "worlds/kinetix/bind_batch.hpp"
#include "worlds/kinetix/flush.hpp"
#include "worlds/kinetix/game.hpp"
#include "worlds/kinetix/rows.hpp"

namespace topple::kinetix {
namespace {

using Rows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using DecisionRows = nb::ndarray<const float, nb::shape<-1, kChannels + 1>, nb::c_contig,
                                 nb::device::cpu>;

Table table(const Rows& rows) { return {rows.data(), rows.shape(0), rows.shape(1)}; }

std::vector<Decision> read_decisions(const DecisionRows& rows) {
    return decisions_of(rows.data(), rows.shape(0));
}

std::vector<Play> play_on(const std::vector<Game*>& games, const std::vector<DecisionRows>& rows,
                          bool whole, int stride, int threads) {
    if (games.size() != rows.size()) throw SceneError("as many lists of decisions as games, please");
    if (stride < 0) throw SceneError("a stride is not negative");
    if (std::set<Game*>(games.begin(), games.end()).size() != games.size())
        throw SceneError("a game is named twice");
    std::vector<std::vector<Decision>> decisions;
    for (const DecisionRows& row : rows) decisions.push_back(read_decisions(row));
    for (size_t i = 0; i < games.size(); ++i)
        if (!games[i]->over() && (whole || !decisions[i].empty())) games[i]->course.pass();
    std::vector<Play> plays(games.size());
    bool done = true;
    {
        nb::gil_scoped_release released;
        done = parallel(
            games.size(), threads,
            [&](size_t i) { plays[i] = play(*games[i], decisions[i], whole, stride); },
            not_interrupted);
    }
    if (!done) throw nb::python_error();
    return plays;
}

std::vector<Play> play_all(const std::vector<std::shared_ptr<Level>>& levels,
                           const std::vector<DecisionRows>& rows, int stride, int threads) {
    std::vector<Game> games(levels.begin(), levels.end());
    std::vector<Game*> pointers;
    for (Game& game : games) pointers.push_back(&game);
    return play_on(pointers, rows, true, stride, threads);
}

void put(std::vector<float>& numbers, const Motion& m) {
    numbers.insert(numbers.end(), {m.position.x, m.position.y, m.rotation, m.velocity.x,
                                   m.velocity.y, m.spin});
}

// Games x bodies x (x, y, rotation, velocity, spin); all games have as many bodies.
auto motions(const std::vector<Game*>& games) {
    std::vector<float> numbers;
    const int bodies = games.empty() ? 0 : games[0]->level().bodies();
    for (const Game* game : games) {
        if (game->level().bodies() != bodies) throw SceneError("games of one size, please");
        for (int i = 0; i < bodies; ++i) put(numbers, game->state().bodies[i]);
    }
    return owned(std::move(numbers), games.size(), bodies, 6);
}

// All bodies after every physics step, as if nothing ever ended the game.
auto trace(std::shared_ptr<Level> level, const DecisionRows& rows, int steps) {
    if (steps < 0 || steps > kPhysicsSteps * kMostSteps)
        throw SceneError("a game has up to 512 physics steps");
    count(1);
    std::vector<Drive> drives;
    for (const Decision& decision : read_decisions(rows))
        drives.insert(drives.end(), kPhysicsSteps * decision.steps, decision.drive);
    drives.resize(std::max<size_t>(drives.size(), steps));
    const FlushSubnormals flush;
    State state;
    std::copy(level->start.begin(), level->start.end(), state.bodies.begin());
    std::vector<float> numbers;
    for (int i = 0; i < steps; ++i) {
        step(*level, state, drives[i]);
        for (int body = 0; body < level->bodies(); ++body) put(numbers, state.bodies[body]);
    }
    return owned(std::move(numbers), steps, level->bodies(), 6);
}

auto matrix(const Level& level) {
    const auto allowed = collision_matrix(level);
    std::vector<std::vector<bool>> rows;
    for (int i = 0; i < level.bodies(); ++i)
        rows.emplace_back(allowed[i].begin(), allowed[i].begin() + level.bodies());
    return rows;
}

}  // namespace
}  // namespace topple::kinetix

using namespace topple::kinetix;

TOPPLE_WORLD(kinetix, m) {
    nb::class_<Level>(m, "Level")
        .def_static("read", [](int polygons, const Rows& bodies, const Rows& joints,
                               const Rows& thrusters) {
            return std::make_shared<Level>(
                level_of(polygons, table(bodies), table(joints), table(thrusters)));
        })
        .def("__len__", &Level::bodies)
        .def("contacts", &contacts_at_start)
        .def("collision_matrix", &matrix);
    nb::class_<Play>(m, "Play")
        .def_prop_ro("outcome", [](const Play& p) { return static_cast<int>(p.outcome); })
        .def_ro("steps", &Play::steps)
        .def_ro("total_reward", &Play::total_reward)
        .def_ro("last_reward", &Play::last_reward)
        .def_ro("distance", &Play::distance)
        .def_ro("closest", &Play::closest)
        .def_ro("digest", &Play::digest)
        .def("frames", [](const Play& p, int bodies) {
            std::vector<float> numbers;
            for (const Motion& motion : p.frames) put(numbers, motion);
            return owned(std::move(numbers), p.frames.size() / std::max(bodies, 1), bodies, 6);
        });
    nb::class_<Game>(m, "Game")
        .def(nb::init<std::shared_ptr<Level>>())
        .def_prop_ro("outcome", [](const Game& g) { return static_cast<int>(g.outcome()); })
        .def_prop_ro("over", &Game::over)
        .def_prop_ro("steps", &Game::steps)
        .def_prop_ro("distance", &Game::distance)
        .def("copy", [](const Game& g) { return Game(g); })
        .def("touching", &Game::touching)
        .def("digest", &Game::digest)
        .def("snapshot",
             [](const Game& g) {
                 const std::string bytes = g.snapshot();
                 return nb::bytes(bytes.data(), bytes.size());
             })
        .def_static("restore", [](std::shared_ptr<Level> level, nb::bytes bytes) {
            return Game::restore(std::move(level), std::string(bytes.c_str(), bytes.size()));
        });
    m.def("play", &play_all);
    m.def("play_on", &play_on);
    m.def("trace", &trace);
    m.def("motions", &motions);
    bind_batches(m);
}
