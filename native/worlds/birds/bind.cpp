#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <set>

#include "core/bind/bindings.hpp"
#include "core/bind/interrupt.hpp"
#include "core/json_writer.hpp"
#include "worlds/birds/bind_level.hpp"
#include "worlds/birds/fields.hpp"
#include "worlds/birds/rules.hpp"

using namespace topple;
using namespace topple::birds;

namespace {

using ShotRow = std::array<double, 4>;  // x, y, tap, delay

Shot shot_of(const ShotRow& row) {
    const Shot shot{row[0], row[1], row[2], row[3]};
    check(shot);
    return shot;
}

std::vector<Play> play_all(const std::vector<std::shared_ptr<Level>>& levels,
                           const std::vector<std::vector<ShotRow>>& rows, int stride,
                           bool outcome_only, int threads) {
    if (levels.size() != rows.size()) throw SceneError("as many lists of shots as levels, please");
    if (stride < 0) throw SceneError("a stride is not negative");
    std::vector<std::vector<Shot>> shots(rows.size());
    for (size_t i = 0; i < rows.size(); ++i)
        for (const ShotRow& row : rows[i]) shots[i].push_back(shot_of(row));
    topple::count(static_cast<int64_t>(levels.size()));
    std::vector<Play> plays(levels.size());
    const Options options{stride, outcome_only};
    run_each(levels.size(), threads, [&](size_t i, const GoOn& go_on) {
        plays[i] = play(levels[i], shots[i], options, go_on);
    });
    return plays;
}

// Shoot in every game that has a shot, then let all games go on. Returns an error message per game,
// empty if there was none.
std::vector<std::string> play_all_on(const std::vector<Game*>& games,
                                     const std::vector<std::optional<ShotRow>>& rows, bool settled,
                                     int threads) {
    if (games.size() != rows.size()) throw SceneError("as many shots as games, please");
    if (std::set<Game*>(games.begin(), games.end()).size() != games.size())
        throw SceneError("a game is named twice");
    for (size_t i = 0; i < games.size(); ++i)
        if (rows[i]) {
            shot_of(*rows[i]);
            if (!games[i]->ready()) throw SceneError("no bird is ready on the sling");
        }
    for (size_t i = 0; i < games.size(); ++i)
        if (rows[i]) games[i]->shoot(shot_of(*rows[i]));
    for (Game* game : games)
        if (!game->over() && !game->awaits_shot(settled)) game->course.pass();
    std::vector<std::string> errors(games.size());
    run_each(games.size(), threads, [&](size_t i, const GoOn& go_on) {
        try {
            play_on(*games[i], settled, go_on);
        } catch (const std::exception& error) {
            errors[i] = error.what();
        }
    });
    return errors;
}

// role, number of the bird in the level, hp, whether it is alive
using ThingRow = std::tuple<int, int, double, bool>;

std::vector<ThingRow> thing_rows(const std::vector<Thing>& things) {
    std::vector<ThingRow> rows;
    for (const Thing& t : things) rows.emplace_back(t.role, t.kind, t.hp, t.gone_step < 0);
    return rows;
}

// number of the bird in the level, share of the way to the sling, pull
using PerchRow = std::tuple<int, double, double, double>;

PerchRow perch_row(const Perch& p) { return {p.bird, p.way, p.pull_x, p.pull_y}; }

void bind_game(nb::module_& m) {
    nb::class_<Game>(m, "Game")
        .def("__init__",
             [](Game* self, std::shared_ptr<Level> level) { new (self) Game(std::move(level)); })
        .def_prop_ro("ready", &Game::ready)
        .def_prop_ro("over", &Game::over)
        .def_prop_ro("outcome", [](const Game& g) { return static_cast<int>(g.outcome()); })
        .def_prop_ro("score", &Game::score)
        .def_prop_ro("birds_left", &Game::birds_left)
        .def_prop_ro("pigs_left", &Game::pigs_left)
        .def_prop_ro("steps", [](const Game& g) { return g.sim().steps(); })
        .def("shoot", [](Game& g, const ShotRow& row) { g.shoot(shot_of(row)); })
        .def("stop_shooting", &Game::stop_shooting)
        .def("step",
             [](Game& g) {
                 g.course.pass();
                 g.step();
             })
        .def("things", [](const Game& g) { return thing_rows(g.things()); })
        .def("perch", [](const Game& g) { return perch_row(g.perch()); })
        .def("poses",
             [](const Game& g) {
                 std::vector<Pose> poses;
                 for (int i = 0; i < g.sim().size(); ++i)
                     poses.push_back(g.sim().alive(i) ? g.sim().pose(i) : Pose{NAN, NAN, NAN});
                 return pose_array(poses);
             })
        .def("digest", &Game::digest)
        .def("snapshot",
             [](const Game& g) {
                 const std::string bytes = g.snapshot();
                 return nb::bytes(bytes.data(), bytes.size());
             })
        .def_static("restore", [](std::shared_ptr<Level> level, nb::bytes bytes) {
            return Game::restore(std::move(level), std::string(bytes.c_str(), bytes.size()));
        });
}

}  // namespace

TOPPLE_WORLD(birds, m) {
    nb::class_<Level>(m, "Level")
        .def_static("read", &read_level)
        .def("json", [](const Level& level) { return JsonWriter::text(level); })
        .def("__len__", [](const Level& level) { return level.parts.size(); });
    nb::class_<Play>(m, "Play")
        .def_prop_ro("outcome", [](const Play& p) { return static_cast<int>(p.outcome); })
        .def_ro("score", &Play::score)
        .def_ro("steps", &Play::steps)
        .def_ro("shots", &Play::shots)
        .def_ro("pigs_left", &Play::pigs_left)
        .def_ro("digest", &Play::digest)
        .def_ro("error", &Play::error)
        .def("things", [](const Play& p) { return thing_rows(p.things); })
        .def_ro("killers", &Play::killers)
        .def("lives",
             [](const Play& p) { return owned(std::vector<double>(p.lives), p.lives.size()); })
        .def("perches",
             [](const Play& p) {
                 std::vector<PerchRow> rows;
                 for (const Perch& perch : p.perches) rows.push_back(perch_row(perch));
                 return rows;
             })
        .def("tracks", [](const Play& p) {
            std::vector<double> numbers;
            for (const Track& row : p.tracks) numbers.insert(numbers.end(), row.begin(), row.end());
            return owned(std::move(numbers), p.tracks.size(), 5);
        });
    m.def("play", &play_all);
    m.def("play_on", &play_all_on);
    bind_game(m);
}
