// Random levels of rope: games end, repeat themselves and continue from a snapshot.
#include <cmath>

#include "tests/checks.hpp"
#include "worlds/rope/play.hpp"
#include "worlds/rope/search.hpp"

namespace rope = topple::rope;
using rope::Level;
using topple::SceneError;
using namespace testing;

namespace {

// A candy, or two halves, among items at random places.
Level random_level(Random& random) {
    const auto at = [&] { return random.between(5, 95); };
    Level level;
    level.mouth = {at(), at()};
    for (int i = random.one_in(3) ? 2 : 1; i > 0; --i) level.candies.push_back({at(), at()});
    const auto candy = [&] { return random.below(static_cast<int>(level.candies.size())); };
    const auto rope = [&](rope::Holder holder, int index, double x, double y) {
        const int held = candy();
        const auto& [cx, cy] = level.candies[held];
        const double reach = std::max(2.0, std::hypot(cx - x, cy - y));
        const bool elastic = random.one_in(3);
        level.ropes.push_back({holder, index, held, elastic ? std::max(1.0, 0.6 * reach) : reach + 0.1,
                               elastic ? random.between(30, 120) : 0.0});
    };
    for (int i = 0; i < 1 + random.below(3); ++i) {
        level.pins.push_back({at(), at(), false});
        rope(rope::Holder::pin, i, level.pins[i].x, level.pins[i].y);
        level.pins[i].crawler = random.one_in(4);
    }
    if (random.one_in(2)) {
        level.pulleys.push_back({10, at(), 90, at(), 0.0});
        rope(rope::Holder::pulley, 0, 10, level.pulleys[0].y1);
    }
    for (int i = random.below(3); i > 0; --i)
        level.active_pins.push_back({at(), at(), random.between(8, 25), random.one_in(3)});
    for (int i = random.below(4); i > 0; --i) level.bubbles.push_back({at(), at()});
    for (int i = random.below(3); i > 0; --i) level.cushions.push_back({at(), at(), at() - 50, 1});
    for (int i = 0; i < 3; ++i) level.stars.push_back({at(), at(), random.one_in(3) ? 960 : 0});
    if (random.one_in(3)) level.spikes.push_back({at(), at(), 120, 120});
    if (random.one_in(3)) level.gates.push_back({{at(), at(), 120, 120}, 480, 240, random.below(400)});
    if (random.one_in(2))
        for (int i = 0; i < 2; ++i) level.hats.push_back({{at(), at(), at() - 50, 1}, 1});
    if (random.one_in(3)) level.pads.push_back({{at(), at(), 120, 120}, 0.8});
    level.rate = random.one_in(2) ? 480 : 240;
    return level;
}

std::vector<rope::Call> random_calls(Random& random, const Level& level) {
    std::vector<rope::Call> calls;
    int step = 0;
    for (int i = 0; i < 20; ++i) {
        const rope::Call call{step, static_cast<rope::Verb>(random.below(6)), random.below(3),
                              random.unit()};
        try {
            rope::check(level, call);
            calls.push_back(call);
        } catch (const SceneError&) {
        }
        step += random.below(level.rate);
    }
    return calls;
}

rope::State go_on(const Level& level, rope::State s, const std::vector<rope::Call>& calls, int until) {
    while (s.ending == rope::Ending::none && s.steps < until) {
        for (const rope::Call& call : calls)
            if (call.step == s.steps) rope::act(level, s, call);
        rope::step(level, s);
    }
    return s;
}

}  // namespace

TEST(a_game_ends_and_repeats_itself_from_any_moment) {
    Random random(21);
    for (int round = 0; round < rounds(200); ++round) {
        Level level = random_level(random);
        rope::check(level);
        const auto calls = random_calls(random, level);
        const int until = rope::kSeconds * level.rate;
        const rope::Play first = rope::play(level, {calls, until}, 7);
        CHECK(first.state.ending != rope::Ending::none);
        for (double number : first.frames) CHECK(std::isfinite(number));

        const rope::State some = go_on(level, rope::start(level), calls, random.below(until));
        const rope::State copy = rope::restore(level, rope::snapshot(level, some));
        CHECK(rope::digest(level, copy) == rope::digest(level, some));
        CHECK(rope::digest(level, go_on(level, copy, calls, until)) == first.digest);
        CHECK(rope::digest(level, go_on(level, some, calls, until)) == first.digest);
    }
}

TEST(a_damaged_snapshot_is_refused) {
    Random random(22);
    Level level = random_level(random);
    rope::check(level);
    const std::string good =
        rope::snapshot(level, go_on(level, rope::start(level), {}, level.rate));
    for (size_t at = 0; at < good.size(); ++at) {
        std::string bad = good;
        bad[at] = static_cast<char>(bad[at] ^ 1);
        CHECK_THROWS(rope::restore(level, bad), SceneError, "");
        CHECK_THROWS(rope::restore(level, good.substr(0, at)), SceneError, "");
    }
}

TEST(the_search_finds_solutions_that_work) {
    Level level;
    level.candies = {{50, 68}};
    level.mouth = {50, 8};
    level.pins = {{50, 90, false}};
    level.ropes = {{rope::Holder::pin, 0, 0, 22.0, 0.0}};
    level.stars = {{50, 44, 0}};
    rope::check(level);
    const auto found = rope::search(level, {}).solutions;
    CHECK(!found.empty());
    for (const rope::Solution& one : found) {
        std::vector<rope::Call> calls;
        for (const rope::Move& move : one.moves) calls.push_back(move.call);
        const rope::Play played = rope::play(level, {calls, 20 * level.rate}, 0);
        CHECK(played.state.ending == rope::Ending::eaten && one.stars == 1);
    }
}
