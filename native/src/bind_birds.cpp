#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cmath>
#include <set>

#include "bindings.hpp"
#include "birds.hpp"

using namespace topple;
using namespace topple::birds;

namespace {

using SharedLevel = std::shared_ptr<const Level>;
using ShotRow = std::array<double, 4>;  // x, y, tap, delay

template <typename T>
void take(nb::handle from, const char* name, T& to) {
    to = nb::cast<T>(from.attr(name));
}

Blast read_blast(nb::handle from) {
    Blast blast;
    take(from, "radius", blast.radius);
    take(from, "impulse", blast.impulse);
    take(from, "damage", blast.damage);
    return blast;
}

// Reads the attributes of topple.worlds.birds.rules.Rules.
Rules read_rules(nb::handle from) {
    Rules rules;
    const auto pivot = nb::cast<std::array<double, 2>>(from.attr("pivot"));
    rules.pivot_x = pivot[0], rules.pivot_y = pivot[1];
    take(from, "most_stretch", rules.most_stretch);
    take(from, "speed_per_stretch", rules.speed_per_stretch);
    take(from, "drag_time", rules.drag_time);
    take(from, "first_ready_time", rules.first_ready_time);
    take(from, "grace_time", rules.grace_time);
    take(from, "grace_hp", rules.grace_hp);
    take(from, "damage_scale", rules.damage_scale);
    take(from, "other_share", rules.other_share);
    take(from, "events_per_hit", rules.events_per_hit);
    take(from, "hit_score", rules.hit_score);
    take(from, "unused_score", rules.unused_score);
    take(from, "half_width", rules.half_width);
    take(from, "lowest", rules.lowest);
    take(from, "tap_distance", rules.tap_distance);
    take(from, "fuse_time", rules.fuse_time);
    take(from, "egg_speed", rules.egg_speed);
    take(from, "split_angles", rules.split_angles);
    rules.tnt = read_blast(from.attr("tnt"));
    rules.egg = read_blast(from.attr("egg"));
    take(from, "bird_still_time", rules.bird_still_time);
    take(from, "bird_still_speed", rules.bird_still_speed);
    take(from, "bird_most_time", rules.bird_most_time);
    take(from, "poll_time", rules.poll_time);
    take(from, "most_steps", rules.most_steps);
    return rules;
}

// Reads the attributes of topple.worlds.birds.play.Part.
Part read_part(nb::handle from, Body& body) {
    Part part;
    take(from, "role", part.role);
    take(from, "material", part.material);
    take(from, "hp", part.hp);
    take(from, "defence", part.defence);
    take(from, "mass", part.mass);
    take(from, "colliders", part.colliders);
    take(from, "lingers", part.lingers);
    take(from, "linger_time", part.linger_time);
    take(from, "score", part.score);
    take(from, "gravity_scale", body.gravity_scale);
    take(from, "continuous", body.bullet);
    return part;
}

// Reads the attributes of topple.worlds.birds.play.Launch.
Bird read_bird(nb::handle from) {
    Bird bird;
    bird.body = read_body(from.attr("body"));
    bird.body.bullet = true;
    take(from, "gravity_scale", bird.body.gravity_scale);
    const auto offset = nb::cast<std::array<double, 2>>(from.attr("offset"));
    bird.offset_x = offset[0], bird.offset_y = offset[1];
    take(from, "mass", bird.mass);
    take(from, "factors", bird.factors);
    take(from, "power", bird.power);
    take(from, "impulse", bird.impulse);
    bird.blast = read_blast(from.attr("blast"));
    take(from, "ready_time", bird.ready_time);
    return bird;
}

SharedLevel read_level(const SharedScene& scene, nb::iterable parts, nb::iterable birds,
                       nb::handle egg, nb::handle rules) {
    Level level;
    Scene placed = *scene;
    for (nb::handle part : parts) {
        if (level.parts.size() == placed.bodies.size())
            throw SceneError("a level has one part for every body");
        Body& body = placed.bodies[level.parts.size()];
        level.parts.push_back(read_part(part, body));
    }
    check(placed);
    level.scene = std::make_shared<const Scene>(std::move(placed));
    for (nb::handle bird : birds) level.birds.push_back(read_bird(bird));
    level.egg = read_body(egg);
    level.egg.bullet = true;
    level.rules = read_rules(rules);
    check(level);
    level.opening = std::make_shared<Opening>();
    return std::make_shared<const Level>(std::move(level));
}

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
    std::vector<Play> plays(levels.size());
    const Options options{stride, outcome_only};
    bool done = true;
    {
        nb::gil_scoped_release free;
        if (levels.size() == 1) {
            Patience patience;
            plays[0] = play(levels[0], shots[0], options,
                            [&](const Sim& sim) { return done = patience(sim); });
        } else {
            std::atomic<bool> stopped{false};
            const auto work = [&](size_t i) {
                plays[i] = play(levels[i], shots[i], options, [&](const Sim&) { return !stopped; });
            };
            done = parallel(levels.size(), threads, work, [&] {
                stopped = !nobody_interrupted();
                return !stopped;
            });
        }
    }
    if (!done) throw nb::python_error();
    return plays;
}

// Shoot in every game that has a shot, then let all play on; gives what broke each, or nothing.
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
    std::vector<std::string> errors(games.size());
    bool done = true;
    {
        nb::gil_scoped_release free;
        const auto work = [&](size_t i, const std::function<bool(const Sim&)>& go_on) {
            try {
                play_on(*games[i], settled, go_on);
            } catch (const std::exception& error) {
                errors[i] = error.what();
            }
        };
        if (games.size() == 1) {
            Patience patience;
            work(0, [&](const Sim& sim) { return done = patience(sim); });
        } else {
            std::atomic<bool> stopped{false};
            const auto one = [&](size_t i) { work(i, [&](const Sim&) { return !stopped; }); };
            done = parallel(games.size(), threads, one, [&] {
                stopped = !nobody_interrupted();
                return !stopped;
            });
        }
    }
    if (!done) throw nb::python_error();
    return errors;
}

// role, level's bird, hp, whether it is there
using ThingRow = std::tuple<int, int, double, bool>;

std::vector<ThingRow> thing_rows(const std::vector<Thing>& things) {
    std::vector<ThingRow> rows;
    for (const Thing& t : things) rows.emplace_back(t.role, t.kind, t.hp, t.gone_step < 0);
    return rows;
}

// the level's bird, the way ahead, the pull
using PerchRow = std::tuple<int, double, double, double>;

PerchRow perch_row(const Perch& p) { return {p.bird, p.way, p.pull_x, p.pull_y}; }

void bind_game(nb::module_& m) {
    nb::class_<Game>(m, "BirdsGame")
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
        .def("step", &Game::step)
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

void bind_birds(nb::module_& m) {
    nb::class_<Level>(m, "BirdsLevel")
        .def_static("read", &read_level)
        .def("__len__", [](const Level& level) { return level.parts.size(); });
    nb::class_<Play>(m, "BirdsPlay")
        .def_prop_ro("outcome", [](const Play& p) { return static_cast<int>(p.outcome); })
        .def_ro("score", &Play::score)
        .def_ro("steps", &Play::steps)
        .def_ro("shots", &Play::shots)
        .def_ro("pigs_left", &Play::pigs_left)
        .def_ro("digest", &Play::digest)
        .def_ro("error", &Play::error)
        .def("things", [](const Play& p) { return thing_rows(p.things); })
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
    m.def("birds_play", &play_all);
    m.def("birds_play_on", &play_all_on);
    bind_game(m);
}
