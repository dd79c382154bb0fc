#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "core/bind/bindings.hpp"
#include "core/bind/interrupt.hpp"
#include "worlds/rope/play.hpp"
#include "worlds/rope/search.hpp"

using topple::SceneError;
using namespace topple::rope;

namespace {

template <size_t N>
using Rows = std::vector<std::array<double, N>>;
using SharedLevel = std::shared_ptr<Level>;
using Plan = std::vector<std::tuple<int, int, int, double>>;  // step, verb, item, value

// A game that is stepped from Python.
struct Game {
    SharedLevel level;
    State state;
    Events events;
};

struct Items {
    Rows<2> candies, bubbles;
    std::array<double, 2> mouth;
    Rows<3> pins;
    Rows<4> active_pins;
    Rows<5> pulleys, ropes;
    Rows<4> cushions;
    Rows<3> stars;
    Rows<4> spikes;
    Rows<7> gates;
    Rows<5> hats, pads;
};

// Numbers that are not finite have no steps; they are refused as being out of range.
int32_t steps_of(const Level& level, double seconds) {
    return seconds >= 0.0 && seconds <= kSeconds ? level.steps(seconds) : -1;
}

int32_t whole(double number) { return number >= -1e6 && number <= 1e6 ? static_cast<int32_t>(number) : -1; }

Level build(const Items& from, int rate) {
    Level level;
    level.rate = rate;
    level.candies = from.candies, level.bubbles = from.bubbles, level.mouth = from.mouth;
    for (const auto& [x, y, crawler] : from.pins) level.pins.push_back({x, y, crawler != 0.0});
    for (const auto& [x, y, radius, crawler] : from.active_pins)
        level.active_pins.push_back({x, y, radius, crawler != 0.0});
    for (const auto& [x1, y1, x2, y2, place] : from.pulleys)
        level.pulleys.push_back({x1, y1, x2, y2, place});
    for (const auto& [holder, index, candy, length, stiffness] : from.ropes)
        level.ropes.push_back({holder == 0.0 ? Holder::pin : Holder::pulley, whole(index), whole(candy),
                               length, stiffness});
    for (const auto& [x, y, dx, dy] : from.cushions) level.cushions.push_back({x, y, dx, dy});
    for (const auto& [x, y, expires] : from.stars)
        level.stars.push_back({x, y, steps_of(level, expires)});
    for (const auto& [x1, y1, x2, y2] : from.spikes) level.spikes.push_back({x1, y1, x2, y2});
    for (const auto& [x1, y1, x2, y2, on, off, phase] : from.gates)
        level.gates.push_back({{x1, y1, x2, y2},
                               steps_of(level, on), steps_of(level, off), steps_of(level, phase)});
    for (const auto& [x, y, nx, ny, pair] : from.hats)
        level.hats.push_back({{x, y, nx, ny}, whole(pair)});
    for (const auto& [x1, y1, x2, y2, keeps] : from.pads)
        level.pads.push_back({{x1, y1, x2, y2}, keeps});
    check(level);
    return level;
}

Call call_of(const Level& level, int step, int verb, int item, double value) {
    const Call call{step, static_cast<Verb>(verb), item, value};
    check(level, call);
    return call;
}

std::vector<Play> play_all(const std::vector<SharedLevel>& levels, const std::vector<Plan>& plans,
                           const std::vector<int>& until, int stride, int threads) {
    if (levels.size() != plans.size() || levels.size() != until.size())
        throw SceneError("as many plans and ends as levels are needed");
    if (stride < 0) throw SceneError("a stride is not negative");
    std::vector<std::vector<Call>> calls(plans.size());
    for (size_t i = 0; i < plans.size(); ++i) {
        for (const auto& [step, verb, item, value] : plans[i])
            calls[i].push_back(call_of(*levels[i], step, verb, item, value));
        std::stable_sort(calls[i].begin(), calls[i].end(),
                         [](const Call& a, const Call& b) { return a.step < b.step; });
    }
    std::vector<Play> plays(levels.size());
    bool done = false;
    {
        nb::gil_scoped_release released;
        const auto work = [&](size_t i) { plays[i] = play(*levels[i], calls[i], until[i], stride); };
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
    bool done = false;
    {
        nb::gil_scoped_release released;
        const auto work = [&](size_t i) {
            for (const Solution& one : search(*levels[i], {.width = width, .depth = depth})) {
                auto& [stars, rows] = found[i].emplace_back();
                stars = one.stars;
                for (const auto& [call, taps] : one.moves)
                    rows.emplace_back(call.step, static_cast<int>(call.verb), call.item, call.value, taps);
            }
        };
        done = topple::parallel(levels.size(), threads, work, not_interrupted);
    }
    if (!done) throw nb::python_error();
    return found;
}

auto rows_of(const Events& events) {
    std::vector<std::tuple<int, int, int, int>> rows;
    for (const Event& e : events) rows.emplace_back(e.step, static_cast<int>(e.what), e.item, e.candy);
    return rows;
}

void step_to(Game& game, int step) {
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
                 return act(*g.level, g.state, call_of(*g.level, 0, verb, item, value), &g.events);
             })
        .def("in_jet",
             [](const Game& g, int cushion) {
                 call_of(*g.level, 0, static_cast<int>(Verb::tap), cushion, 0.0);
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
                 const Items items{candies, bubbles,  mouth, pins,   active_pins, pulleys, ropes,
                                   cushions, stars, spikes, gates, hats, pads};
                 new (self) Level(build(items, rate));
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
