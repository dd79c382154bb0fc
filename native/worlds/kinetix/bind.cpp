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
#include "worlds/kinetix/flush.hpp"
#include "worlds/kinetix/game.hpp"

namespace topple::kinetix {
namespace {

using Rows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using DecisionRows = nb::ndarray<const float, nb::shape<-1, kChannels + 1>, nb::c_contig,
                                 nb::device::cpu>;

// The columns of a row, one after the other.
class Columns {
  public:
    Columns(const Rows& rows, size_t row) : next_(rows.data() + row * rows.shape(1)) {}
    float number() { return static_cast<float>(*next_++); }
    int whole() {
        const double value = *next_++;
        if (!(std::abs(value) <= 1e6)) throw SceneError("a whole number is too large");
        return static_cast<int>(value);
    }
    bool flag() { return *next_++ != 0.0; }
    Vec vec() {
        const float x = number();
        return {x, number()};
    }

  private:
    const double* next_;
};

void need_columns(const Rows& rows, size_t columns, const char* what) {
    if (rows.shape(1) != columns)
        throw SceneError(std::string(what) + " has " + std::to_string(columns) + " columns");
}

Level read_level(int polygons, const Rows& bodies, const Rows& joints, const Rows& thrusters) {
    need_columns(bodies, 23, "a body");
    need_columns(joints, 16, "a joint");
    need_columns(thrusters, 7, "a thruster");
    Level level;
    level.polygons = polygons;
    level.circles = static_cast<int>(bodies.shape(0)) - polygons;
    for (size_t i = 0; i < bodies.shape(0); ++i) {
        Columns in(bodies, i);
        Motion motion;
        Shape s;
        motion.position = in.vec(), motion.rotation = in.number();
        motion.velocity = in.vec(), motion.spin = in.number();
        s.inverse_mass = in.number(), s.inverse_inertia = in.number();
        s.friction = in.number(), s.restitution = in.number();
        s.mode = in.whole(), s.active = in.flag(), s.role = in.whole(), s.sides = in.whole();
        s.radius = in.number();
        for (Vec& vertex : s.vertices) vertex = in.vec();
        level.start.push_back(motion);
        level.shapes.push_back(s);
    }
    for (size_t i = 0; i < joints.shape(0); ++i) {
        Columns in(joints, i);
        Joint j;
        j.a = in.whole(), j.b = in.whole(), j.a_anchor = in.vec(), j.b_anchor = in.vec();
        j.active = in.flag(), j.motor = in.flag(), j.fixed = in.flag(), j.limited = in.flag();
        j.speed = in.number(), j.power = in.number(), j.least = in.number(), j.most = in.number();
        j.rest = in.number(), j.channel = in.whole();
        level.joints.push_back(j);
    }
    for (size_t i = 0; i < thrusters.shape(0); ++i) {
        Columns in(thrusters, i);
        Thruster t;
        t.body = in.whole(), t.place = in.vec(), t.rotation = in.number(), t.power = in.number();
        t.active = in.flag(), t.channel = in.whole();
        level.thrusters.push_back(t);
    }
    prepare(level);
    return level;
}

// Rows of six drives and a number of steps.
std::vector<Decision> read_decisions(const DecisionRows& rows) {
    std::vector<Decision> decisions(rows.shape(0));
    for (size_t i = 0; i < decisions.size(); ++i) {
        for (int c = 0; c < kChannels; ++c) {
            const float value = rows(i, c), low = c < kMotorChannels ? -1.0f : 0.0f;
            if (!(value >= low && value <= 1.0f))
                throw SceneError("a motor is driven from -1 to 1, a thruster from 0 to 1");
            decisions[i].drive[c] = value;
        }
        const float steps = rows(i, kChannels);
        if (!(steps >= 0.0f && steps <= kMostSteps))
            throw SceneError("a decision is held for 0 to 256 steps");
        decisions[i].steps = static_cast<int>(steps);
    }
    return decisions;
}

std::vector<Play> play_on(const std::vector<Game*>& games, const std::vector<DecisionRows>& rows,
                          bool whole, int stride, int threads) {
    if (games.size() != rows.size()) throw SceneError("as many lists of decisions as games, please");
    if (stride < 0) throw SceneError("a stride is not negative");
    if (std::set<Game*>(games.begin(), games.end()).size() != games.size())
        throw SceneError("a game is named twice");
    std::vector<std::vector<Decision>> decisions;
    for (const DecisionRows& row : rows) decisions.push_back(read_decisions(row));
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
            return std::make_shared<Level>(read_level(polygons, bodies, joints, thrusters));
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
}
