#include "worlds/rope/rows.hpp"

#include <algorithm>

#include "worlds/rope/play.hpp"

namespace topple::rope {
namespace {

// Numbers that are not finite have no steps; they are refused as being out of range.
int32_t steps_of(const Level& level, double seconds) {
    return seconds >= 0.0 && seconds <= kSeconds ? level.steps(seconds) : -1;
}

// Verbs of players that change nothing in the world.
constexpr int kSleep = 6, kFail = 8;

// Seconds that the world runs after the start of a call, before the player may act again.
double duration(int verb, double value) {
    if (verb > kSleep) return 0.0;
    if (verb == kSleep) {
        if (!(value > 0.0 && value <= kSeconds)) throw SceneError("a sleep is too short or too long");
        return value;
    }
    if (verb != static_cast<int>(Verb::tap)) return kAfter;
    if (!(value >= 1.0 && value <= kMostTaps))
        throw SceneError("a cushion is tapped too often, or not at all");
    return (value - 1.0) * kTapEvery + kAfter;
}

// The step at a time; calls take place at whole sixtieths of a second.
int32_t tick(const Level& level, double seconds) {
    return static_cast<int32_t>(seconds * kTicks + 0.5) * (level.rate / kTicks);
}

}  // namespace

int32_t whole(double number) {
    return number >= -1e6 && number <= 1e6 ? static_cast<int32_t>(number) : -1;
}

Level level_of(const Items& from, int rate) {
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

Plan plan_of(const Level& level, const std::vector<TimedRow>& rows) {
    Plan plan;
    double last = 0.0, gave_up = kSeconds;
    for (const auto& [seconds, call] : rows) {
        const auto& [verb, id, value] = call;
        if (!(seconds >= 0.0 && seconds <= kSeconds))
            throw SceneError("a call is outside the game's time");
        last = std::max(last, seconds + duration(verb, value));
        if (verb == kFail) gave_up = std::min(gave_up, seconds);
        if (verb >= kSleep) continue;
        const int times = verb == static_cast<int>(Verb::tap) ? static_cast<int>(value) : 1;
        for (int tap = 0; tap < times; ++tap) {
            const int32_t step = tick(level, seconds + tap * kTapEvery);
            plan.calls.push_back({step, static_cast<Verb>(verb), id - 1, value});
            check(level, plan.calls.back());
        }
    }
    plan.until = tick(level, std::min(gave_up, last + kRunOn));
    std::stable_sort(plan.calls.begin(), plan.calls.end(),
                     [](const Call& a, const Call& b) { return a.step < b.step; });
    return plan;
}

}  // namespace topple::rope
