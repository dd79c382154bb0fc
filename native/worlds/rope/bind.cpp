#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>

#include "core/bind/bindings.hpp"
#include "core/bind/interrupt.hpp"
#include "core/course.hpp"
#include "worlds/rope/play.hpp"
#include "worlds/rope/rows.hpp"
#include "worlds/rope/search.hpp"

using topple::SceneError;
using namespace topple::rope;

namespace {

using SharedLevel = std::shared_ptr<Level>;

// A game that is stepped from Python.
struct Game {
    SharedLevel level;
    State state;
    Events events;
    topple::Course course = {};
};

Call checked(const Level& level, const Call& call) {
    check(level, call);
    return call;
}

std::vector<Play> play_all(const std::vector<SharedLevel>& levels,
                           const std::vector<std::vector<TimedRow>>& rows, int stride, int threads) {
    if (levels.size() != rows.size()) throw SceneError("as many plans as levels are needed");
    if (stride < 0) throw SceneError("a stride is not negative");
    topple::count(static_cast<int64_t>(levels.size()));
    std::vector<Play> plays(levels.size());
    bool done = false;
    {
        nb::gil_scoped_release released;
        const auto work = [&](size_t i) {
            plays[i] = play(*levels[i], plan_of(*levels[i], rows[i]), stride);
        };
        done = topple::parallel(levels.size(), threads, work, not_interrupted);
    }
    if (!done) throw nb::python_error();
    return plays;
}

// Solutions of every level: the number of stars, and rows of step, verb, item, value and taps.
using Found = std::vector<std::pair<int, std::vector<std::tuple<int, int, int, double, int>>>>;

std::vector<Found> search_all(const std::vector<SharedLevel>& levels, int width, int depth,
                              int threads) {
    std::vector<Found> found(levels.size());
    std::atomic<int64_t> tried{0};
    bool done = false;
    {
        nb::gil_scoped_release released;
        const auto work = [&](size_t i) {
            const Searched searched = search(*levels[i], {.width = width, .depth = depth});
            tried += searched.tried;
            for (const Solution& one : searched.solutions) {
                auto& [stars, rows] = found[i].emplace_back();
                stars = one.stars;
                for (const auto& [call, taps] : one.moves)
                    rows.emplace_back(call.step, static_cast<int>(call.verb), call.item, call.value, taps);
            }
        };
        done = topple::parallel(levels.size(), threads, work, not_interrupted);
    }
    topple::count(tried);
    if (!done) throw nb::python_error();
    return found;
}

auto rows_of(const Events& events) {
    std::vector<std::tuple<int, int, int, int, bool>> rows;
    for (const Event& e : events)
        rows.emplace_back(e.step, static_cast<int>(e.what), e.item, e.candy, e.effect);
    return rows;
}

void step_to(Game& game, int step) {
    if (game.state.steps < step && game.state.ending == Ending::none) game.course.pass();
    nb::gil_scoped_release released;
    while (game.state.steps < step && game.state.ending == Ending::none)
        topple::rope::step(*game.level, game.state, &game.events);
}

void bind_game(nb::module_& m) {
    nb::class_<Game>(m, "Game")
        .def("__init__",
             [](Game* self, SharedLevel level) {
                 const State state = start(*level);
                 new (self) Game{std::move(level), state, {}};
             })
        .def_prop_ro("steps", [](const Game& g) { return g.state.steps; })
        .def_prop_ro("ending", [](const Game& g) { return static_cast<int>(g.state.ending); })
        .def_prop_ro("stars", [](const Game& g) { return g.state.stars; })
        .def("act",
             [](Game& g, int verb, int item, double value) {
                 const Call call{0, static_cast<Verb>(verb), item, value};
                 return act(*g.level, g.state, checked(*g.level, call), &g.events);
             })
        .def("in_jet",
             [](const Game& g, int cushion) {
                 check(*g.level, Call{0, Verb::tap, cushion, 0.0});
                 return in_jet(*g.level, g.state, cushion, 0) || in_jet(*g.level, g.state, cushion, 1);
             })
        .def("step_to", &step_to)
        .def("row",
             [](const Game& g) {
                 auto numbers = row(*g.level, g.state);
                 const size_t count = numbers.size();
                 return owned(std::move(numbers), count);
             })
        .def("events", [](const Game& g) { return rows_of(g.events); })
        .def("digest", [](const Game& g) { return digest(*g.level, g.state); })
        .def("copy", [](const Game& g) { return g; })
        .def("snapshot",
             [](const Game& g) {
                 const std::string bytes = snapshot(*g.level, g.state);
                 return nb::bytes(bytes.data(), bytes.size());
             })
        .def_static("restore", [](SharedLevel level, nb::bytes bytes) {
            const State state = restore(*level, std::string(bytes.c_str(), bytes.size()));
            return Game{std::move(level), state, {}};
        });
}

}  // namespace

TOPPLE_WORLD(rope, m) {
    nb::class_<Level>(m, "Level")
        .def("__init__",
             [](Level* self, Rows<2> candies, std::array<double, 2> mouth, Rows<3> pins,
                Rows<4> active_pins, Rows<5> pulleys, Rows<5> ropes, Rows<2> bubbles, Rows<4> cushions,
                Rows<3> stars, Rows<4> spikes, Rows<7> gates, Rows<5> hats, Rows<5> pads, int rate) {
                 const Items items{candies, mouth,    pins,  active_pins, pulleys, ropes, bubbles,
                                   cushions, stars, spikes, gates, hats, pads};
                 new (self) Level(level_of(items, rate));
             })
        .def("settled",
             [](const Level& level) {
                 const State s = settled(level);
                 std::vector<std::pair<double, double>> places;
                 for (size_t i = 0; i < level.candies.size(); ++i)
                     places.emplace_back(s.bodies[i].x, s.bodies[i].y);
                 return places;
             })
        .def("__len__", [](const Level& level) { return level.ropes.size(); });
    nb::class_<Play>(m, "Play")
        .def_prop_ro("ending", [](const Play& p) { return static_cast<int>(p.state.ending); })
        .def_prop_ro("steps", [](const Play& p) { return p.state.steps; })
        .def_prop_ro("stars", [](const Play& p) { return p.state.stars; })
        .def_ro("digest", &Play::digest)
        .def("events", [](const Play& p) { return rows_of(p.events); })
        .def("frames", [](const Play& p) {
            const size_t count = p.frame_count;
            return owned(std::vector<double>(p.frames), count, count ? p.frames.size() / count : 0);
        });
    m.def("play", &play_all);
    m.def("search", &search_all);
    bind_game(m);
}
